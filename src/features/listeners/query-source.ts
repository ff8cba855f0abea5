import { displayText, keywordKey, preferredText } from '#features/reports/normalize-keyword.ts'
import {
  createPlannedSpending,
  type SearchSource,
  type SourceAnswer,
  SourceError,
} from '#providers/search-data/port.ts'
import type { SourceResult } from './diff-run.ts'

/** One source asked everything about a keyword, as a report of depth 1 asks it. Never from a cache: news is wanted. */

/** `terms`: what the keyword is expanded to, for the sources that are asked all of it. */
export type Subject = { keyword: string; country: string; language: string; terms: () => string[] }

const maxKeywordLength = 200
/** A source that fails this often in a row is left alone. */
const failuresToGiveUp = 3

export async function querySource(source: SearchSource, subject: Subject, signal: AbortSignal): Promise<SourceResult> {
  const { keyword, country, language } = subject
  const terms = source.fanOut === 'seed' ? [keyword] : subject.terms()
  const items: SourceResult['items'] = new Map()
  /** Those that are not their own key, as they came: most phrases come again with every other question. */
  const seen = new Set<string>()
  // One answer a term: what was cut off may have been charged, and waits for the next run.
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

/** Whatever goes wrong with one source is that source's failure alone. */
const asFailure = (source: SearchSource, error: unknown) =>
  error instanceof SourceError
    ? error
    : new SourceError(source.id, 'bad_answer', `${source.label} sent an answer that Earshot couldn’t read.`, {
        cause: error,
      })

const isFinal = (error: SourceError) => ['circuit_open', 'blocked', 'unauthorized', 'unsupported'].includes(error.kind)
