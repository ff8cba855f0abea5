import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import type { SaveState } from '../editor/saving/autosave.ts'
import { aiContentErrorTexts } from '../error-texts.ts'

export function SaveStatus({ save, onRetry, className }: { save: SaveState; onRetry: () => void; className?: string }) {
  const trouble = save.kind === 'unsent' || save.kind === 'refused' || save.kind === 'conflict'
  return (
    <span
      role="status"
      className={cx('flex items-center gap-2 text-s', trouble ? 'text-warn' : 'text-ink-3', className)}
    >
      <span title={'error' in save ? getErrorText(save.error, aiContentErrorTexts) : undefined}>{getText(save)}</span>
      {(save.kind === 'unsent' || save.kind === 'refused') && (
        <Button size="s" variant="quiet" className="-mx-1.5" onClick={onRetry}>
          Try again
        </Button>
      )}
    </span>
  )
}

function getText(save: SaveState) {
  switch (save.kind) {
    case 'saved':
      return 'Saved'
    case 'waiting':
    case 'saving':
      return 'Saving…'
    case 'conflict':
      return 'Changed elsewhere'
    default: {
      const offline = save.kind === 'unsent' && save.error.code === 'unavailable'
      return `${offline ? 'Offline' : 'Couldn’t save'}. Changes are ${save.isBackedUp ? 'kept in this browser' : 'only in this tab'}.`
    }
  }
}
