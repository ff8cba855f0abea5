import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CallError } from '../calls/call-error.tsx'
import type { ErrorTexts } from '../calls/error-texts.ts'
import { useCall } from '../calls/use-call.ts'

export type ConfirmDialogProps = {
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The button's label: "Delete list". */
  action: string
  /** The dialog closes when it resolves, unless it resolves to false, and shows what it throws. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The feature's sentences for errors. */
  texts: ErrorTexts
  /** As in CallError. */
  ownPlan?: boolean
}

/** Asks before something is deleted, removed or disabled. It is open while it is rendered. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, children, action, onConfirm, onClose, texts, ownPlan } = props
  const { busy, error, run } = useCall()
  const confirm = () =>
    run(async () => {
      if ((await onConfirm()) !== false) onClose()
    })
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
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <CallError error={error} texts={texts} ownPlan={ownPlan} className={children ? 'mt-3' : undefined} />
    </Dialog>
  )
}
