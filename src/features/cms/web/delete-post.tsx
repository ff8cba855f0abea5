import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CallError } from '#web/call-error.tsx'
import { useCall } from '#web/use-call.ts'
import type { PostHead } from '../contract.ts'
import { cmsErrorTexts } from './error-texts.ts'

export type DeletePostProps = {
  post: PostHead
  /** What stays, in a sentence. */
  stays?: string
  /** Deletes it and shows the list anew. */
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Asked once: a post has no way back. */
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
      }. This cannot be undone.${stays ? ` ${stays}` : ''}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      <CallError error={error} texts={cmsErrorTexts} />
    </Dialog>
  )
}
