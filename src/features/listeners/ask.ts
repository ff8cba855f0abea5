import { displayText, keywordKey, preferredText } from '#features/reports/dedupe.ts'
import { type SearchSource, type SourceAnswer, SourceError } from '#providers/search-data/port.ts'
import type { Hearing } from './diff.ts'

/** One source asked everything about a keyword, as a report of depth 1 asks it. Never from a cache: news is wanted. */

/** `terms`: what the keyword is expanded to, for the sources that are asked all of it. */
export type Subject = { keyword: string; country: string; language: string; terms: () => string[] }

const longestKeyword = 200
/** A source that fails this often in a row is left alone. */
const failuresToGiveUp = 3

export async function hear(source: SearchSource, subject: Subject, signal: AbortSignal): Promise<Hearing> {
  const { keyword, country, language } = subject
  const terms = source.fanOut === 'seed' ? [keyword] : subject.terms()
  const items: Hearing['items'] = new Map()
  /** Those that are not their own key, as they came: most phrases come again with every other question. */
  const heard = new Set<string>()
  const failures = { inARow: 0, total: 0, last: null as SourceError | null }
  let answered = 0
  let incomplete: string | null = null
  let next = 0
  let bug: unknown = null

  const takePhrase = (given: string) => {
    if (items.get(given) === given || heard.has(given)) return
    const text = displayText(given)
    const key = keywordKey(text)
    if (key !== given) heard.add(given)
    if (key === '' || text.length > longestKeyword) return
    const known = items.get(key)
    items.set(key, known === undefined ? text : preferredText(known, text))
  }
  const take = ({ suggestions, metrics, incomplete: isIncomplete }: SourceAnswer) => {
    answered++
    if (isIncomplete) incomplete = isIncomplete
    for (const { text } of suggestions) takePhrase(text)
    for (const { text } of metrics) takePhrase(text)
  }
  const lane = async () => {
    while (next < terms.length && bug === null && !signal.aborted && !hasGivenUp()) {
      const term = terms[next++]!
      try {
        take(await source.ask(term, { country, language }, { signal, fresh: true }))
        failures.inARow = 0
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof SourceError)) bug ??= error
        else {
          failures.last = error
          failures.total++
          failures.inARow++
        }
      }
    }
  }
  const hasGivenUp = () => failures.last !== null && (isFinal(failures.last) || failures.inARow >= failuresToGiveUp)

  await Promise.all(Array.from({ length: Math.min(source.concurrency, terms.length) }, lane))
  if (bug !== null) throw bug
  return { source: source.id, label: source.label, items, ...outcome() }

  function outcome(): Pick<Hearing, 'outcome' | 'error'> {
    if (answered === 0)
      return { outcome: 'failed', error: failures.last?.message ?? 'It was not asked: the run ended before.' }
    if (answered < terms.length)
      return {
        outcome: 'cut_short',
        error: `${terms.length - answered} of ${terms.length} questions were not answered${failures.last ? `: ${failures.last.message}` : ': the run ended before.'}`,
      }
    return incomplete ? { outcome: 'cut_short', error: incomplete } : { outcome: 'answered', error: null }
  }
}

const isFinal = (error: SourceError) => ['circuit_open', 'blocked', 'unauthorized'].includes(error.kind)
