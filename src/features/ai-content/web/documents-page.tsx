import { Ellipsis, Plus, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useRevalidator, useSearchParams, useSubmit } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/menu.tsx'
import { Select } from '#ui/select.tsx'
import { useHotkeys } from '#ui/use-hotkeys.ts'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { aiContentContract, type DocumentHead, templateNames } from '../contract.ts'
import type { Route } from './+types/documents-page.ts'
import { documentHref, statusLabels, templateLabel } from './content-labels.ts'
import { aiContentErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Content · Earshot' }]

const perPage = 25
const documentsPath = '/app/content'

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const filters = {
    q: params.get('q')?.trim().slice(0, 200) || undefined,
    template: templateNames.find((name) => name === params.get('template')),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  }
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(aiContentContract.find, { workspace_id: workspace._id, limit: perPage, ...filters }),
  )
  return { found, filters }
}

export default function DocumentsPage({ loaderData: { found, filters } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const [deleting, setLeaving] = useState<DocumentHead | null>(null)
  const filtered = Boolean(filters.q || filters.template)
  return (
    <>
      <ScreenHead
        title="Content"
        actions={
          <>
            <Link href="/app/content/posts" className="link mr-2 text-s">
              Posts
            </Link>
            {editor && (
              <Button variant="solid" href="/app/content/new" icon={<Plus size={15} aria-hidden />}>
                New document
              </Button>
            )}
          </>
        }
      />
      {(found.total > 0 || filtered) && <Filters filters={filters} />}
      <h2 className="sr-only">Documents</h2>
      {found.items.length > 0 ? (
        <>
          <ul aria-label="Content" className="border-line border-t">
            {found.items.map((head) => (
              <DocumentItem key={head._id} head={head} onDelete={editor ? () => setLeaving(head) : undefined} />
            ))}
          </ul>
          <Pages page={found.page} limit={found.limit} total={found.total} what="documents" />
        </>
      ) : (
        <EmptyDocuments filtered={filtered} beyond={found.page > 1} editor={editor} />
      )}
      {deleting && <DeleteDialog head={deleting} onClose={() => setLeaving(null)} />}
    </>
  )
}

function DocumentItem({ head, onDelete }: { head: DocumentHead; onDelete?: () => void }) {
  return (
    <li className="group relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b py-2 hover:bg-well/60 sm:grid-cols-[minmax(0,1fr)_96px_56px_96px_auto]">
      <div className="min-w-0">
        <Link
          href={documentHref(head._id)}
          className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
        >
          {head.title || 'Untitled'}
        </Link>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
          <span>{templateLabel(head.template)}</span>
          {head.status !== 'done' && (
            <Badge tone={head.status === 'failed' ? 'bad' : head.status === 'writing' ? 'accent' : 'plain'}>
              {statusLabels[head.status]}
            </Badge>
          )}
          <span className="sm:hidden">
            · {plural(head.words, 'word')}
            {head.score !== null && ` · score ${Math.round(head.score)}`}
          </span>
        </p>
      </div>
      <span className="text-right text-ink-2 max-sm:hidden">{plural(head.words, 'word')}</span>
      <span className="text-right font-serif text-l max-sm:hidden" title="Content score">
        {head.score === null ? (
          <span className="text-ink-3" title="Not scored yet">
            –
          </span>
        ) : (
          Math.round(head.score)
        )}
      </span>
      <span className="whitespace-nowrap text-right text-ink-3 text-xs max-sm:hidden">
        <DateTime at={head.updated_at} brief />
      </span>
      <div className="relative z-10 max-sm:col-start-2 max-sm:row-start-1">
        {onDelete && (
          <Menu
            items={[{ label: 'Delete', danger: true, onSelect: onDelete }]}
            trigger={
              <Button
                size="s"
                variant="quiet"
                aria-label={`More for ${head.title || 'Untitled'}`}
                className="w-7 px-0!"
                icon={<Ellipsis size={15} aria-hidden />}
              />
            }
          />
        )}
      </div>
    </li>
  )
}

/** Filters are stored in the URL, as in the list of reports. */
function Filters({ filters }: { filters: { q?: string; template?: string } }) {
  const submit = useSubmit()
  const [params] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useNavigation().location?.pathname === documentsPath
  useHotkeys({ '/': () => search.current?.focus() })
  const q = params.get('q') ?? ''
  useEffect(() => {
    if (search.current && search.current !== document.activeElement) search.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (replace: boolean) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (value !== '') query.set(name, String(value))
    void submit(query, { action: documentsPath, replace, preventScrollReset: true })
  }
  return (
    <Form
      ref={form}
      action={documentsPath}
      noValidate
      role="search"
      aria-label="Content"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply(false)
      }}
      className={cx('mb-4 flex flex-wrap items-center gap-2', busy && 'cursor-progress')}
      data-screen-only
    >
      <span className="w-full sm:w-64">
        <Input
          ref={search}
          type="search"
          name="q"
          aria-label="Search by title"
          placeholder="Search by title"
          icon={<Search size={15} aria-hidden />}
          defaultValue={filters.q ?? ''}
          maxLength={200}
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => apply(true), 250)
          }}
        />
      </span>
      <Select
        key={filters.template}
        name="template"
        aria-label="Type"
        className="w-auto!"
        defaultValue={filters.template ?? ''}
        onChange={() => apply(false)}
        options={[
          { value: '', label: 'All types' },
          ...templateNames.map((value) => ({ value, label: templateLabel(value) })),
        ]}
      />
      <noscript>
        <button type="submit">Apply</button>
      </noscript>
    </Form>
  )
}

function EmptyDocuments({ filtered, beyond, editor }: { filtered: boolean; beyond: boolean; editor: boolean }) {
  if (beyond)
    return <EmptyState title="This page is empty." action={<Button href={documentsPath}>Go to first page</Button>} />
  if (filtered)
    return (
      <EmptyState title="No results match your filters." action={<Button href={documentsPath}>Clear filters</Button>}>
        Try fewer words or another type.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No documents yet."
      action={
        editor && (
          <>
            <Button variant="solid" href="/app/content/new">
              New document
            </Button>
            <Button href="/app/reports">View reports</Button>
          </>
        )
      }
    >
      Start from a report to get an outline from its questions and sources from its pages, or start from a title.
    </EmptyState>
  )
}

function DeleteDialog({ head, onClose }: { head: DocumentHead; onClose: () => void }) {
  const call = useCall()
  const { revalidate } = useRevalidator()
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${head.title || 'Untitled'}”?`}
      description={`This deletes ${plural(head.words, 'word')} and the version history. This can’t be undone.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={call.busy}
            onClick={() =>
              void call.run(async () => {
                await api(aiContentContract.delete, { _id: head._id })
                onClose()
                await revalidate()
              })
            }
          >
            Delete
          </Button>
        </>
      }
    >
      <CallError error={call.error} texts={aiContentErrorTexts} />
    </Dialog>
  )
}
