import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type SignedIn, useSignedIn } from '#web/session/use-signed-in.ts'
import type { GoogleTarget } from '../contract.ts'

const GoogleDialog = lazy(() => import('./google-dialog.tsx').then((file) => ({ default: file.GoogleDialog })))

type GoogleExport = {
  /** Only where the operator set it up. */
  isAvailable: boolean
  open: () => void
  dialog: ReactNode
}

/** For Export menus: a dialog that creates a file in the person's Google Drive. */
export function useGoogleExport(workspaceId: string, target: GoogleTarget): GoogleExport {
  const signedIn = useSignedIn() as SignedIn | undefined
  const [isOpen, setOpen] = useState(false)
  return {
    isAvailable: signedIn?.googleExport === true,
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <GoogleDialog workspaceId={workspaceId} target={target} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
