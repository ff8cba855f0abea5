import { Bookmark } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError, getSentence } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { type KeywordView, type RowFilter, reportsContract } from '../../../../contract.ts'
import { reportErrorTexts } from '../../../error-texts.ts'
import type { ColumnId } from '../table/table-model.ts'

/** What a table shows, as a view keeps it. */
export type TableState = { filter: RowFilter; sort: string | null; columns: ColumnId[] | null }

export type SavedViewsProps = {
  workspaceId: string
  /** Whether this person may save and change views. */
  editor: boolean
  state: TableState
  /** Whether there is a filter or an order to save. */
  isChanged: boolean
  onApply: (view: KeywordView) => void
}

/** Filters, order and columns under a name, for everyone in the workspace. */
export function SavedViews({ workspaceId, editor, state, isChanged, onApply }: SavedViewsProps) {
  const [views, setViews] = useState<KeywordView[]>([])
  const [applied, setApplied] = useState<KeywordView | null>(null)
  const [naming, setNaming] = useState<'new' | KeywordView | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(reportsContract.listViews, { workspace_id: workspaceId }, { signal: stop.signal }).then(
      ({ items }) => setViews(items),
      // The table works without them.
      () => undefined,
    )
    return () => stop.abort()
  }, [workspaceId])
  // Without a filter and an order, the next ones are of no view.
  useEffect(() => {
    if (!isChanged) setApplied(null)
  }, [isChanged])
  const active = isChanged ? applied : null
  const store = (view: KeywordView) => {
    setViews((old) => [...old.filter(({ _id }) => _id !== view._id), view].sort((a, b) => a.name.localeCompare(b.name)))
    setApplied(view)
  }
  const refuse = (error: unknown) => notify.failed(getSentence(error, reportErrorTexts))
  const update = async (view: KeywordView) => {
    try {
      store((await api(reportsContract.updateView, { _id: view._id, ...toContent(state) })).view)
      notify.done(`View “${view.name}” updated`)
    } catch (error) {
      refuse(error)
    }
  }
  const remove = async (view: KeywordView) => {
    try {
      await api(reportsContract.removeView, { _id: view._id })
      setViews((old) => old.filter(({ _id }) => _id !== view._id))
      setApplied(null)
      const { name, filter, sort, columns } = view
      const restore = async () =>
        store(
          (
            await api(
              reportsContract.addView,
              { workspace_id: workspaceId, name, filter, sort, columns },
              { idempotencyKey: randomKey() },
            )
          ).view,
        )
      notify.done(`View “${name}” deleted`, { action: { label: 'Undo', onClick: () => void restore().catch(refuse) } })
    } catch (error) {
      refuse(error)
    }
  }
  const items: MenuItem[] = [
    ...views.map((view) => ({
      label: view.name,
      hint: view._id === active?._id ? 'Shown' : undefined,
      onSelect: () => {
        setApplied(view)
        onApply(view)
      },
    })),
    ...(views.length > 0 && editor ? (['line'] as const) : []),
    ...(editor
      ? [
          {
            label: 'Save as view…',
            hint: isChanged ? undefined : 'Filter or sort the table first',
            disabled: !isChanged,
            onSelect: () => setNaming('new'),
          },
        ]
      : []),
    ...(editor && active
      ? [
          { label: `Update “${active.name}”`, onSelect: () => void update(active) },
          { label: `Rename “${active.name}”…`, onSelect: () => setNaming(active) },
          { label: `Delete “${active.name}”`, danger: true, onSelect: () => void remove(active) },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="s" icon={<Bookmark size={13} aria-hidden />} className="max-w-44">
            <span className="truncate">{active ? active.name : 'Views'}</span>
          </Button>
        }
        items={items}
      />
      {naming && (
        <NameView
          workspaceId={workspaceId}
          view={naming === 'new' ? null : naming}
          state={state}
          onClose={() => setNaming(null)}
          onSaved={store}
        />
      )}
    </>
  )
}

/** Views are for all reports, so they leave out the topics of one. */
function toContent({ filter, sort, columns }: TableState) {
  const { cluster_ids: _topics, hidden: _hidden, ...rest } = filter
  return { filter: rest, sort, columns }
}

type NameViewProps = {
  workspaceId: string
  /** The view to rename; null to save a new one. */
  view: KeywordView | null
  state: TableState
  onClose: () => void
  onSaved: (view: KeywordView) => void
}

function NameView({ workspaceId, view, state, onClose, onSaved }: NameViewProps) {
  const [name, setName] = useState(view?.name ?? '')
  const call = useCall()
  const form = useRef<HTMLFormElement>(null)
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    const ok = await call.run(async () => {
      const saved = view
        ? await api(reportsContract.updateView, { _id: view._id, name })
        : await api(
            reportsContract.addView,
            { workspace_id: workspaceId, name, ...toContent(state) },
            { idempotencyKey: randomKey() },
          )
      onSaved(saved.view)
      notify.done(view ? 'View renamed' : `View “${saved.view.name}” saved`)
    })
    if (ok) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title={view ? 'Rename view' : 'Save view'}
      description={view ? undefined : 'Keeps the filters, order and columns for everyone in this workspace.'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={call.busy} onClick={() => void save()}>
            {view ? 'Rename view' : 'Save view'}
          </Button>
        </>
      }
    >
      <form ref={form} noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
        <Field label="Name" error={getFieldError(call.error, 'name', reportErrorTexts, 'Name')} required>
          <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
        <CallError error={call.error} texts={reportErrorTexts} fields={['name']} />
      </form>
    </Dialog>
  )
}
