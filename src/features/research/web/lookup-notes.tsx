import { ErrorNote } from '#ui/error-message.tsx'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { TrendAnswer, VolumeAnswer } from '../contract.ts'
import { researchErrorTexts } from './error-texts.ts'

/** What a lookup lacks and why. Lookups of earlier versions stored no reasons. */
export const LookupNotes = ({ answer }: { answer: TrendAnswer | VolumeAnswer }) =>
  answer.notes.map((note, at) => {
    const error = getStoredError({ error: note, failure: answer.note_reasons?.[at] })!
    return (
      <ErrorNote key={note} tone="warn" className="mb-3" details={<StaffDetails error={error} />}>
        {getErrorText(error, researchErrorTexts)}
      </ErrorNote>
    )
  })
