import { type FormEvent, useId, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import { reportErrorTexts } from '../../../error-texts.ts'

export type TopicNameDialogProps = {
  title: string
  description?: string
  label: string
  first: string
  action: string
  busy: boolean
  error: ErrorBody | null
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for a topic's name: to rename one, to split one off, to merge several. */
export function TopicNameDialog(props: TopicNameDialogProps) {
  const { title, description, label, first, action, busy, error, onSave, onClose } = props
  const [name, setName] = useState(first)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && !busy) onSave(name.trim())
  }
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form={form} busy={busy} disabled={!name.trim()}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={label}>
          <Input
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <CallError className="mt-3" error={error} texts={reportErrorTexts} />
      </form>
    </Dialog>
  )
}
