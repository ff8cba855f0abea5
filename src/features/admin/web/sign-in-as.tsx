import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Asks once, saying how long it lasts and who can see that it was done. A plain form: the whole page loads anew as them. */
export function SignInAs({ email, onClose }: { email: string; onClose(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Look at this account?"
      description={`You see Earshot as ${email} does, for 30 minutes. That you did is written to the audit log. You may help with reports; email, password, team, keys and plan stay out of reach.`}
      footer={
        <>
          <Button onClick={onClose}>Stay here</Button>
          <form method="post" action="/support" onSubmit={() => setBusy(true)}>
            <input type="hidden" name="email" value={email} />
            <Button type="submit" variant="solid" busy={busy}>
              Sign in as them
            </Button>
          </form>
        </>
      }
    />
  )
}
