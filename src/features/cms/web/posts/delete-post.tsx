import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { PostHead } from '../../contract.ts'
import { cmsErrorTexts } from '../error-texts.ts'

export type DeletePostProps = {
  post: PostHead
  /** A sentence on what isn't deleted. */
  stays?: string
  /** Deletes the post and reloads the list. */
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Confirms deleting a post. */
export function DeletePost({ post, stays, onDelete, onClose }: DeletePostProps) {
  return (
    <ConfirmDialog
      title="Delete this post?"
      description={`“${post.title}” will be deleted with its versions and likes${
        post.status === 'published' ? ', and its link will stop working' : ''
      }. This can’t be undone.${stays ? ` ${stays}` : ''}`}
      action="Delete post"
      texts={cmsErrorTexts}
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}
