import { useState } from 'react'
import { useFeedUrl } from '#features/data-feeds/web/use-feed-url.tsx'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { type ListenerHead, listenersContract } from '../contract.ts'
import { listenerErrorTexts } from './error-texts.ts'

export type ListenerMenuProps = { head: ListenerHead; onChanged: () => void; onDeleted?: () => void }

/** Menu of actions for one listener. */
export function ListenerMenu({ head, onChanged, onDeleted }: ListenerMenuProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const paused = head.status === 'paused'
  const feed = useFeedUrl({ workspace_id: head.workspace_id, kind: 'listener', source_id: head._id })
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
    feed.item,
    'line',
    { label: 'Delete…', danger: true, onSelect: () => setIsDeleting(true) },
  ]
  return (
    <>
      <RowMenu label={`More actions for ${head.keyword}`} items={items} />
      {feed.dialog}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the listener for “${head.keyword}”?`}
          description="This deletes its keywords, runs and feeds. This can’t be undone. To keep the data, pause the listener instead."
          action="Delete listener"
          texts={listenerErrorTexts}
          onConfirm={async () => {
            await api(listenersContract.delete, { _id: head._id })
            if (onDeleted) onDeleted()
            else onChanged()
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}

export const setStatus = (head: ListenerHead, status: 'active' | 'paused') =>
  api(listenersContract.status, { _id: head._id, status })
