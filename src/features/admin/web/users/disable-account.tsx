import { useRevalidator } from 'react-router'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { type AdminUser, adminContract } from '../../contract.ts'
import { adminErrorTexts } from '../error-texts.ts'

/** Confirms disabling an account. */
export function DisableAccount({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { revalidate } = useRevalidator()
  return (
    <ConfirmDialog
      title="Disable this account?"
      description={`${user.email} is signed out everywhere immediately and can’t sign in. API keys stop working. Nothing is deleted, and you can enable the account again.`}
      action="Disable account"
      texts={adminErrorTexts}
      onConfirm={async () => {
        await api(adminContract.usersDisable, { user_id: user._id, disabled: true })
        notify.done(`Account ${user.email} disabled.`)
        await revalidate()
      }}
      onClose={onClose}
    />
  )
}
