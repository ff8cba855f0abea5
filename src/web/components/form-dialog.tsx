import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, type DialogProps } from '#ui/overlays/dialog.tsx'
import { CallError, type CallErrorProps } from '../calls/call-error.tsx'

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'width'> & {
  open?: boolean
  /** What `useContractForm` returned. */
  form: { form: ComponentProps<'form'>; busy: boolean; callError: Pick<CallErrorProps, 'error' | 'texts'> }
  /** Label of the button that sends it: "Rename list". */
  action: ReactNode
  /** Without it only the window's own button closes it. */
  canCancel?: boolean
  onClose: () => void
  /** Above the buttons, always in view: what it costs. */
  cost?: ReactNode
  /** Of the form. */
  className?: string
  children: ReactNode
}

/** One form in a dialog, with its buttons and, below the fields, what the server refused. */
export function FormDialog(props: FormDialogProps) {
  const {
    open = true,
    form,
    action,
    canCancel = true,
    onClose,
    cost,
    className = 'grid gap-4',
    children,
    ...rest
  } = props
  const id = useId()
  return (
    <Dialog
      {...rest}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      footer={
        <>
          {cost && <div className="basis-full text-left">{cost}</div>}
          {canCancel && <Button onClick={onClose}>Cancel</Button>}
          <Button type="submit" form={id} variant="solid" busy={form.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        {...form.form}
        id={id}
        className={className}
        onSubmit={(event) => {
          // For React, a dialog opened in a form is inside it.
          event.stopPropagation()
          form.form.onSubmit?.(event)
        }}
      >
        {children}
        <CallError {...form.callError} className="col-span-full" />
      </form>
    </Dialog>
  )
}
