import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type KeywordList, listsContract } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/lists-page.ts'
import { DeleteList } from './delete-list.tsx'
import { describeVolume, getVolumesNote } from './describe-volume.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Lists · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.trim().slice(0, 120) ?? ''
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(listsContract.list, { workspace_id: workspace._id, volumes: true, page, limit: 25, ...(q ? { q } : {}) }),
  )
  return { found, q }
}

/** The workspace's lists, last changed first. */
export default function ListsPage({ loaderData: { found, q } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<KeywordList | null>(null)
  const { items, page, limit, total } = found
  const note = getVolumesNote(items)
  return (
    <>
      <ScreenHead
        title="Lists"
        meta="Save keywords and questions to group into topics, get search volumes or create content."
        actions={editor && <NewList />}
      />
      {(total > 0 || q) && <ListToolbar label="Lists" search="Search lists by name" maxLength={120} />}
      {items.length > 0 ? (
        <ul className="border-line border-t" aria-label="Lists">
          {items.map((list) => (
            <li key={list._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2.5">
              <div className="min-w-0 flex-1">
                <Link
                  href={`/app/lists/${list._id}`}
                  className="font-serif text-l leading-snug no-underline [overflow-wrap:anywhere] hover:underline"
                >
                  {list.name}
                </Link>
                {list.items > 0 && (
                  <p className={cx('text-s', list.volume ? 'text-ink-2' : 'text-ink-3')}>{describeVolume(list)}</p>
                )}
                <p className="text-ink-3 text-xs">
                  {plural(list.items, 'keyword')} · updated <DateTime at={list.updated_at} />
                </p>
              </div>
              {editor && (
                <RowMenu
                  label={`More for ${list.name}`}
                  items={[{ label: 'Delete…', danger: true, onSelect: () => setDeleting(list) }]}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={q ? 'No lists match your search.' : page > 1 ? 'This page is empty.' : 'No lists yet.'}
          action={
            q ? <Button href="/app/lists">Clear search</Button> : <Button href="/app/reports">Open reports</Button>
          }
        >
          {!q &&
            'Select keywords or questions in a report and choose “Add to list”, or create a list and paste your own.'}
        </EmptyState>
      )}
      {note && <p className="pt-2 text-ink-3 text-xs">{note}</p>}
      <Pages page={page} limit={limit} total={total} what="lists" />
      {deleting && <DeleteList list={deleting} onClose={() => setDeleting(null)} onDeleted={() => void revalidate()} />}
    </>
  )
}

function NewList() {
  const dialog = useNewDialog()
  return (
    <>
      <Button variant="solid" icon={<Plus size={15} aria-hidden />} aria-haspopup="dialog" onClick={dialog.open}>
        New list
      </Button>
      {dialog.isOpen && <NewListDialog onClose={dialog.close} />}
    </>
  )
}

function NewListDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const form = useContractForm({
    endpoint: listsContract.add,
    fields: ['name'],
    texts: keywordErrorTexts,
    getInput: () => ({ workspace_id: workspace._id, name }),
    send: async (input) => {
      const { list } = await api(listsContract.add, input)
      await navigate(`/app/lists/${list._id}`)
      return null
    },
  })
  return (
    <FormDialog width="s" title="New list" form={form} action="Create list" canCancel={false} onClose={onClose}>
      <Field label="Name" {...form.field('name')}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
