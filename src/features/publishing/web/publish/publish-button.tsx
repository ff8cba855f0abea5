import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { PublishDialogProps } from './publish-dialog.tsx'

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((file) => ({ default: file.PublishDialog })))

export type PublishDocumentProps = Omit<PublishDialogProps, 'onClose' | 'checks'> & {
  /** What to look at before publishing, shown above the form. */
  renderChecks: (close: () => void) => ReactNode
}

/** Publishes a document on the workspace's blog or another site. Its dialog loads when it's opened. */
export function PublishDocument({ renderChecks, ...props }: PublishDocumentProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Publish</Button>
      {open && (
        <Suspense>
          <PublishDialog {...props} checks={renderChecks(close)} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
