import { useState } from 'react'
import { useFeedUrl } from '#features/data-feeds/web/use-feed-url.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { type RankTracker, ranksContract } from '../contract.ts'
import { rankErrorTexts } from './error-texts.ts'

type TrackerMenuProps = { tracker: RankTracker; onChanged: () => void; onDeleted?: () => void }

/** What can be done with one tracker. */
export function TrackerMenu({ tracker, onChanged, onDeleted }: TrackerMenuProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { _id, domain, status, running } = tracker
  const feed = useFeedUrl({ workspace_id: tracker.workspace_id, kind: 'tracker', source_id: _id })
  const perform = (work: () => Promise<unknown>) =>
    void work().then(onChanged, (error: unknown) => notify.failed(getSentence(error, rankErrorTexts)))
  return (
    <>
      <RowMenu
        label={`More actions for ${domain}`}
        items={[
          ...(status === 'paused'
            ? [{ label: 'Resume', onSelect: () => perform(() => api(ranksContract.status, { _id, status: 'active' })) }]
            : [
                {
                  label: 'Run now',
                  disabled: running,
                  onSelect: () => perform(() => api(ranksContract.run, { _id })),
                },
                {
                  label: 'Pause',
                  hint: 'Keeps all data.',
                  onSelect: () => perform(() => api(ranksContract.status, { _id, status: 'paused' })),
                },
              ]),
          feed.item,
          'line',
          { label: 'Delete…', danger: true, onSelect: () => setIsDeleting(true) },
        ]}
      />
      {feed.dialog}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the rank tracker for ${domain}?`}
          description="This deletes its keywords and their history. This can’t be undone. To keep the data, pause the tracker instead."
          action="Delete tracker"
          texts={rankErrorTexts}
          onConfirm={async () => {
            await api(ranksContract.delete, { _id })
            if (onDeleted) onDeleted()
            else onChanged()
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}
