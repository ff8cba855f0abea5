import type { SearchSource, SourceAnswer, SourceError } from '#providers/search-data/port.ts'
import { inParallel } from './in-parallel.ts'

/** What came of all requests to one source, over several calls of `askInLanes`. */
export type AskOutcome = { answered: number; failed: number; failedInARow: number; lastFailure: SourceError | null }

export const createAskOutcome = (answered = 0): AskOutcome => ({
  answered,
  failed: 0,
  failedInARow: 0,
  lastFailure: null,
})

export type AskSettings<Ask> = {
  outcome: AskOutcome
  ask(ask: Ask): Promise<SourceAnswer>
  onAnswer(ask: Ask, answer: SourceAnswer, ms: number): void
  /** The source's failure. What isn't one is thrown, and ends all lanes. */
  toFailure(error: unknown): SourceError
  onFailure?(ask: Ask, failure: SourceError): void
  signal: AbortSignal
  /** Circuit breaker: consecutive failures until the source is given up. */
  maxFailedInARow?: number
}

/**
 * Sends the requests to one source, as many at a time as it allows. After a failure that others would repeat, or several in a
 * row, the source is given up: no request is sent any more. An abort sends none either, and its failures don't count.
 *
 * @returns the failure the source was given up for, or null
 */
export async function askInLanes<Ask>(
  source: SearchSource,
  asks: readonly Ask[],
  { outcome, ask, onAnswer, toFailure, onFailure, signal, maxFailedInARow = 3 }: AskSettings<Ask>,
): Promise<SourceError | null> {
  let givenUpFor: SourceError | null = null
  await inParallel(asks, source.concurrency, async (each) => {
    if (signal.aborted || givenUpFor) return
    const startedAt = Date.now()
    try {
      const answer = await ask(each)
      outcome.failedInARow = 0
      outcome.answered++
      onAnswer(each, answer, Date.now() - startedAt)
    } catch (error) {
      if (signal.aborted) return
      const failure = toFailure(error)
      outcome.lastFailure = failure
      outcome.failed++
      outcome.failedInARow++
      onFailure?.(each, failure)
      if (isFinal(failure) || outcome.failedInARow >= maxFailedInARow) givenUpFor ??= failure
    }
  })
  return givenUpFor
}

const finalKinds: SourceError['kind'][] = ['circuit_open', 'blocked', 'unauthorized', 'unsupported', 'budget']
const isFinal = ({ kind }: SourceError) => finalKinds.includes(kind)
