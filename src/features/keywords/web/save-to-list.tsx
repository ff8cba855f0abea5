import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type KeywordList, type ListOrigin, listsContract, maxItemsACall } from '../contract.ts'
import { keywordErrorTexts } from './error-texts.ts'

/** Source of a list's keywords. */
export type ListFrom = { kind: ListOrigin; id?: string | null; label?: string | null }

export type SaveToListProps = {
  /** Keywords to save; null keeps the dialog closed. */
  texts: string[] | null
  from: ListFrom
  onClose: () => void
}

const newList = ''

/** Adds keywords to an existing or a new list. */
export function SaveToList({ texts, from, onClose }: SaveToListProps) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const call = useCall()
  const [lists, setLists] = useState<KeywordList[] | null>(null)
  const [chosen, setChosen] = useState(newList)
  const [name, setName] = useState('')
  const open = texts !== null
  const form = useFocusInvalid(call.error)
  const nameField = useRef<HTMLInputElement>(null)
  const { clear } = call
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads each time the dialog opens.
  useEffect(() => {
    if (!open) return
    clear()
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
  const save = () =>
    call.run(async () => {
      const given = texts ?? []
      const items = given.map((text) => ({ text, from }))
      let list = lists?.find(({ _id }) => _id === chosen) ?? null
      if (!list) list = (await api(listsContract.add, { workspace_id: workspace._id, name })).list
      let added = 0
      for (let at = 0; at < items.length; at += maxItemsACall)
        added += (await api(listsContract.addItems, { _id: list._id, items: items.slice(at, at + maxItemsACall) }))
          .added
      const duplicates = given.length - added
      const { _id, name: listName } = list
      notify.done(`${plural(added, 'keyword')} added to ${listName}.`, {
        ...(duplicates > 0
          ? { detail: `${formatCount(duplicates)} ${duplicates === 1 ? 'was' : 'were'} already in it.` }
          : {}),
        action: { label: 'Open list', onClick: () => void navigate(`/app/lists/${_id}`) },
      })
      onClose()
    })
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
          <Button variant="solid" busy={call.busy || (open && lists === null)} onClick={() => void save()}>
            Add to list
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
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
          <Field label="New list name" error={getFieldError(call.error, 'name', keywordErrorTexts)} required>
            <Input ref={nameField} value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
          </Field>
        )}
        <CallError error={call.error} texts={keywordErrorTexts} fields={['name']} />
      </form>
    </Dialog>
  )
}
