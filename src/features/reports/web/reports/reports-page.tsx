import { ArrowLeftRight, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type ReportHead, reportsContract } from '../../contract.ts'
import { type ReportCommands, useReportCommands } from '../report/report-commands.ts'
import type { Route } from './+types/reports-page.ts'
import { EditReportDialog } from './edit-report-dialog.tsx'
import { isFiltered, type ListFilter, readFilter, toFindInput } from './list-filter.ts'
import { ReportFilters } from './report-filters.tsx'
import { ReportLines } from './report-list.tsx'
import { ReportLineMenu } from './report-menu.tsx'
import { type ListCommands, useListCommands } from './use-list-commands.ts'
import { useLiveHeads } from './use-live-reports.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Reports · Earshot' }]

const perPage = 25

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const filter = readFilter(new URL(args.request.url).searchParams)
  const { call } = args.context.get(pageContext)
  const inIt = { workspace_id: workspace._id }
  const [found, { items: tags }] = await orRespond(
    args.request,
    Promise.all([
      call(reportsContract.find, { ...inIt, limit: perPage, ...toFindInput(filter) }),
      call(reportsContract.tags, inIt),
    ]),
  )
  return { found, filter, tags: tags.map(({ tag }) => tag) }
}

export default function ListPage({ loaderData: { found, filter, tags } }: Route.ComponentProps) {
  const signedIn = useSignedIn()
  const heads = useLiveHeads(found.items)
  const commands = useReportCommands(signedIn)
  const listCommands = useListCommands()
  const [editing, setEditing] = useState<ReportHead | null>(null)
  const editor = canEdit(signedIn.workspace)
  const { picked, pick, clear } = usePickedReports(heads)
  return (
    <>
      <ScreenHead
        title="Reports"
        meta={
          filter.same_as && heads[0] ? (
            <>
              {plural(found.total, 'run')} of “{heads[0].query}”. Select two to compare them.
            </>
          ) : filter.show === 'deleted' ? (
            'Deleted reports can be restored for 7 days.'
          ) : undefined
        }
        actions={
          editor && (
            <Button variant="solid" href="/app/reports/new" icon={<Plus size={15} aria-hidden />}>
              New report
            </Button>
          )
        }
      />
      <ListToolbar label="Reports" search="Search by query, name or tag">
        <ReportFilters filter={filter} tags={tags} />
      </ListToolbar>
      {heads.length > 0 ? (
        <>
          <ReportLines
            reports={heads}
            label="Reports"
            picked={picked}
            onPick={pick}
            actions={(head) => (
              <ReportLineMenu
                head={head}
                commands={commands}
                listCommands={listCommands}
                editor={editor}
                onEdit={setEditing}
              />
            )}
          />
          <Pages page={found.page} limit={found.limit} total={found.total} what="reports" />
          <PickedBar
            heads={heads.filter((head) => picked.has(head._id))}
            editor={editor}
            hides={filter.show !== 'hidden'}
            commands={commands}
            listCommands={listCommands}
            onClear={clear}
          />
        </>
      ) : (
        <Nothing filter={filter} beyond={found.page > 1} editor={editor} />
      )}
      {editing && <EditReportDialog head={editing} tags={tags} onClose={() => setEditing(null)} />}
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

type PickedBarProps = {
  heads: ReportHead[]
  editor: boolean
  /** Whether the reports can be hidden: hidden ones already are. */
  hides: boolean
  commands: ReportCommands
  listCommands: ListCommands
  onClear: () => void
}

/** What can be done with the picked reports; two of one query can be compared. */
function PickedBar({ heads, editor, hides, commands, listCommands, onClear }: PickedBarProps) {
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
      {editor && hides && (
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
      {editor && (
        <Button
          size="s"
          variant="danger"
          busy={listCommands.busy}
          icon={<Trash2 size={13} aria-hidden />}
          onClick={() => {
            void listCommands.remove(heads)
            onClear()
          }}
        >
          Delete
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

type NothingProps = { filter: ListFilter; beyond: boolean; editor: boolean }

const nothingShown = {
  hidden: ['No hidden reports', 'Reports you hide appear here. You can show them again.'],
  deleted: ['No deleted reports', 'Reports you delete appear here for 7 days. You can restore them.'],
  favorites: ['No favorites yet', 'Select the star of a report to find it here.'],
} as const

function Nothing({ filter, beyond, editor }: NothingProps) {
  if (beyond) return <EmptyState title="This page is empty" action={<Button href="/app/reports">First page</Button>} />
  if (isFiltered(filter)) {
    const [title, text] = (filter.show && nothingShown[filter.show]) ?? [
      'No results match your filters.',
      'Try fewer words, or another type or status.',
    ]
    return (
      <EmptyState title={title} action={<Button href="/app/reports">Clear filters</Button>}>
        {text}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No reports yet."
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
