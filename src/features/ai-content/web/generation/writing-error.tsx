import type { ReactNode } from 'react'
import type { ToolType } from '#features/plans/contract-tools.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import type { ErrorBody } from '#kit/errors.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { aiContentErrorTexts } from '../error-texts.ts'

export type WritingErrorProps = {
  error: ErrorBody
  /** The units the call uses. */
  tool?: ToolType
  texts?: typeof aiContentErrorTexts
  /** What happened to the text or the credit, shown after the sentence. */
  outcome?: string
  action?: ReactNode
  className?: string
}

/** An error of a call that uses credits, with the credits left and an upgrade link if they aren't enough. */
export function WritingError({
  error,
  tool = 'ai',
  texts = aiContentErrorTexts,
  outcome,
  action,
  className,
}: WritingErrorProps) {
  const sentence = getErrorText(error, texts)
  if (error.code.startsWith('limit_')) return <LimitNotice message={sentence} tool={tool} className={className} />
  return (
    <ErrorNote todo={outcome} action={action} details={<StaffDetails error={error} />} className={className}>
      {sentence}
    </ErrorNote>
  )
}
