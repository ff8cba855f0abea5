import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorNote } from './error-message.tsx'

type RetryNoteProps = { onRetry: () => void; className?: string; children: ReactNode }

/** What couldn't be loaded, with a button to try again. */
export function RetryNote({ onRetry, className, children }: RetryNoteProps) {
  return (
    <ErrorNote
      className={className}
      action={
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </ErrorNote>
  )
}
