import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDayShort, plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, documentDueFilters, type ListedDocument, templateNames } from '../../contract.ts'
import { templates } from '../../rules/templates/templates.ts'
import { documentHref, statusLabels } from '../content-labels.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/documents-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Content · Earshot' }]

const perPage = 25
const ownerLabels = { me: 'Mine', none: 'No owner' }
const dueLabels = { late: 'Late', week: 'Next 7 days', month: 'Next 31 days', none: 'No date' }
const documentsPath = '/app/content'

export async function loader(args: Route.LoaderArgs) {
  const { user, workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const filters = {
    q: params.get('q')?.trim().slice(0, 200) || undefined,
    template: templateNames.find((name) => name === params.get('template')),
    owner: (['me', 'none'] as const).find((owner) => owner === params.get('owner')),
    due: documentDueFilters.find((due) => due === params.get('due')),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  }
  const { owner, ...rest } = filters
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(aiContentContract.find, {
      ...{ workspace_id: workspace._id, limit: perPage, ...rest },
      owner_id: owner === 'me' ? user.id : owner,
      sort: rest.due && rest.due !== 'none' ? 'due_on' : undefined,
    }),
  )
  // Only the labels go to the browser: templates hold long instructions for writing.
  const types = templateNames.map((value) => ({ value, label: templates[value].label }))
  return { found, filters, types }
}

export default function DocumentsPage({ loaderData: { found, filters, types } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const [deleting, setDeleting] = useState<ListedDocument | null>(null)
  const filtered = Boolean(filters.q || filters.template || filters.owner || filters.due)
  return (
    <>
      <ScreenHead
        title="Content"
        actions={
          <>
            <Link href="/app/plan/batches" className="link mr-2 text-s">
              Batches
            </Link>
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
      {(found.total > 0 || filtered) && (
        <ListToolbar label="Content" search="Search by title">
          <Select
            key={filters.template}
            name="template"
            aria-label="Type"
            className="w-auto!"
            defaultValue={filters.template ?? ''}
            options={[{ value: '', label: 'All types' }, ...types]}
          />
          <Select
            key={`owner ${filters.owner}`}
            name="owner"
            aria-label="Owner"
            className="w-auto!"
            defaultValue={filters.owner ?? ''}
            options={[{ value: '', label: 'All owners' }, ...toOptions(ownerLabels)]}
          />
          <Select
            key={`due ${filters.due}`}
            name="due"
            aria-label="Due date"
            className="w-auto!"
            defaultValue={filters.due ?? ''}
            options={[{ value: '', label: 'All due dates' }, ...toOptions(dueLabels)]}
          />
        </ListToolbar>
      )}
      <h2 className="sr-only">Documents</h2>
      {found.items.length > 0 ? (
        <>
          <ul aria-label="Content" className="border-line border-t">
            {found.items.map((head) => (
              <DocumentItem
                key={head._id}
                head={head}
                type={types.find(({ value }) => value === head.template)?.label}
                onDelete={editor ? () => setDeleting(head) : undefined}
              />
            ))}
          </ul>
          <Pages page={found.page} limit={found.limit} total={found.total} what="documents" />
        </>
      ) : (
        <EmptyDocuments filtered={filtered} beyond={found.page > 1} editor={editor} />
      )}
      {deleting && <DeleteDocument head={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

const toOptions = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** "Ada Lovelace", "Due Dec 4, 2026", or both. */
function OwnerNote({ head: { owner, due_on, late } }: { head: ListedDocument }) {
  return (
    <>
      {owner}
      {owner && due_on && ' · '}
      {due_on && (
        <span className={late ? 'text-bad' : undefined}>
          {late ? 'Late since' : 'Due'} {formatDayShort(due_on)}
        </span>
      )}
    </>
  )
}

function DocumentItem({ head, type, onDelete }: { head: ListedDocument; type?: string; onDelete?: () => void }) {
  return (
    <li className="group relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b py-2 hover:bg-well/60 sm:grid-cols-[minmax(0,1fr)_88px_72px_96px_auto] lg:grid-cols-[minmax(0,1fr)_184px_88px_72px_96px_auto]">
      <div className="min-w-0">
        <Link
          href={documentHref(head._id)}
          className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
        >
          {head.title || 'Untitled'}
        </Link>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
          <span>{type}</span>
          {head.status !== 'done' && (
            <Badge tone={head.status === 'failed' ? 'bad' : head.status === 'writing' ? 'accent' : 'plain'}>
              {statusLabels[head.status]}
            </Badge>
          )}
          <span className="sm:hidden">
            · {plural(head.words, 'word')}
            {head.score !== null && ` · score ${Math.round(head.score)}`}
          </span>
          {(head.owner || head.due_on) && (
            <span className="basis-full lg:hidden">
              <OwnerNote head={head} />
            </span>
          )}
        </p>
      </div>
      <span className="min-w-0 text-ink-2 text-s [overflow-wrap:anywhere] max-lg:hidden">
        <OwnerNote head={head} />
      </span>
      <span className="text-right text-ink-2 max-sm:hidden">{plural(head.words, 'word')}</span>
      <span className="text-right font-serif text-l max-sm:hidden" title="Content score">
        <span className="mr-1.5 font-sans text-ink-3 text-xs">score</span>
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
          <RowMenu
            label={`More for ${head.title || 'Untitled'}`}
            items={[{ label: 'Delete', danger: true, onSelect: onDelete }]}
          />
        )}
      </div>
    </li>
  )
}

function EmptyDocuments({ filtered, beyond, editor }: { filtered: boolean; beyond: boolean; editor: boolean }) {
  if (beyond)
    return <EmptyState title="This page is empty." action={<Button href={documentsPath}>Go to first page</Button>} />
  if (filtered)
    return (
      <EmptyState title="No results match your filters." action={<Button href={documentsPath}>Clear filters</Button>}>
        Try fewer words, or another type, owner or date.
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

function DeleteDocument({ head, onClose }: { head: ListedDocument; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  return (
    <ConfirmDialog
      title={`Delete “${head.title || 'Untitled'}”?`}
      description={`This deletes ${plural(head.words, 'word')} and the version history. This can’t be undone.`}
      action="Delete document"
      texts={aiContentErrorTexts}
      onConfirm={async () => {
        await api(aiContentContract.delete, { _id: head._id })
        void revalidate()
      }}
      onClose={onClose}
    />
  )
}
