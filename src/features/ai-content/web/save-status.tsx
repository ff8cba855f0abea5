import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import type { SaveState } from './autosave.ts'

/** Whether the server has what stands here, in a few quiet words. */
export function SaveNote({ save, onRetry, className }: { save: SaveState; onRetry: () => void; className?: string }) {
  const trouble = save.kind === 'unsent' || save.kind === 'refused' || save.kind === 'conflict'
  return (
    <span
      role="status"
      className={cx('flex items-center gap-2 text-s', trouble ? 'text-warn' : 'text-ink-3', className)}
    >
      <span title={'error' in save ? save.error.message : undefined}>{wordsFor(save)}</span>
      {(save.kind === 'unsent' || save.kind === 'refused') && (
        <Button size="s" variant="quiet" className="-mx-1.5" onClick={onRetry}>
          Try again
        </Button>
      )}
    </span>
  )
}

function wordsFor(save: SaveState) {
  switch (save.kind) {
    case 'saved':
      return 'Saved'
    case 'waiting':
    case 'saving':
      return 'Saving…'
    case 'conflict':
      return 'Changed elsewhere'
    default: {
      const where = save.kept ? 'saved in this browser' : 'only in this tab'
      const why = save.kind === 'unsent' && save.error.code === 'unavailable' ? 'offline' : save.error.message
      return `Not saved (${why.replace(/\.$/, '')}); ${where}`
    }
  }
}
