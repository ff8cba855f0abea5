import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { PublishDialogProps } from './publish-dialog.tsx'

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((file) => ({ default: file.PublishDialog })))

/** Publishes a document on the workspace's blog or another site. Its dialog loads when it's opened. */
export function PublishDocument(props: Omit<PublishDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Publish</Button>
      {open && (
        <Suspense>
          <PublishDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
