import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { useCall } from '#web/use-call.ts'
import { type AdminUser, adminContract } from '../contract.ts'
import { adminErrorTexts } from './error-texts.ts'

/** Confirms disabling an account. */
export function DisableAccount({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const disable = () =>
    run(async () => {
      await api(adminContract.usersDisable, { user_id: user._id, disabled: true })
      notify.done(`Account ${user.email} disabled.`)
      await revalidate()
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Disable this account?"
      description={`${user.email} is signed out everywhere immediately and can’t sign in. API keys stop working. Nothing is deleted, and you can enable the account again.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void disable()}>
            Disable account
          </Button>
        </>
      }
    >
      <CallError error={error} texts={adminErrorTexts} />
    </Dialog>
  )
}
