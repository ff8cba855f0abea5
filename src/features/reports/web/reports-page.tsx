import { ArrowLeftRight, EyeOff, Plus, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useHotkeys } from '#ui/use-hotkeys.ts'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type ReportHead, type ReportStatus, reportStatuses, reportsContract, reportTypes } from '../contract.ts'
import type { Route } from './+types/reports-page.ts'
import { type ReportCommands, useReportCommands } from './report-commands.ts'
import { reportTypeLabels, statusLabels } from './report-labels.ts'
import { ReportLines } from './report-list.tsx'
import { ReportLineMenu } from './report-menu.tsx'
import { useLiveHeads } from './use-live-reports.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Reports · Earshot' }]

const perPage = 25

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const wanted = {
    q: params.get('q')?.trim().slice(0, 200) || undefined,
    type: reportTypes.find((type) => type === params.get('type')),
    status: reportStatuses.find((status) => status === params.get('status')),
    hidden: params.get('hidden') === '1' || undefined,
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  }
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(reportsContract.find, { workspace_id: workspace._id, limit: perPage, ...wanted }),
  )
  return { found, wanted }
}

export default function ListPage({ loaderData: { found, wanted } }: Route.ComponentProps) {
  const signedIn = useSignedIn()
  const heads = useLiveHeads(found.items)
  const commands = useReportCommands(signedIn)
  const editor = canEdit(signedIn.workspace)
  const { picked, pick, clear } = usePickedReports(heads)
  const filtered = Boolean(wanted.q || wanted.type || wanted.status || wanted.hidden)
  return (
    <>
      <ScreenHead
        title="Reports"
        actions={
          editor && (
            <Button variant="solid" href="/app/reports/new" icon={<Plus size={15} aria-hidden />}>
              New report
            </Button>
          )
        }
      />
      <Filters wanted={wanted} />
      {heads.length > 0 ? (
        <>
          <ReportLines
            reports={heads}
            label="Reports"
            picked={picked}
            onPick={pick}
            actions={(head) => <ReportLineMenu head={head} commands={commands} editor={editor} />}
          />
          <Pages page={found.page} limit={found.limit} total={found.total} what="reports" />
          <PickedBar
            heads={heads.filter((head) => picked.has(head._id))}
            editor={editor && !wanted.hidden}
            commands={commands}
            onClear={clear}
          />
        </>
      ) : (
        <Nothing filtered={filtered} hidden={Boolean(wanted.hidden)} beyond={found.page > 1} editor={editor} />
      )}
    </>
  )
}

function usePickedReports(heads: ReportHead[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const here = new Set(heads.map((head) => head._id).filter((id) => ids.has(id)))
  const pick = (id: string, on: boolean) => {
    const next = new Set(here)
    if (on) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return { picked: here, pick, clear: () => setIds(new Set()) }
}

type Wanted = { q?: string; type?: string; status?: ReportStatus; hidden?: boolean }

/** The filters are URL parameters, so they can be bookmarked and shared. Without scripts the button applies them. */
function Filters({ wanted }: { wanted: Wanted }) {
  const submit = useSubmit()
  const [params] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useNavigation().location?.pathname === '/app/reports'
  useHotkeys({ '/': () => search.current?.focus() })

  // Browser history changes the URL, not the field's value.
  const q = params.get('q') ?? ''
  useEffect(() => {
    if (search.current && search.current !== document.activeElement) search.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (replace: boolean) => {
    if (!form.current) return
    const next = new FormData(form.current)
    const nextParams = new URLSearchParams()
    for (const [name, value] of next) if (value !== '') nextParams.set(name, String(value))
    void submit(nextParams, { action: '/app/reports', replace, preventScrollReset: true })
  }
  const later = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(true), 250)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    clearTimeout(timer.current)
    apply(false)
  }
  return (
    <Form
      ref={form}
      action="/app/reports"
      noValidate
      role="search"
      aria-label="Reports"
      onSubmit={onSubmit}
      className={cx('mb-4 flex flex-wrap items-center gap-2', busy && 'cursor-progress')}
      data-screen-only
    >
      <span className="w-full sm:w-64">
        <Input
          ref={search}
          type="search"
          name="q"
          aria-label="Search by query"
          placeholder="Search by query"
          icon={<Search size={15} aria-hidden />}
          defaultValue={wanted.q ?? ''}
          maxLength={200}
          onChange={later}
        />
      </span>
      <Select
        key={`type ${wanted.type}`}
        name="type"
        aria-label="Type"
        className="w-auto!"
        defaultValue={wanted.type ?? ''}
        onChange={() => apply(false)}
        options={[
          { value: '', label: 'All types' },
          ...reportTypes.map((value) => ({ value, label: reportTypeLabels[value] })),
        ]}
      />
      <Select
        key={`status ${wanted.status}`}
        name="status"
        aria-label="Status"
        className="w-auto!"
        defaultValue={wanted.status ?? ''}
        onChange={() => apply(false)}
        options={[
          { value: '', label: 'All statuses' },
          ...(['done', 'partial', 'queued', 'failed', 'cancelled'] as const).map((value) => ({
            value,
            label: statusLabels[value],
          })),
        ]}
      />
      <label className="flex min-h-8.5 items-center gap-2 px-1 text-s">
        <input
          key={String(wanted.hidden)}
          type="checkbox"
          name="hidden"
          value="1"
          defaultChecked={wanted.hidden}
          onChange={() => apply(false)}
        />
        Show hidden
      </label>
      <noscript>
        <button type="submit">Apply</button>
      </noscript>
    </Form>
  )
}

type PickedBarProps = { heads: ReportHead[]; editor: boolean; commands: ReportCommands; onClear: () => void }

/** What can be done with the picked reports; two of one query can be compared. */
function PickedBar({ heads, editor, commands, onClear }: PickedBarProps) {
  if (heads.length === 0) return null
  const [one, two] = [...heads].sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const pair = heads.length === 2 && one && two && sameQuery(one, two)
  const hint =
    heads.length === 1
      ? 'Select another run of the same query to compare.'
      : pair
        ? null
        : heads.length === 2
          ? 'Only two runs of one query can be compared.'
          : null
  return (
    <div
      role="toolbar"
      aria-label="Selected reports"
      className="sticky bottom-3 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-l border border-line-2 bg-panel py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <span className="mr-1" aria-live="polite">
        {formatCount(heads.length)} selected
        {hint && <span className="ml-2 text-ink-3 text-xs">{hint}</span>}
      </span>
      {pair && (
        <Button
          size="s"
          variant="solid"
          href={`/app/reports/compare?a=${one._id}&b=${two._id}`}
          icon={<ArrowLeftRight size={13} aria-hidden />}
        >
          Compare
        </Button>
      )}
      {editor && (
        <Button
          size="s"
          busy={commands.busy === 'hide'}
          icon={<EyeOff size={13} aria-hidden />}
          onClick={() => {
            void commands.hide(heads)
            onClear()
          }}
        >
          Hide
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}

const plain = (query: string) => query.trim().toLowerCase().replace(/\s+/g, ' ')
const sameQuery = (a: ReportHead, b: ReportHead) => plain(a.query) === plain(b.query)

type NothingProps = { filtered: boolean; hidden: boolean; beyond: boolean; editor: boolean }

function Nothing({ filtered, hidden, beyond, editor }: NothingProps) {
  if (beyond) return <EmptyState title="This page is empty" action={<Button href="/app/reports">First page</Button>} />
  if (filtered)
    return (
      <EmptyState
        title={hidden ? 'No hidden reports' : 'No results match your filters.'}
        action={<Button href="/app/reports">Clear filters</Button>}
      >
        {hidden
          ? 'Reports you hide appear here. You can show them again.'
          : 'Try fewer words, or another type or status.'}
      </EmptyState>
    )
  return (
    <EmptyState
      title="No reports yet"
      action={
        editor && (
          <>
            <Button variant="solid" href="/app/reports/new">
              Run your first report
            </Button>
            <Button href="/app">Try a sample topic</Button>
          </>
        )
      }
    >
      A report collects what people ask about a topic from all your sources, in seconds.
    </EmptyState>
  )
}
