import { displayText, keywordKey, preferredText } from '#features/reports/dedupe.ts'
import { classifier } from '#features/reports/modifiers.ts'
import { expand } from '#features/reports/phrasings.ts'
import { type SearchSource, type SourceAnswer, SourceError } from '#providers/search-data/port.ts'
import type { Hearing } from './diff.ts'

/** One source asked everything about a keyword, as a report of depth 1 asks it. Never from a cache: news is wanted. */

export type Subject = { keyword: string; country: string; language: string }

const longestKeyword = 200
/** A source that fails this often in a row is left alone. */
const failuresToGiveUp = 3

export async function hear(source: SearchSource, subject: Subject, signal: AbortSignal): Promise<Hearing> {
  const { keyword, country, language } = subject
  const terms = source.fanOut === 'seed' ? [keyword] : expand(keyword, language).map(({ term }) => term)
  const classify = classifier(keyword, language)
  const seedKey = keywordKey(keyword)
  const items: Hearing['items'] = new Map()
  /** As they came: most phrases come again with every other question. */
  const heard = new Set<string>()
  const failures = { inARow: 0, total: 0, last: null as SourceError | null }
  let answered = 0
  let incomplete: string | null = null
  let next = 0
  let bug: unknown = null

  const take = (answer: SourceAnswer) => {
    answered++
    if (answer.incomplete) incomplete = answer.incomplete
    for (const { text: given } of [...answer.suggestions, ...answer.metrics]) {
      if (heard.has(given)) continue
      heard.add(given)
      const text = displayText(given)
      const key = keywordKey(text)
      if (key === '' || text.length > longestKeyword) continue
      const known = items.get(key)
      if (known) known.text = preferredText(known.text, text)
      else items.set(key, new HeardPhrase(text, (phrase) => (key === seedKey ? 'seed' : classify(phrase).type)))
    }
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

/** Its type is asked of what is new, which most of it is not. */
class HeardPhrase {
  text: string
  readonly #typeOf: (text: string) => string

  constructor(text: string, typeOf: (text: string) => string) {
    this.text = text
    this.#typeOf = typeOf
  }

  get type() {
    return this.#typeOf(this.text)
  }
}

const isFinal = (error: SourceError) => ['circuit_open', 'blocked', 'unauthorized'].includes(error.kind)
