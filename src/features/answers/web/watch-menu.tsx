import { useState } from 'react'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { type AnswerWatch, answersContract } from '../contract.ts'
import { answerErrorTexts } from './error-texts.ts'

type WatchMenuProps = { watch: AnswerWatch; onChanged: () => void; onDeleted?: () => void }

/** What can be done with one watch. */
export function WatchMenu({ watch, onChanged, onDeleted }: WatchMenuProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { _id, brand, status, running } = watch
  const perform = (work: () => Promise<unknown>) =>
    void work().then(onChanged, (error: unknown) => notify.failed(getSentence(error, answerErrorTexts)))
  return (
    <>
      <RowMenu
        label={`More actions for ${brand.name}`}
        items={[
          ...(status === 'paused'
            ? [
                {
                  label: 'Resume',
                  onSelect: () => perform(() => api(answersContract.status, { _id, status: 'active' })),
                },
              ]
            : [
                {
                  label: 'Run now',
                  disabled: running,
                  onSelect: () => perform(() => api(answersContract.run, { _id })),
                },
                {
                  label: 'Pause',
                  hint: 'Keeps all answers.',
                  onSelect: () => perform(() => api(answersContract.status, { _id, status: 'paused' })),
                },
              ]),
          'line',
          { label: 'Delete…', danger: true, onSelect: () => setIsDeleting(true) },
        ]}
      />
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the watch for ${brand.name}?`}
          description="This deletes its prompts and all answers. This can’t be undone. To keep them, pause the watch instead."
          action="Delete watch"
          texts={answerErrorTexts}
          onConfirm={async () => {
            await api(answersContract.delete, { _id })
            if (onDeleted) onDeleted()
            else onChanged()
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}
