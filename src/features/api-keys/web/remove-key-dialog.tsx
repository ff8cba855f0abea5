import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { useCall } from '#web/use-call.ts'
import { type ApiKey, apiKeysContract } from '../contract.ts'
import { scopesInWords } from '../scope-labels.ts'
import { apiKeyErrorTexts } from './error-texts.ts'

export type RemoveKeyDialogProps = { item: ApiKey | null; onClose(): void; onRemoved(id: string): Promise<void> }

/** Confirms deleting a key and shows which permissions are lost. */
export function RemoveKeyDialog({ item, onClose, onRemoved }: RemoveKeyDialogProps) {
  const { busy, error, run, clear } = useCall()
  const close = () => {
    clear()
    onClose()
  }
  const remove = ({ _id, name }: ApiKey) =>
    run(async () => {
      await api(apiKeysContract.remove, { _id })
      close()
      notify.done(`${name} deleted.`)
      await onRemoved(_id)
    })
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => !open && close()}
      width="s"
      title={item && `Delete ${item.name}?`}
      description={
        item && (
          <>
            Programs that use <code>ek_…{item.last4}</code> lose access immediately. Permissions:{' '}
            {scopesInWords(item.scopes)}.{' '}
            {item.last_used_at ? (
              <>
                Last used <DateTime at={item.last_used_at} />.
              </>
            ) : (
              'Never used.'
            )}{' '}
            Anything created with it stays. This can’t be undone.
          </>
        )
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => item && void remove(item)}>
            Delete key
          </Button>
        </>
      }
    >
      <CallError error={error} texts={apiKeyErrorTexts} />
    </Dialog>
  )
}
