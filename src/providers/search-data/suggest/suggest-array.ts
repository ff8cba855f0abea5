import { z } from 'zod'
import { distinct, ranked, readText, tidy } from '../normalize-answer.ts'
import type { Suggestion } from '../port.ts'
import { optionalField } from '../readable-rows.ts'

/** What the OpenSearch suggestions format puts at each place; Chrome's extras are in an object at the end. */
const extras = z.object({
  'google:suggestrelevance': optionalField(z.array(optionalField(z.number()))),
  'google:suggesttype': optionalField(z.array(optionalField(z.string()))),
})
/** `client=youtube` and `client=psy-ab` put a list for each suggestion: its text first. */
const entry = z.union([z.string(), z.tuple([z.string()]).rest(z.unknown()), z.object({ phrase: z.string() })])

/** Google marks URLs as NAVIGATION and calculations as CALCULATOR; neither is a keyword. */
const notSearches = new Set(['NAVIGATION', 'CALCULATOR', 'PERSONALIZED_NAVIGATION'])

/**
 * Reads `["term", ["suggestion", …], …, {extras}]`, and DuckDuckGo's `[{"phrase": …}]`.
 * Relevance is Google's own, of the answer's greatest, else the rank's.
 */
export function readSuggestArray(body: unknown): Suggestion[] {
  const list = z.array(z.unknown()).parse(body)
  const isPhrases = list.every((item) => typeof item === 'object' && item !== null && 'phrase' in item)
  const items = z.array(z.unknown()).parse(isPhrases ? list : (list[1] ?? []))
  // Keeps an empty slot for an entry that can't be parsed, because relevances and types are matched by index.
  const texts = items.map((item) => toText(entry.safeParse(item).data))
  if (items.length > 0 && texts.every((text) => text === null)) throw new Error('No suggestion could be read.')
  const more = extras.safeParse(list.findLast((item) => typeof item === 'object' && !Array.isArray(item))).data
  const types = more?.['google:suggesttype'] ?? []
  const relevances = more?.['google:suggestrelevance'] ?? []
  const searches = texts.map((text, index) => ({
    text: readText(text),
    relevance: relevances[index] ?? null,
    isSearch: !notSearches.has(types[index] ?? 'QUERY') && !/^https?:\/\//.test(text ?? ''),
  }))
  const suggestions = searches.filter(({ isSearch, text }) => isSearch && text !== '')
  const greatest = Math.max(...suggestions.map(({ relevance }) => relevance ?? Number.NaN))
  if (!(greatest > 0)) {
    return ranked(
      suggestions.map(({ text }) => text),
      'suggestion',
      tidy,
    )
  }
  return distinct(
    suggestions.map(({ text, relevance }) => ({
      text,
      kind: 'suggestion',
      relevance: Math.min(1, Math.max(0, relevance! / greatest)),
    })),
  )
}

const toText = (item: z.output<typeof entry> | undefined) =>
  item === undefined ? null : typeof item === 'string' ? item : Array.isArray(item) ? item[0] : item.phrase

/** JSON, or JSON in a call: `window.google.ac.h([…])`. */
export function parseMaybeJsonp(text: string): unknown {
  const wrapped = /^[\s\w.$]+\(([\s\S]*)\)\s*;?\s*$/.exec(text)
  return JSON.parse((wrapped?.[1] ?? text).replace(/^\)\]\}'\s*/, ''))
}
