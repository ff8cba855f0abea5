import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getSentence } from '#web/loader-calls.ts'
import { useCall } from '#web/use-call.ts'
import { type ListenerHead, listenersContract } from '../contract.ts'
import { listenerErrorTexts } from './error-texts.ts'

export type ListenerMenuProps = { head: ListenerHead; onChanged: () => void; onDeleted?: () => void }

/** Menu of actions for one listener. */
export function ListenerMenu({ head, onChanged, onDeleted }: ListenerMenuProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const paused = head.status === 'paused'
  const perform = (work: () => Promise<void>) =>
    void (async () => {
      try {
        await work()
        onChanged()
      } catch (error) {
        notify.failed(getSentence(error, listenerErrorTexts))
      }
    })()
  const items: MenuItem[] = [
    ...(paused
      ? [
          {
            label: 'Resume',
            hint: 'Uses 1 listener from your plan',
            onSelect: () => perform(async () => void (await setStatus(head, 'active'))),
          },
        ]
      : [
          {
            label: 'Run now',
            disabled: head.running,
            onSelect: () => perform(async () => void (await api(listenersContract.run, { _id: head._id }))),
          },
          {
            label: 'Pause',
            hint: 'Frees 1 listener in your plan. Keeps all data.',
            onSelect: () => perform(async () => void (await setStatus(head, 'paused'))),
          },
        ]),
    'line',
    { label: 'Delete…', danger: true, onSelect: () => setIsDeleting(true) },
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button
            size="s"
            variant="quiet"
            aria-label={`More actions for ${head.keyword}`}
            className="w-7 px-0!"
            icon={<Ellipsis size={15} aria-hidden />}
          />
        }
      />
      {isDeleting && (
        <DeleteDialog
          head={head}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            setIsDeleting(false)
            if (onDeleted) onDeleted()
            else onChanged()
          }}
        />
      )}
    </>
  )
}

export const setStatus = (head: ListenerHead, status: 'active' | 'paused') =>
  api(listenersContract.status, { _id: head._id, status })

function DeleteDialog({
  head,
  onClose,
  onDeleted,
}: {
  head: ListenerHead
  onClose: () => void
  onDeleted: () => void
}) {
  const { busy, error, run } = useCall()
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title={`Delete the listener for “${head.keyword}”?`}
      description="This deletes its keywords, runs and feeds. This can’t be undone. To keep the data, pause the listener instead."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={() =>
              void run(async () => {
                await api(listenersContract.delete, { _id: head._id })
                onDeleted()
              })
            }
          >
            Delete listener
          </Button>
        </>
      }
    >
      <CallError error={error} texts={listenerErrorTexts} />
    </Dialog>
  )
}
