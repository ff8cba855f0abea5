import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { fieldSentence } from './field-error.ts'

export type CallRefusalProps = {
  error: ErrorBody | null
  /** Whether the plan that does not reach is this person's own. */
  ownPlan: boolean
  className?: string
}

/** What the server refused, where it was asked for; where a plan does not reach, the way to more stands beside it. */
export function CallRefusal({ error, ownPlan, className }: CallRefusalProps) {
  if (!error) return null
  const limited = error.code.startsWith('limit_')
  return (
    <ErrorNote
      className={className}
      tone={limited ? 'warn' : 'bad'}
      todo={limited && !ownPlan ? 'This workspace uses its owner’s plan. Ask them to upgrade.' : undefined}
      action={
        limited && ownPlan ? (
          <Button href="/app/billing" size="s">
            View plans
          </Button>
        ) : undefined
      }
    >
      <span className="whitespace-pre-line">{fieldSentence(error)}</span>
    </ErrorNote>
  )
}
