import { humanizerContract, type Sentence, type Strength } from '#features/humanizer/contract.ts'
import type { EventOf } from '#kit/endpoint.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { plural } from '#ui/format/format.ts'
import { readEvents } from './read-event-stream.ts'

export type HumanizedPassage = {
  text: string
  note: string
  sentences: Sentence[]
  outcome: Outcome
  notice: string | null
}

type Outcome = Extract<EventOf<typeof humanizerContract.humanize>, { event: 'done' }>['data']

/**
 * Humanizes a passage and reports sentences as they stream in.
 * @throws AppError the humanizer's error
 */
export async function humanizePassage(
  passage: {
    workspaceId: string
    documentId: string
    voiceId: string | null
    text: string
    language: string
    strength: Strength
  },
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<HumanizedPassage> {
  const { workspaceId, documentId, voiceId, text, language, strength } = passage
  const sentences: Sentence[] = []
  let outcome: Outcome | null = null
  let failure: AppError | null = null
  let notice: string | null = null
  await readEvents(
    humanizerContract.humanize,
    {
      workspace_id: workspaceId,
      document_id: documentId,
      ...(voiceId ? { voice_id: voiceId } : {}),
      text,
      language,
      strength,
    },
    ({ event, data }) => {
      if (event === 'score') notice = data.notice
      else if (event === 'sentence') {
        sentences.push(data)
        onText(data.kept ? data.original : data.rewritten)
      } else if (event === 'done') outcome = data
      else if (event === 'error') failure = AppError.fromBody(data as ErrorBody)
    },
    signal,
  )
  if (failure) throw failure
  if (!outcome)
    throw new AppError('unavailable', 'The connection was lost before the suggestion was complete. Try again.', {
      reason: 'suggestion_interrupted',
    })
  const done = outcome as Outcome
  const note = getNote(done)
  return { text: done.text, note: notice ? `${notice} ${note}` : note, sentences, outcome: done, notice }
}

function getNote({ before, after, changed, facts }: Outcome) {
  const reads = `Style score: ${Math.round(before)} before, ${Math.round(after)} after (of 100; higher is more like AI texts).`
  if (changed === 0) return `${reads} No sentences were changed.`
  const lost = facts.lost.length > 0 ? ` Missing facts: ${facts.lost.join(', ')}.` : ''
  const unchangedNote =
    facts.kept.length > 0 && !lost
      ? ` ${plural(facts.kept.length, 'number, name or quotation', 'numbers, names and quotations')} kept.`
      : ''
  return `${reads} ${plural(changed, 'sentence')} changed.${unchangedNote}${lost}`
}
