import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { sentenceOf } from '#web/page-calls.ts'
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
      notify.done(`The account of ${user.email} is closed.`)
      await revalidate()
      onClose()
    } catch (error) {
      setRefusal(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Close this account?"
      description={`${user.email} is signed out everywhere at once and cannot sign in; API keys stop working. Nothing is deleted, and the account can be opened again.`}
      footer={
        <>
          <Button onClick={onClose}>Keep it open</Button>
          <Button variant="danger" busy={busy} onClick={() => void close()}>
            Close the account
          </Button>
        </>
      }
    >
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
    </Dialog>
  )
}
