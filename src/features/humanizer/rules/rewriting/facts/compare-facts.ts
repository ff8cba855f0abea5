/**
 * Finds facts a rewrite must keep: numbers, dates, names, quotations, URLs, code, citations, Markdown marks and frozen terms.
 * Pure. Works in any language; English-only rules say so.
 */
import { languageRules } from '#features/keywords/rules/clustering/language-rules.ts'
import type { ClaimKind } from './claim-classes.ts'
import { getFlips } from './comparison-facts.ts'
import { compareForeignClaims, hasForeignClaims } from './foreign-claims.ts'
import { compareModality, type ModalityFact } from './modality-facts.ts'
import { getSwap, type Swap } from './role-facts.ts'

export type FactKind =
  | 'number'
  | 'date'
  | 'name'
  | 'quotation'
  | 'address'
  | 'code'
  | 'citation'
  | 'mark'
  | 'frozen'
  | ClaimKind

export type Fact = {
  kind: FactKind
  /** As written in the text. */
  text: string
  /** Normalized form: "3 May 2021" and "May 3, 2021" have the same key. */
  key: string
  start: number
  end: number
}

export type FactOptions = {
  language: string
  freeze?: string[]
  /** Whether claim words and roles are compared too, which only makes sense within a sentence. True when left out. */
  wording?: boolean
}

export type FactChange = {
  /** In the first text and missing, or less frequent, in the second. */
  lost: Fact[]
  /** Only in the second text: invented. */
  added: Fact[]
  /** Two words that changed places: who does what to whom isn't what it was. Null when none did. */
  swapped: Swap | null
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const monthShort = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
const month = `(?:${months}|(?:${monthShort})\\.?)`
const dayOfMonth = '(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?'
const year = '(?:1\\d|20|21)\\d{2}'

// No pattern scans past the character that could open its next match, so hostile input takes linear time.
const code = /(?<!`)(`{1,8})(?!`)[\s\S]*?[^`]\1(?!`)/g
const citation = /\[\^[\w-]+\]/g
const linkTarget = /\]\(\s{0,8}(<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s{1,8}["'(][^)]{0,300})?\)/g
const address =
  /(?:https?:\/\/|www\.)[^\s<>"'“”)\]]*[^\s<>"'“”)\].,;:!?]|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<![\w@.-])[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,8}\.(?:com|org|net|io|dev|edu|gov|info|eu|de|uk|fr|es|it|nl)(?:\/[^\s<>"'“”)\]]*[^\s<>"'“”)\].,;:!?])?(?![\w@])/gi
const quotation =
  /"[^"\n]{2,}?"|“[^“”\n]{1,}?”|„[^„“”"\n]{1,}?[“”"]|«[^«»\n]{1,}?»|»[^«»\n]{1,}?«|「[^「」\n]+」|『[^『』\n]+』/g
const fullDate = new RegExp(
  `\\b(?:${dayOfMonth}(?:\\s+of)?\\s+${month}(?:,?\\s+${year})?|${month}\\s+${dayOfMonth}(?!\\d)(?:,?\\s+${year})?|${month},?\\s+${year}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4})\\b`,
  'gi',
)
const number =
  /(?:(?<=^|[\s(])[-−–+])?(?:[$€£¥₹]\s?)?(?<![\p{L}\p{N}_])\d+(?:[.,:'’\u00a0\u202f]\d+)*(?:st|nd|rd|th|s)?(?![\p{L}_])(?:\s?(?:%|‰|°[CF]?|[$€£¥₹]))?(?:[\s-](?:percent|per cent|million|billion|trillion|thousand|hundred|dozen)\b)?|\d+(?:[.,]\d+)*(?=\p{L}+)/giu
const numberWords = new Map(
  `two 2,three 3,four 4,five 5,six 6,seven 7,eight 8,nine 9,ten 10,eleven 11,twelve 12,thirteen 13,fourteen 14,fifteen 15,sixteen 16,
seventeen 17,eighteen 18,nineteen 19,twenty 20,thirty 30,forty 40,fifty 50,sixty 60,seventy 70,eighty 80,ninety 90,hundred 100,
hundreds 100s,thousand 1000,thousands 1000s,million 1000000,millions 1000000s,billion 1000000000,billions 1000000000s,
trillion 1000000000000,dozen 12,dozens 12s,twice 2x,thrice 3x,half 1/2,third 1/3,thirds 1/3,quarter 1/4,quarters 1/4,double 2x,triple 3x,
tenfold 10x,zero 0`
    .split(/,\s*/)
    .map((pair) => pair.split(' ') as [string, string]),
)
const numberWord = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${[...numberWords.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'giu')
/** The unit is part of the fact: "12 hours" isn't "12 minutes". */
const unit =
  /^[\s-](seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centuries|century|times|people|users|customers|employees|countries|grams?|kilograms?|kg|mg|g|pounds?|lbs?|ounces?|oz|tons?|tonnes?|met(?:er|re)s?|kilomet(?:er|re)s?|km|cm|mm|m|miles?|feet|foot|inch(?:es)?|lit(?:er|re)s?|ml|l|cups?|gallons?|degrees?|dollars?|euros?|pounds|cents?|percent|points?|watts?|kwh|kw|mb|gb|tb|pages?|words?|steps?|ms|hz|mph|calories|kcal)\b/i

const capitalised =
  /(?<![\p{L}\p{N}_])(?:\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’](?!s(?![\p{L}]))\p{L}+)?|\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{L}+\d[\p{L}\p{N}]*)(?:-[\p{L}\p{N}]+)*/gu
/** Capitalized English words that aren't names. */
const noName = new Set(
  'i i’m i’ve i’ll i’d ok a an the mr mrs ms dr prof'.split(' ').flatMap((word) => [word, word.replace('’', "'")]),
)
/** English sentence openers that aren't names, in addition to the language's function words. */
const openers = new Set(
  `additionally also due owing although another because besides but certainly clearly consequently currently despite each either especially even every
finally first firstly never prior needless essentially undoubtedly certainly crucially accordingly subsequently fortunately furthermore generally given hence here how however if importantly in indeed initially instead interestingly
just lastly later let likewise many maybe meanwhile moreover most much naturally nevertheless next no none nonetheless not notably nothing now
obviously of often on once one only otherwise over overall people perhaps please recently remember rather regardless second secondly several
similarly simply since so some someone something sometimes soon specifically still such sure that then there therefore these they third this
those though through throughout thus today together too traditionally ultimately under understanding unfortunately unless unlike until usually
using various very we well what whatever when whenever where whereas wherever whether which while who why with within without yes yet you your
zudem außerdem ferner schließlich daher deshalb jedoch allerdings zusammenfassend insgesamt grundsätzlich beispielsweise dennoch dabei letztlich natürlich
heutzutage cabe además asimismo finalmente actualmente ensuite enfin toutefois cependant ainsi actuellement généralement néanmoins inoltre infine
tuttavia pertanto attualmente além portanto atualmente bovendien daarnaast tenslotte echter
both by after all almost along among any anyone anything are as at be before being beyond can choose consider creating do does embracing
enter explore from getting good great have having imagine investing it keep learn looking make making may more new old other our people start
take taking think tip try use was were will`.split(/\s+/),
)

const marks: [RegExp, string][] = [
  [/\*\*|__/g, '**'],
  [/!\[/g, '!['],
  [/(?<!!)\[(?!\^)[^[\]]*\]\(/g, '[]('],
  [/~~/g, '~~'],
  [/<\/?[a-z][^<>]*>/gi, '<>'],
]

/** Returns every fact in a sentence. A number inside a date or a URL isn't counted separately. */
export function getFacts(text: string, { language, freeze = [] }: FactOptions): Fact[] {
  const base = language.toLowerCase().split(/[-_]/, 1)[0]!
  const found: Fact[] = []
  const taken = new Uint8Array(text.length)
  const take = (kind: FactKind, start: number, end: number, key: string, hides = true) => {
    if (start >= end || (hides && taken.subarray(start, end).some((byte) => byte === 1))) return
    if (hides) taken.fill(1, start, end)
    found.push({ kind, text: text.slice(start, end), key: `${kind}:${key}`, start, end })
  }
  const each = (kind: FactKind, pattern: RegExp, key: (match: string) => string) => {
    for (const match of text.matchAll(pattern)) take(kind, match.index, match.index + match[0].length, key(match[0]))
  }

  for (const term of freeze) {
    for (const { start, end } of findTerm(text, term)) take('frozen', start, end, text.slice(start, end), false)
  }
  each('code', code, (match) => match)
  each('citation', citation, (match) => match)
  for (const match of text.matchAll(linkTarget)) {
    const target = match[1]!
    const start = match.index + match[0].indexOf(target, 2)
    take('address', start, start + target.length, target)
  }
  each('address', address, (match) => match)
  each('quotation', quotation, (match) => match.slice(1, -1).trim())
  each('date', fullDate, dateKey)
  for (const match of text.matchAll(number)) {
    const end = match.index + match[0].length
    take('number', match.index, end, numberKey(match[0], text.slice(end, end + 16)))
  }
  if (base === 'en')
    for (const match of text.matchAll(numberWord)) {
      const end = match.index + match[0].length
      take(
        'number',
        match.index,
        end,
        `${numberWords.get(match[0].toLowerCase())}${getUnitAfter(text.slice(end, end + 16))}`,
      )
    }
  for (const { start, end } of findNames(text, base))
    take('name', start, end, text.slice(start, end).replace(/['’]s$/, ''))
  for (const [pattern, name] of marks)
    for (const match of text.matchAll(pattern))
      found.push({
        kind: 'mark',
        text: match[0],
        key: `mark:${name}`,
        start: match.index,
        end: match.index + match[0].length,
      })
  return found.sort((a, b) => a.start - b.start)
}

/**
 * Returns quotations, code and frozen terms of a whole text, which may span several sentences. Ordered; offsets are UTF-16
 * units.
 */
export function getLongFacts(text: string, freeze: string[] = []): { start: number; end: number }[] {
  const found = [code, quotation].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  )
  for (const term of freeze) found.push(...findTerm(text, term))
  return found.sort((a, b) => a.start - b.start)
}

/**
 * Returns the facts a rewrite lost and those it invented. Names may occur less often and anywhere; numbers, dates, quotations,
 * URLs, code, citations and frozen terms must occur as often as before.
 */
export function compareFacts(before: string, after: string, options: FactOptions): FactChange {
  const [old, fresh] = [getFacts(before, options), getFacts(after, options)]
  const claims = options.wording === false ? null : compareWording(before, after, options.language)
  return {
    lost: [...beyond(old, fresh, before, after), ...(claims?.lost ?? [])],
    added: [...beyond(fresh, old, after, before), ...(claims?.added ?? [])],
    swapped: claims?.swapped ?? null,
  }
}

export const isChanged = ({ lost, added, swapped }: FactChange) =>
  lost.length > 0 || added.length > 0 || swapped !== null

export const isEnglish = (language: string) => /^en(?:[-_]|$)/i.test(language)

function compareWording(before: string, after: string, language: string): FactChange | null {
  if (isEnglish(language)) return compareClaims(before, after)
  if (!hasForeignClaims(language)) return null
  const { lost, added } = compareForeignClaims(before, after, language)
  return { lost: toFacts(before, lost), added: toFacts(after, added), swapped: null }
}

const toFacts = (text: string, found: ModalityFact[]): Fact[] =>
  found.map(({ key, kind, start, end }) => ({ kind, text: text.slice(start, end), key: `claim:${key}`, start, end }))

/** Claim words that one text has and the other doesn't, opposites, and words that changed places. */
export function compareClaims(before: string, after: string): FactChange {
  const { lost, added } = compareModality(before, after)
  const flips = getFlips(before, after)
  const toOpposites = (text: string, spans: { start: number; end: number }[]) =>
    toFacts(
      text,
      spans.map(({ start, end }) => ({ key: 'opposite', kind: 'comparison', start, end })),
    )
  return {
    lost: [...toFacts(before, lost), ...toOpposites(before, flips)],
    added: [
      ...toFacts(after, added),
      ...toOpposites(
        after,
        flips.map(({ to }) => to),
      ),
    ],
    swapped: getSwap(before, after),
  }
}

/** Returns facts of `these` that are missing from `those`. */
function beyond(these: Fact[], those: Fact[], here: string, there: string): Fact[] {
  const left = new Map<string, number>()
  for (const { key } of those) left.set(key, (left.get(key) ?? 0) + 1)
  const missing: Fact[] = []
  const reported = new Set<string>()
  for (const fact of these) {
    if (fact.kind === 'name') {
      if (reported.has(fact.key) || left.has(fact.key) || holdsName(there, fact, here)) continue
      reported.add(fact.key)
      missing.push(fact)
      continue
    }
    const count = left.get(fact.key) ?? 0
    if (count > 0) left.set(fact.key, count - 1)
    else missing.push(fact)
  }
  return missing
}

/** Compares letters without case at the start of a sentence, where a name looks like any other word. */
function holdsName(there: string, { text, start }: Fact, here: string): boolean {
  const opens = /^[\s"'“”‘’«»([*_>-]*$/.test(here.slice(0, start)) || /[.!?:]["'”’)]*\s+$/.test(here.slice(0, start))
  const bare = text.replace(/['’]s$/, '')
  if (findTerm(there, bare, !opens).length > 0) return true
  if (!opens) return false
  // Compares stems, so that "Managers" and "a manager" match.
  const stem = bare.toLowerCase().slice(0, Math.max(4, bare.length - 3))
  return there.toLowerCase().includes(stem)
}

/** Finds a term as whole words. */
function findTerm(text: string, term: string, exactCase = false): { start: number; end: number }[] {
  const trimmed = term.trim()
  if (trimmed === '') return []
  const escaped = trimmed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  const open = /^[\p{L}\p{N}]/u.test(trimmed) ? '(?<![\\p{L}\\p{N}])' : ''
  const close = /[\p{L}\p{N}]$/u.test(trimmed) && !dense.test(trimmed) ? '(?![\\p{L}\\p{N}])' : ''
  const pattern = new RegExp(`${dense.test(trimmed) ? '' : open}${escaped}${close}`, exactCase ? 'gu' : 'giu')
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Finds capitalized words, except ordinary words that open a sentence. Adjacent ones are one name. */
function findNames(text: string, base: string): { start: number; end: number }[] {
  const small = smallWords(base)
  const names: { start: number; end: number; opens: boolean; word: string }[] = []
  for (const match of text.matchAll(capitalised)) {
    const [word] = match
    const start = match.index
    const before = text.slice(Math.max(0, start - 12), start)
    const opens = start === 0 || /(?:^|[.!?:…][”"’)]*\s+|\n\s*)["'“”‘’«»([*_>\-\s]*$/.test(before)
    const lower = word.toLowerCase()
    const marked = /\p{Lu}.*\p{Lu}|\d|\p{Ll}\p{Lu}/u.test(word)
    if (noName.has(lower) || (word.length === 1 && !marked)) continue
    if (!marked && opens && (small.has(lower) || openers.has(lower) || /(?:ing|ly|ed)$/.test(lower))) continue
    if (!marked && !opens && base === 'de' && isGermanNoun(text, start, word)) continue
    const end = start + word.length
    names.push({ start, end, opens: opens && !marked, word })
  }
  const joined: { start: number; end: number; opens: boolean }[] = []
  for (const name of names) {
    const last = joined.at(-1)
    // Joins adjacent words into one name, except a first word that may be an ordinary one.
    if (last && !last.opens && text.slice(last.end, name.start) === ' ' && base !== 'de') last.end = name.end
    else joined.push({ start: name.start, end: name.end, opens: name.opens })
  }
  return joined
}

const smallWordsByLanguage = new Map<string, ReadonlySet<string>>()
function smallWords(base: string): ReadonlySet<string> {
  const known = smallWordsByLanguage.get(base)
  if (known) return known
  const words = new Set(languageRules(base).functionWords)
  smallWordsByLanguage.set(base, words)
  return words
}

/** German capitalizes all nouns: a capitalized word after an article or an adjective is a noun. */
function isGermanNoun(text: string, start: number, word: string) {
  if (/(?:ung|heit|keit|schaft|tion|tät|nis|ismus|ment|chen|lein)(?:en|e|s)?$/.test(word)) return true
  const before = /(\p{L}+)\s+$/u.exec(text.slice(Math.max(0, start - 30), start))?.[1]?.toLowerCase() ?? ''
  return /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|kein\p{L}*|mein\p{L}*|dein\p{L}*|sein\p{L}*|ihr\p{L}*|unser\p{L}*|jede[rsnm]?|diese[rsnm]?|alle|viele|zum|zur|im|am|beim|vom)$|(?:ige|iche|sche|lose|same|bare)[rsnm]?$/u.test(
    before,
  )
}

function getUnitAfter(after: string) {
  const found = unit.exec(after)?.[1]?.toLowerCase()
  if (!found) return ''
  return ` ${found
    .replace(/centuries/, 'century')
    .replace(/feet/, 'foot')
    .replace(/inches/, 'inch')
    .replace(/metre/, 'meter')
    .replace(/litre/, 'liter')
    .replace(/s$/, '')}`
}

/** Normalizes numbers: "1,200", "1200" and "1 200" are equal, and so are "12%" and "12 percent". */
function numberKey(match: string, after: string): string {
  const scale = /(million|billion|trillion|thousand|hundred|dozen)$/i.exec(match)?.[1]?.toLowerCase() ?? ''
  const percent = /%|per ?cent/i.test(match) ? '%' : ''
  const money = /[$€£¥₹]/.exec(match)?.[0] ?? ''
  const sign = /^[-−–]/.test(match) ? '-' : ''
  const digits = /\d(?:[\d.,:'’\u00a0\u202f]*\d)?/.exec(match)![0]
  const bare = digits.replace(/[,'’\u00a0\u202f](?=\d{3}(?:\D|$))/g, '')
  return `${money}${sign}${bare}${percent}${scale ? ` ${scale}` : ''}${percent ? '' : getUnitAfter(after)}`
}

function dateKey(match: string): string {
  const lower = match.toLowerCase()
  const at = new RegExp(months, 'i').exec(lower)?.[0] ?? new RegExp(monthShort, 'i').exec(lower)?.[0]
  if (!at) return lower
  const rest = lower.replace(at, ' ')
  const found = new RegExp(`\\b${year}\\b`).exec(rest)?.[0] ?? ''
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(rest.replace(found, ' '))?.[1] ?? ''
  return `${found}-${at.slice(0, 3)}-${day.replace(/^0/, '')}`
}
