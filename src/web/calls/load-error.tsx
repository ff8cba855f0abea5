import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { StaffDetails } from './call-error.tsx'
import { type ErrorTexts, getErrorText } from './error-texts.ts'

export type LoadErrorProps = {
  /** What isn't there now, as a sentence: a screen has several parts that load by themselves. */
  what: string
  error: ErrorBody
  /** The feature's sentences. */
  texts?: ErrorTexts
  onRetry: () => void
  className?: string
}

/** In place of a part of a screen that couldn't be loaded: what, why, and another try. */
export const LoadError = ({ what, error, texts, onRetry, className }: LoadErrorProps) => (
  <ErrorNote
    tone="warn"
    className={className}
    details={<StaffDetails error={error} />}
    action={
      <Button size="s" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {what} <span className="text-ink-2">{getErrorText(error, texts)}</span>
  </ErrorNote>
)
