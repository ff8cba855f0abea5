/**
 * Extracts the terms that pages ranking for a topic use.
 * Candidates are runs of one to four words that neither begin nor end with a stop word. Inflections count together (English
 * stems). The score is the C-value (how often a candidate occurs outside longer candidates that contain it, times a power of
 * the logarithm of its length), with counts damped per page so that no single page dominates; times the share of pages that use
 * it; times the rarity of its words; times a bonus for headings. A term of a single page counts a third. The topic's own words
 * are left out.
 */

import { baseLanguage } from '../questions/question-templates.ts'
import { getRarity } from './stop-words.ts'
import { type Token, type Tokens, tokenize } from './term-tokens.ts'

export type TermKind = 'word' | 'phrase' | 'entity'
export type Term = {
  term: string
  kind: TermKind
  /** 0..1; the strongest term has 1. */
  weight: number
  /** Number of pages that use it. */
  pages: number
}
export type TermPage = { url: string; text: string; headings: { text: string }[] }

const longest = 4
// Words allowed inside a phrase: "cup of coffee".
const links = new Set(['of', 'de', 'du', 'des', 'di', 'del', 'da', 'do', 'van', 'af', 'av'])

type Candidate = {
  stems: string[]
  /** Uses per page. */
  uses: Map<number, number>
  headings: Set<number>
  forms: Map<string, number>
  /** Uses inside sentences, and how many of them are capitalized. */
  inside: number
  capital: number
  /** Damped uses of longer candidates that contain this one. */
  around: number
  longer: number
}

/**
 * Returns up to `limit` terms, strongest first; empty without pages.
 * @param language BCP 47; selects stems, stop words and entity rules
 */
export function extractTerms(pages: TermPage[], query: string, language: string, limit = 60): Term[] {
  const tokens = tokenize(language)
  const topic = new Set(tokens.runs(query).flatMap((run) => run.map(({ stem }) => stem)))
  const candidates = new Map<string, Candidate>()
  pages.forEach(({ text, headings }, page) => {
    for (const run of tokens.runs(text)) collect(candidates, run, page, tokens.joint, topic, false)
    for (const { text: heading } of headings) {
      for (const run of tokens.runs(heading)) collect(candidates, run, page, tokens.joint, topic, true)
    }
  })
  const used = [...candidates.entries()].filter(([, { uses }]) => total(uses) >= 2)
  nest(used, candidates)
  const scored = used.map(([, candidate]) => ({ candidate, score: getScore(candidate, pages.length, language) }))
  const best = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareStems(a.candidate, b.candidate))
  const top = best[0]?.score ?? 1
  return best.slice(0, limit).map(({ candidate, score }) => ({
    term: shownForm(candidate, language),
    kind: getKind(candidate, language),
    weight: Math.max(0.01, Math.round((score / top) * 100) / 100),
    pages: candidate.uses.size,
  }))
}

/** Returns the `terms` a page uses, with counts, in the given order. Inflections count. */
export function pageTerms<T extends { term: string }>(
  page: { text: string },
  terms: T[],
  language: string,
): { term: string; count: number }[] {
  const counts = createTermCounter(terms, language)(page.text)
  return terms.flatMap(({ term }, at) => (counts[at]! > 0 ? [{ term, count: counts[at]! }] : []))
}

export type CountedPage = TermPage & { title: string }
/** How often a page uses a term: in its text (headings included), in how many headings, and whether its title does. */
export type PageUse = { url: string; body: number; headings: number; title: boolean }

/** Where each term is used, in the order of `terms`; pages without it are left out. Inflections count. */
export function countUses<T extends { term: string }>(pages: CountedPage[], terms: T[], language: string): PageUse[][] {
  const count = createTermCounter(terms, language)
  const counted = pages.map(({ url, text, headings, title }) => ({
    url,
    body: count(text),
    headings: headings.map((heading) => count(heading.text)),
    title: count(title),
  }))
  return terms.map((_, at) =>
    counted
      .map(({ url, body, headings, title }) => ({
        url,
        body: body[at]!,
        headings: headings.filter((heading) => heading[at]! > 0).length,
        title: title[at]! > 0,
      }))
      .filter((use) => use.body > 0 || use.headings > 0 || use.title),
  )
}

/** Counts each of the terms in a text. */
function createTermCounter<T extends { term: string }>(terms: T[], language: string) {
  const tokens = tokenize(language)
  const phrasesByFirst = new Map<string, { stems: string[]; at: number }[]>()
  terms.forEach(({ term }, at) => {
    const stems = getStems(tokens, term)
    const first = stems[0]
    if (first !== undefined) phrasesByFirst.set(first, [...(phrasesByFirst.get(first) ?? []), { stems, at }])
  })
  return (text: string): number[] => {
    const counts = new Array<number>(terms.length).fill(0)
    for (const run of tokens.runs(text)) {
      run.forEach(({ stem }, start) => {
        for (const { stems, at } of phrasesByFirst.get(stem) ?? []) {
          if (stems.every((part, i) => run[start + i]?.stem === part)) counts[at]!++
        }
      })
    }
    return counts
  }
}

function getStems(tokens: Tokens, text: string): string[] {
  return tokens.runs(text).flatMap((run) => run.map(({ stem }) => stem))
}

function collect(
  candidates: Map<string, Candidate>,
  run: Token[],
  page: number,
  joint: string,
  topic: Set<string>,
  heading: boolean,
) {
  for (let start = 0; start < run.length; start++) {
    if (run[start]!.stop) continue
    let key = ''
    for (let length = 1; length <= longest && start + length <= run.length; length++) {
      const last = run[start + length - 1]!
      key = length === 1 ? last.stem : `${key}\u0001${last.stem}`
      if (last.stop) {
        if (links.has(last.lower)) continue
        break
      }
      const known = candidates.get(key)
      if (known) note(known, run, start, length, page, joint, heading)
      else {
        const words = run.slice(start, start + length)
        if (words.every(({ stem, stop }) => stop || topic.has(stem))) continue
        const fresh: Candidate = {
          stems: words.map(({ stem }) => stem),
          uses: new Map(),
          headings: new Set(),
          forms: new Map(),
          inside: 0,
          capital: 0,
          around: 0,
          longer: 0,
        }
        candidates.set(key, fresh)
        note(fresh, run, start, length, page, joint, heading)
      }
    }
  }
}

function note(
  candidate: Candidate,
  run: Token[],
  start: number,
  length: number,
  page: number,
  joint: string,
  heading: boolean,
) {
  if (heading) {
    // Headings raise a term's weight but aren't uses, since the text may or may not include them.
    candidate.headings.add(page)
    return
  }
  candidate.uses.set(page, (candidate.uses.get(page) ?? 0) + 1)
  let form = run[start]!.raw
  let capital = isCapital(run[start]!)
  for (let i = 1; i < length; i++) {
    const token = run[start + i]!
    form += joint + token.raw
    capital &&= isCapital(token) || token.stop
  }
  candidate.forms.set(form, (candidate.forms.get(form) ?? 0) + 1)
  if (run[start]!.opens) return
  candidate.inside++
  if (capital) candidate.capital++
}

/** Adds to each candidate the uses of longer candidates that contain it. */
function nest(used: [string, Candidate][], candidates: Map<string, Candidate>) {
  for (const [, longer] of used) {
    const { stems } = longer
    if (stems.length < 2) continue
    const uses = damped(longer.uses)
    for (let length = 1; length < stems.length; length++) {
      for (let start = 0; start + length <= stems.length; start++) {
        const inner = candidates.get(stems.slice(start, start + length).join('\u0001'))
        if (!inner) continue
        inner.around += uses
        inner.longer++
      }
    }
  }
}

function getScore(candidate: Candidate, pages: number, language: string): number {
  const { stems, uses, headings, around, longer } = candidate
  const own = damped(uses) - (longer > 0 ? around / longer : 0)
  if (own <= 0) return 0
  // Steeper than a plain logarithm: damped counts favor single words, and phrases are more useful to a writer.
  const length = Math.log2(stems.length + 1) ** 1.6
  const spread = uses.size / pages
  const alone = uses.size < 2 && pages > 1 ? 1 / 3 : 1
  const premium = 1 + headings.size / pages
  return length * own * (0.3 + 0.7 * spread) * alone * premium * rarity(stems, language)
}

function rarity(stems: string[], language: string): number {
  if (baseLanguage(language) !== 'en') return 1
  const words = stems.filter((stem) => !links.has(stem))
  const each = words.map(getRarity)
  // A phrase of only common words is common; one rare word raises it halfway.
  return 0.5 * Math.min(...each) + 0.5 * Math.max(...each) * (each.reduce((sum, one) => sum + one, 0) / each.length)
}

function damped(uses: Map<number, number>): number {
  let sum = 0
  for (const count of uses.values()) sum += 1 + Math.log(count)
  return sum
}

function total(uses: Map<number, number>): number {
  let sum = 0
  for (const count of uses.values()) sum += count
  return sum
}

function isCapital({ raw }: Token): boolean {
  const first = raw[0]!
  return first !== first.toLowerCase()
}

function getKind(candidate: Candidate, language: string): TermKind {
  if (isEntity(candidate, language)) return 'entity'
  return candidate.stems.length > 1 ? 'phrase' : 'word'
}

/** Detects names by capitals inside sentences. German capitalizes all nouns, so there only abbreviations count. */
function isEntity({ inside, capital, forms }: Candidate, language: string): boolean {
  const capitals = inside >= 2 && capital / inside >= 0.8
  if (!capitals) return false
  return baseLanguage(language) !== 'de' || [...forms.keys()].every((form) => /\p{Lu}{2}/u.test(form))
}

function shownForm(candidate: Candidate, language: string): string {
  const entity = isEntity(candidate, language)
  const forms = new Map<string, number>()
  for (const [form, count] of candidate.forms) {
    const shown = entity || baseLanguage(language) === 'de' ? form : form.toLowerCase()
    forms.set(shown, (forms.get(shown) ?? 0) + count)
  }
  return [...forms].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? ''
}

function compareStems(a: Candidate, b: Candidate): number {
  return a.stems.join(' ') < b.stems.join(' ') ? -1 : 1
}
