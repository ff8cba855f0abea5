import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallRefusal } from '#web/call-refusal.tsx'
import { Moment } from '#web/moment.tsx'
import { useCall } from '#web/use-call.ts'
import { type ApiKey, apiKeysContract } from '../contract.ts'
import { scopesInWords } from '../scope-words.ts'

export type KeyQuestionProps = { item: ApiKey | null; onClose(): void; onRemoved(id: string): Promise<void> }

/** Removing a key: says what stops working, and asks once. */
export function KeyQuestion({ item, onClose, onRemoved }: KeyQuestionProps) {
  const { busy, error, run, clear } = useCall()
  const close = () => {
    clear()
    onClose()
  }
  const remove = ({ _id, name }: ApiKey) =>
    run(async () => {
      await api(apiKeysContract.remove, { _id })
      close()
      notify.done(`${name} is removed.`)
      await onRemoved(_id)
    })
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => !open && close()}
      width="s"
      title={item && `Remove ${item.name}?`}
      description={
        item && (
          <>
            Whatever uses <code>ek_…{item.last4}</code> is refused from its next call on. What it may do:{' '}
            {scopesInWords(item.scopes)}.{' '}
            {item.last_used_at ? (
              <>
                Last used <Moment at={item.last_used_at} />.
              </>
            ) : (
              'It was never used.'
            )}{' '}
            What it made stays. It cannot be brought back.
          </>
        )
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => item && void remove(item)}>
            Remove the key
          </Button>
        </>
      }
    >
      {error && <CallRefusal error={error} ownPlan={false} />}
    </Dialog>
  )
}
