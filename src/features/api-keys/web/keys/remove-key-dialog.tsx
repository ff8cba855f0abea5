import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { type ApiKey, apiKeysContract } from '../../contract.ts'
import { scopesInWords } from '../../rules/scope-labels.ts'
import { apiKeyErrorTexts } from '../error-texts.ts'

export type RemoveKeyDialogProps = { item: ApiKey; onClose(): void; onRemoved(id: string): Promise<void> }

/** Confirms deleting a key and shows which permissions are lost. */
export function RemoveKeyDialog({ item, onClose, onRemoved }: RemoveKeyDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${item.name}?`}
      description={
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
      }
      action="Delete key"
      texts={apiKeyErrorTexts}
      onConfirm={async () => {
        await api(apiKeysContract.remove, { _id: item._id })
        notify.done(`${item.name} deleted.`)
        void onRemoved(item._id)
      }}
      onClose={onClose}
    />
  )
}
