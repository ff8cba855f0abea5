import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { type KeywordList, listsContract } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { useListRemoval } from './use-list-removal.ts'

export type DeleteListProps = { list: KeywordList; onClose: () => void; onDeleted: () => void }

/** Confirms deleting a list; the toast afterwards offers to undo it. */
export function DeleteList({ list, onClose, onDeleted }: DeleteListProps) {
  const removal = useListRemoval()
  return (
    <ConfirmDialog
      title={`Delete ${list.name}?`}
      description={`This also deletes its ${plural(list.items, 'keyword')}. Reports and lookups created from it stay. You can undo right after deleting, or restore it with the API for 24 hours.`}
      action="Delete list"
      texts={keywordErrorTexts}
      onConfirm={async () => {
        await api(listsContract.remove, { _id: list._id })
        notify.done(`Deleted ${list.name}.`, {
          action: { label: 'Undo', onClick: () => void removal.undo(list._id) },
        })
        onDeleted()
      }}
      onClose={onClose}
    />
  )
}
