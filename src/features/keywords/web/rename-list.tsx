import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { type KeywordList, listsContract } from '../contract.ts'
import { keywordErrorTexts } from './error-texts.ts'

export type RenameListProps = {
  /** Null keeps the dialog closed. */
  list: KeywordList | null
  onClose: () => void
  onRenamed: () => void
}

export function RenameList({ list, onClose, onRenamed }: RenameListProps) {
  const call = useCall()
  const [name, setName] = useState('')
  useEffect(() => {
    if (list) setName(list.name)
  }, [list])
  const close = () => {
    call.clear()
    onClose()
  }
  const save = () =>
    call.run(async () => {
      if (!list) return
      await api(listsContract.rename, { _id: list._id, name })
      onRenamed()
      onClose()
    })
  const form = useFocusInvalid(call.error)
  return (
    <Dialog
      open={list !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      width="s"
      title="Rename list"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="solid" busy={call.busy} onClick={() => void save()}>
            Rename list
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
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
