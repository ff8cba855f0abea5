import { displayText, keywordKey, preferredText } from '#features/reports/normalize-keyword.ts'
import {
  createPlannedSpending,
  type SearchSource,
  type SourceAnswer,
  SourceError,
} from '#providers/search-data/port.ts'
import type { SourceResult } from './diff-run.ts'

/** Queries one source with all searches of a depth-1 report. Skips the cache, since a run needs current answers. */

/** `terms`: the keyword's expansions, for sources that get more than the keyword. */
export type Subject = { keyword: string; country: string; language: string; terms: () => string[] }

const maxKeywordLength = 200
/** Consecutive failures after which the run stops querying a source. */
const failuresToGiveUp = 3

export async function querySource(source: SearchSource, subject: Subject, signal: AbortSignal): Promise<SourceResult> {
  const { keyword, country, language } = subject
  const terms = source.fanOut === 'seed' ? [keyword] : subject.terms()
  const items: SourceResult['items'] = new Map()
  /** Raw phrases that differ from their key: skips normalizing the many repeats. */
  const seen = new Set<string>()
  // Plans one call per term, since an aborted call may have been charged.
  const spending = createPlannedSpending(terms.flatMap(() => source.askCalls?.() ?? []))
  const failures = { inARow: 0, total: 0, last: null as SourceError | null }
  let answered = 0
  let incomplete: string | null = null
  let next = 0

  const addPhrase = (given: string) => {
    if (items.get(given) === given || seen.has(given)) return
    const text = displayText(given)
    const key = keywordKey(text)
    if (key !== given) seen.add(given)
    if (key === '' || text.length > maxKeywordLength) return
    const known = items.get(key)
    items.set(key, known === undefined ? text : preferredText(known, text))
  }
  const addAnswer = ({ suggestions, metrics, incomplete: isIncomplete }: SourceAnswer) => {
    answered++
    if (isIncomplete) incomplete = isIncomplete
    for (const { text } of suggestions) addPhrase(text)
    for (const { text } of metrics) addPhrase(text)
  }
  const worker = async () => {
    while (next < terms.length && !signal.aborted && !hasGivenUp()) {
      const term = terms[next++]!
      try {
        addAnswer(await source.ask(term, { country, language }, { signal, fresh: true, spending }))
        failures.inARow = 0
      } catch (error) {
        if (signal.aborted) return
        failures.last = asFailure(source, error)
        failures.total++
        failures.inARow++
      }
    }
  }
  const hasGivenUp = () => failures.last !== null && (isFinal(failures.last) || failures.inARow >= failuresToGiveUp)

  await Promise.all(Array.from({ length: Math.min(source.concurrency, terms.length) }, worker))
  return { source: source.id, label: source.label, items, spentUsd: spending.spentUsd(), ...outcome() }

  function outcome(): Pick<SourceResult, 'outcome' | 'error'> {
    if (answered === 0 && failures.last?.kind === 'unsupported')
      return { outcome: 'skipped', error: failures.last.message }
    if (answered === 0)
      return { outcome: 'failed', error: failures.last?.message ?? 'Not queried. The run ended first.' }
    if (answered < terms.length)
      return {
        outcome: 'cut_short',
        error: `${terms.length - answered} of ${terms.length} searches got no results${failures.last ? `: ${failures.last.message}` : '. The run ended first.'}`,
      }
    return incomplete ? { outcome: 'cut_short', error: incomplete } : { outcome: 'answered', error: null }
  }
}

/** Wraps any error, so that one source can't fail the whole run. */
const asFailure = (source: SearchSource, error: unknown) =>
  error instanceof SourceError
    ? error
    : new SourceError(source.id, 'bad_answer', `${source.label} sent an answer that Earshot couldn’t read.`, {
        cause: error,
      })

const isFinal = (error: SourceError) => ['circuit_open', 'blocked', 'unauthorized', 'unsupported'].includes(error.kind)
