import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { whenIdle } from '#ui/hooks/when-idle.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { SessionFormProps } from './session-form.tsx'
import { sessionRecovery } from './session-recovery.ts'
import { useSessionRecovery } from './use-session-renewals.ts'

const loadForm = () => import('./session-form.tsx')
const SessionForm = lazy(loadForm)

export type SessionDialogProps = Pick<SessionFormProps, 'user'>

/**
 * Opens in place when a session ends in the middle of work. What was interrupted goes on after the sign-in; after Cancel the page stays
 * as it is, under a note that leads back here.
 */
export function SessionDialog({ user }: SessionDialogProps) {
  const [open, setOpen] = useState(false)
  const answer = useRef<((renewed: boolean) => void) | null>(null)
  const { declined } = useSessionRecovery()

  useEffect(() => {
    const plain = window.fetch
    const wrapped = sessionRecovery.wrapFetch(plain)
    // Only the router's own requests: the app's calls already ask.
    window.fetch = (input, init) => (isRouterRequest(input) ? wrapped : plain)(input, init)
    const stop = sessionRecovery.setPrompt(
      () =>
        new Promise((resolve) => {
          answer.current = resolve
          setOpen(true)
        }),
    )
    return () => {
      stop()
      window.fetch = plain
      answer.current?.(false)
    }
  }, [])

  // Here before it's needed: the server may be away by then.
  useEffect(() => whenIdle(() => void loadForm()), [])

  const close = useCallback((renewed: boolean) => {
    setOpen(false)
    answer.current?.(renewed)
    answer.current = null
  }, [])

  return (
    <>
      {declined && !open && <SignedOutNote />}
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close(false)}
        title="Sign in to continue"
        description="Your session ended. Nothing on this page is lost, and what you were doing continues after you sign in."
        width="s"
      >
        <Suspense>
          <SessionForm user={user} onSignedIn={() => close(true)} onCancel={() => close(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}

function isRouterRequest(input: RequestInfo | URL) {
  const address = input instanceof Request ? input.url : String(input)
  return new URL(address, location.href).pathname.endsWith('.data')
}

function SignedOutNote() {
  return (
    <div
      role="status"
      className="no-print fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-140 flex-wrap items-center justify-between gap-3 rounded-l border border-line-2 bg-panel px-4 py-3 text-s shadow-float"
    >
      <p className="min-w-0 flex-1">You’re signed out. What you typed is still on this page, but it isn’t saved.</p>
      <Button variant="solid" size="s" onClick={() => void sessionRecovery.renew()}>
        Sign in
      </Button>
    </div>
  )
}
