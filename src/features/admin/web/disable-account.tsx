import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { type AdminUser, adminContract } from '../contract.ts'

/** Asks once, saying what ends and what stays. */
export function CloseAccount({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const close = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await api(adminContract.usersDisable, { user_id: user._id, disabled: true })
      notify.done(`Account ${user.email} disabled.`)
      await revalidate()
      onClose()
    } catch (error) {
      setRefusal(getSentence(error))
      setBusy(false)
    }
  }
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
          <Button variant="danger" busy={busy} onClick={() => void close()}>
            Disable account
          </Button>
        </>
      }
    >
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
    </Dialog>
  )
}
