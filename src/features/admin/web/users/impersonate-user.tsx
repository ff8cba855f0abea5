import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/** Confirms impersonation. A plain form, so that the whole page reloads as the user. */
export function ImpersonateUser({ email, onClose }: { email: string; onClose(): void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Sign in as this user?"
      description={`You’ll see Earshot as ${email} does for 30 minutes. This is recorded in the audit log. You can help with reports, but you can’t change the email, password, team, keys or plan.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <form method="post" action="/support" onSubmit={() => setBusy(true)}>
            <input type="hidden" name="email" value={email} />
            <Button type="submit" variant="solid" busy={busy}>
              Sign in as user
            </Button>
          </form>
        </>
      }
    />
  )
}
