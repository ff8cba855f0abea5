import type { Failure } from '../../src/kit/errors.ts'
import { type ErrorTexts, generalReasons } from '../../src/web/calls/error-texts.ts'

/** Whether screens have a text for this failure's reason, not just for its code. */
export function hasSentence({ failure }: { failure: Failure | null }, texts: ErrorTexts): boolean {
  const { field, reason } = failure ?? {}
  if (!reason) return false
  return [`${field}:${reason}`, reason].some((key) => texts.reasons?.[key] !== undefined) || reason in generalReasons
}
