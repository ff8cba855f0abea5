import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type KeywordList, type ListOrigin, listsContract } from '../contract.ts'
import { addToList } from './add-to-list.ts'
import { keywordErrorTexts } from './error-texts.ts'

/** Source of a list's keywords. */
export type ListFrom = { kind: ListOrigin; id?: string | null; label?: string | null }

export type SaveToListProps = {
  /** Keywords to save; null keeps the dialog closed. */
  texts: string[] | null
  from: ListFrom
  /** Where a keyword itself was found, if it isn’t `from`. */
  getFrom?: (text: string) => ListFrom | undefined
  onClose: () => void
}

const newList = ''

/** Adds keywords to an existing or a new list. */
export function SaveToList({ texts, from, getFrom, onClose }: SaveToListProps) {
  const formId = useId()
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [lists, setLists] = useState<KeywordList[] | null>(null)
  const [chosen, setChosen] = useState(newList)
  const [name, setName] = useState('')
  const open = texts !== null
  const nameField = useRef<HTMLInputElement>(null)
  const list = lists?.find(({ _id }) => _id === chosen) ?? null
  const add = async ({ _id, name: listName }: KeywordList) => {
    const given = texts ?? []
    const { added, detail } = await addToList(
      _id,
      given.map((text) => ({ text, from: getFrom?.(text) ?? from })),
    )
    notify.done(`${plural(added, 'keyword')} added to ${listName}.`, {
      detail,
      action: { label: 'Open list', onClick: () => void navigate(`/app/lists/${_id}`) },
    })
    onClose()
  }
  const toExisting = useCall()
  const toNew = useContractForm({
    endpoint: listsContract.add,
    fields: ['name'],
    texts: keywordErrorTexts,
    getInput: () => ({ workspace_id: workspace._id, name }),
    send: async (input) => {
      await add((await api(listsContract.add, input)).list)
      return null
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!list) return toNew.form.onSubmit(event)
    event.preventDefault()
    if (!toExisting.busy) void toExisting.run(() => add(list))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads each time the dialog opens.
  useEffect(() => {
    if (!open) return
    toExisting.clear()
    toNew.clear()
    setName(from.label?.slice(0, 120) ?? '')
    api(listsContract.list, { workspace_id: workspace._id, limit: 100 })
      .then(({ items }) => {
        setLists(items)
        setChosen((old) => (items.some(({ _id }) => _id === old) ? old : (items[0]?._id ?? newList)))
      })
      // Still allows creating a list when the lists don't load.
      .catch(() => setLists([]))
  }, [open, workspace._id])

  const count = texts?.length ?? 0
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => {
        if (!now) onClose()
      }}
      width="s"
      title={`Add ${plural(count, 'keyword')} to a list`}
      description="Lists belong to this workspace. Duplicate keywords are skipped."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="solid"
            busy={toExisting.busy || toNew.busy || (open && lists === null)}
          >
            Add to list
          </Button>
        </>
      }
    >
      <form {...toNew.form} id={formId} onSubmit={onSubmit} className="grid gap-4">
        {lists !== null && lists.length > 0 && (
          <Field label="List">
            <Select
              value={chosen}
              onChange={(event) => {
                setChosen(event.target.value)
                if (event.target.value === newList) requestAnimationFrame(() => nameField.current?.focus())
              }}
              options={[
                ...lists.map(({ _id, name: label, items }) => ({
                  value: _id,
                  label: `${label} (${formatCount(items)})`,
                })),
                { value: newList, label: 'New list…' },
              ]}
            />
          </Field>
        )}
        {lists !== null && chosen === newList && (
          <Field label="New list name" {...toNew.field('name')}>
            <Input ref={nameField} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        )}
        {list ? <CallError error={toExisting.error} texts={keywordErrorTexts} /> : <CallError {...toNew.callError} />}
      </form>
    </Dialog>
  )
}
