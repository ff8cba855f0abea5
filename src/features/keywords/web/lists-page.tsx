import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Form, useNavigate, useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type KeywordList, listsContract } from '../contract.ts'
import type { Route } from './+types/lists-page.ts'
import { keywordErrorTexts } from './error-texts.ts'
import { useListRemoval } from './use-list-removal.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Lists · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.trim().slice(0, 120) ?? ''
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(listsContract.list, { workspace_id: workspace._id, page, limit: 25, ...(q ? { q } : {}) }),
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
  return (
    <>
      <ScreenHead
        title="Lists"
        meta="Save keywords and questions to group into topics, get search volumes or create content."
        actions={editor && <NewList />}
      />
      {(total > 0 || q) && (
        <Form role="search" noValidate className="mb-3 max-w-90">
          <Input
            name="q"
            type="search"
            defaultValue={q}
            aria-label="Search lists by name"
            placeholder="Search lists"
            icon={<Search size={14} aria-hidden />}
          />
        </Form>
      )}
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
                <p className="text-ink-3 text-xs">
                  {plural(list.items, 'keyword')} · updated <DateTime at={list.updated_at} />
                </p>
              </div>
              {editor && (
                <Button size="s" variant="danger" aria-label={`Delete ${list.name}`} onClick={() => setDeleting(list)}>
                  Delete
                </Button>
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
      <Pages page={page} limit={limit} total={total} what="lists" />
      <RemoveList list={deleting} onClose={() => setDeleting(null)} onRemoved={() => void revalidate()} />
    </>
  )
}

function NewList() {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const call = useCall()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const form = useFocusInvalid(call.error)
  const create = () =>
    call.run(async () => {
      const { list } = await api(listsContract.add, { workspace_id: workspace._id, name })
      await navigate(`/app/lists/${list._id}`)
    })
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => {
        setOpen(now)
        call.clear()
      }}
      width="s"
      trigger={
        <Button variant="solid" icon={<Plus size={15} aria-hidden />}>
          New list
        </Button>
      }
      title="New list"
      footer={
        <Button variant="solid" busy={call.busy} onClick={() => void create()}>
          Create list
        </Button>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <Field label="Name" error={getFieldError(call.error, 'name', keywordErrorTexts)} required>
          <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
      <CallError className="mt-3" error={call.error} texts={keywordErrorTexts} fields={['name']} />
    </Dialog>
  )
}

export type RemoveListProps = {
  /** Null keeps the dialog closed. */
  list: KeywordList | null
  onClose: () => void
  onRemoved: () => void
}

/** Confirms deleting a list; the toast afterwards offers to undo it. */
export function RemoveList({ list, onClose, onRemoved }: RemoveListProps) {
  const call = useCall()
  const removal = useListRemoval()
  return (
    <Dialog
      open={list !== null}
      onOpenChange={(open) => {
        if (open) return
        call.clear()
        onClose()
      }}
      width="s"
      title={`Delete ${list?.name ?? ''}?`}
      description={`This also deletes its ${plural(list?.items ?? 0, 'keyword')}. Reports and lookups created from it stay. You can undo right after deleting, or restore it with the API for 24 hours.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={call.busy}
            onClick={() =>
              void call.run(async () => {
                if (!list) return
                await api(listsContract.remove, { _id: list._id })
                notify.done(`Deleted ${list.name}.`, {
                  action: { label: 'Undo', onClick: () => void removal.undo(list._id) },
                })
                onRemoved()
                onClose()
              })
            }
          >
            Delete list
          </Button>
        </>
      }
    >
      <CallError error={call.error} texts={keywordErrorTexts} />
    </Dialog>
  )
}
