import { askInLanes, createAskOutcome } from '#features/reports/pipeline/ask-in-lanes.ts'
import { displayText, keywordKeyIn, preferredText } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { createPlannedSpending } from '#features/reports/rules/planned-spending.ts'
import { toPartialError, toSourceAppError, toSourceError } from '#features/reports/rules/source-errors.ts'
import { AppError } from '#kit/errors.ts'
import type { SearchSource, SourceAnswer, SourceError } from '#providers/search-data/port.ts'
import type { SourceResult } from './rules/diff-run.ts'

/** Queries one source with all searches of a depth-1 report. Skips the cache, since a run needs current answers. */

/** `terms`: the keyword's expansions, for sources that get more than the keyword. */
export type Subject = { keyword: string; country: string; language: string; terms: () => string[] }

const maxKeywordLength = 200

export async function querySource(source: SearchSource, subject: Subject, signal: AbortSignal): Promise<SourceResult> {
  const { keyword, country, language } = subject
  const terms = source.fanOut === 'seed' ? [keyword] : subject.terms()
  const items: SourceResult['items'] = new Map()
  /** Raw phrases that differ from their key: skips normalizing the many repeats. */
  const seen = new Set<string>()
  // Plans one call per term, since an aborted call may have been charged.
  const spending = createPlannedSpending(terms.flatMap(() => source.askCalls?.() ?? []))
  const tally = createAskOutcome()
  let incomplete: SourceError | null = null

  const addPhrase = (given: string) => {
    if (items.get(given) === given || seen.has(given)) return
    const text = displayText(given)
    const key = keywordKeyIn(text, language)
    if (key !== given) seen.add(given)
    if (key === '' || text.length > maxKeywordLength) return
    const known = items.get(key)
    items.set(key, known === undefined ? text : preferredText(known, text))
  }
  const addAnswer = ({ suggestions, metrics, incomplete: isIncomplete }: SourceAnswer) => {
    if (isIncomplete) incomplete = isIncomplete
    for (const { text } of suggestions) addPhrase(text)
    for (const { text } of metrics) addPhrase(text)
  }
  await askInLanes(source, terms, {
    outcome: tally,
    signal,
    ask: (term) => source.ask(term, { country, language }, { signal, fresh: true, spending }),
    onAnswer: (_term, answer) => addAnswer(answer),
    toFailure: (error) => toSourceError(source, error),
  })
  return { source: source.id, label: source.label, items, spentUsd: spending.spentUsd(), ...outcome() }

  function outcome(): Pick<SourceResult, 'outcome' | 'error'> {
    const { answered, lastFailure: last } = tally
    if (answered === 0)
      return {
        outcome: last?.kind === 'unsupported' ? 'skipped' : 'failed',
        error: last ? toSourceAppError(last) : runEnded(source, terms.length, terms.length),
      }
    if (answered < terms.length) {
      const failed = terms.length - answered
      return {
        outcome: 'cut_short',
        error: last ? toPartialError(last, failed, terms.length) : runEnded(source, failed, terms.length),
      }
    }
    return incomplete
      ? { outcome: 'cut_short', error: toSourceAppError(incomplete) }
      : { outcome: 'answered', error: null }
  }
}

const runEnded = ({ label }: SearchSource, failed: number, planned: number) =>
  new AppError('unavailable', `${failed} of ${planned} searches weren’t sent. The run ended first.`, {
    reason: 'run_ended_first',
    params: { source: label, failed, planned },
  })
