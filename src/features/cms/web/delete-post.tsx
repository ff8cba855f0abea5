import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CallError } from '#web/call-error.tsx'
import { useCall } from '#web/use-call.ts'
import type { PostHead } from '../contract.ts'
import { cmsErrorTexts } from './error-texts.ts'

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
  const { busy, error, run } = useCall()
  const remove = async () => {
    if (await run(onDelete)) onClose()
  }
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title="Delete this post?"
      description={`“${post.title}” will be deleted with its versions and likes${
        post.status === 'published' ? ', and its link will stop working' : ''
      }. This can’t be undone.${stays ? ` ${stays}` : ''}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Delete post
          </Button>
        </>
      }
    >
      <CallError error={error} texts={cmsErrorTexts} />
    </Dialog>
  )
}
