import { useState } from 'react'
import { useOutletContext } from 'react-router'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import type { SignedIn } from '../session/use-signed-in.ts'
import { type ErrorTexts, getErrorText, withoutIndex } from './error-texts.ts'

export type CallErrorProps = {
  error: ErrorBody | null | undefined
  /** The feature's sentences. */
  texts?: ErrorTexts
  /** Fields that show their own error: one about them is not repeated here. */
  fields?: readonly string[]
  /** Whether the plan that doesn't suffice is this person's own; read from the workspace where it isn't given. */
  ownPlan?: boolean
  action?: React.ReactNode
  className?: string
}

/** What the server refused, next to what was tried; where a plan doesn't suffice, the way to upgrade. */
export function CallError({ error, texts, fields = [], ownPlan, action, className }: CallErrorProps) {
  const signedIn = useOutletContext<SignedIn | undefined>()
  if (!error || (error.field && fields.includes(withoutIndex(error.field)))) return null
  const limited = error.code.startsWith('limit_')
  const isOwnPlan = ownPlan ?? signedIn?.workspace?.role === 'owner'
  return (
    <ErrorNote
      className={className}
      tone={limited ? 'warn' : 'bad'}
      todo={limited && !isOwnPlan ? 'This workspace uses its owner’s plan. Ask them to upgrade.' : undefined}
      action={
        action ??
        (limited && isOwnPlan ? (
          <Button href="/app/billing" size="s">
            View plans
          </Button>
        ) : undefined)
      }
      details={<StaffDetails error={error} />}
    >
      <span className="whitespace-pre-line">{getErrorText(error, texts)}</span>
    </ErrorNote>
  )
}

/** The server's own sentence, for staff only; read out when it is opened, not together with the sentence above it. */
export function StaffDetails({ error }: { error: ErrorBody }) {
  const signedIn = useOutletContext<SignedIn | undefined>()
  const [isOpen, setOpen] = useState(false)
  if (!signedIn?.user?.staff) return null
  return (
    <Disclosure className="text-ink-3 text-xs" summary="Details" onToggle={setOpen}>
      {isOpen && (
        <p className="max-w-180">
          {error.message} ({[error.code, error.reason, error.field].filter(Boolean).join(' · ')})
        </p>
      )}
    </Disclosure>
  )
}
