import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { Overview, SourceState } from '../contract.ts'
import { reportErrorTexts } from './error-texts.ts'

/** What a source's state says; reports of earlier versions stored no reason. */
export function getSourceText(source: Pick<SourceState, 'state' | 'error' | 'failure'>): string {
  const error = getStoredError(source)
  if (error && source.failure) return getErrorText(error, reportErrorTexts)
  if (source.state === 'failed') return 'It didn’t respond. Try again.'
  if (source.state === 'skipped') return error ? 'Not used for this report.' : 'Not selected for this report.'
  return 'Some of its results are missing.'
}

const withoutReason: Record<string, string> = {
  volume: 'This report has no search volumes.',
  trend: 'This report has no trend.',
  serp: 'This report has no ranking pages.',
}

/** Why columns and sections of a report are empty, by name. */
export function getMissingTexts({ missing, missing_reasons = {} }: Pick<Overview, 'missing' | 'missing_reasons'>) {
  const texts: Record<string, string> = {}
  for (const name of Object.keys(missing)) {
    const reason = missing_reasons[name]
    const text = reason ? getErrorText(reason, reportErrorTexts) : withoutReason[name]
    if (text) texts[name] = text
  }
  return texts
}
