/**
 * Decides whether a page supports a sentence that cites it: quotations word for word, names, figures with unit, bound and
 * scope, attributions, superlatives, causes and negations as on the page, and the subject in one sentence of it.
 */
import { type Amount, isMeasure, readAmounts, statesAmount } from './amounts.ts'
import { getClaimWords } from './claim-words.ts'
import {
  countsOther,
  goesFurther,
  hasOtherSubject,
  isOtherKind,
  isOtherMoney,
  isOtherMonth,
  isOtherShare,
  isReversed,
  isSurer,
} from './contradictions.ts'
import { getReplaced } from './replaced-words.ts'
import { splitSentences } from './text-sentences.ts'
import { getTerms } from './text-terms.ts'

export type PageSentences = {
  n: number
  sentences: { text: string; terms: ReadonlySet<string>; amounts: Amount[] }[]
  /** All words in order, to find quotations and names. */
  words: string
}

export type Support =
  | { isSupported: true; quote: string; n: number }
  | {
      isSupported: false
      reason:
        | 'quote'
        | 'name'
        | 'figure'
        | 'attribution'
        | 'superlative'
        | 'cause'
        | 'negation'
        | 'opposite'
        | 'replaced'
        | 'subject'
      nearest: string | null
    }

/** Whether the nearest sentence says something that can't be true as well. */
export const isContrary = (reason: string) => reason === 'negation' || reason === 'opposite'

/** Least share of a sentence's terms that its supporting sentence has, with half a point for the sentences beside it. */
const minShare = { plain: 0.42, claim: 0.5 }
const minQuoteWords = 3
/** A sentence with this much less of the claim's terms than the nearest one can't overrule it. */
const maxBehind = 0.15
/** A sentence with this many of the claim's terms is about the same. */
const minShared = 3

const toWords = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

export function readPage(n: number, text: string, language: string): PageSentences {
  const terms = getTerms(language)
  return {
    n,
    words: toWords(text),
    sentences: splitSentences(text).map((sentence) => ({
      text: sentence,
      terms: new Set(terms(sentence)),
      amounts: readAmounts(sentence),
    })),
  }
}

const quotation = /“([^”]{2,})”|"([^"]{2,})"|«([^»]{2,})»|„([^“”]{2,})[“”]/g
export const superlative =
  /(?<!\p{L})(?:most (?=\p{L}+(?:ed|ing|ive|ous|al|ar|ant|ent|ful|ble|ly|e)(?!\p{L}))|(?:the|its|world['’]s|one of the) (?:very )?(?:most|least|best|worst|only|first|greatest|\p{L}{3,}est)|best|worst|always|never|only|all|every|none|nobody|everyone|everybody|(?:largest|biggest|smallest|fastest|oldest|highest|lowest|cheapest|strongest|safest|easiest|leading|number one)|guaranteed?|proven)(?!\p{L})/giu
export const causal =
  /(?<!\p{L})(?:because|causes?|caused|causing|leads? to|led to|results? in|prevents?|cures?|cured|treats?|heals?|reduces?|reduced|lowers?|increases?|increased|improves?|improved|boosts?|boosted|triggers?|protects?|strengthens?|weakens?|due to|thanks to|therefore|eliminates?|kills?)(?!\p{L})/giu
export const attribution =
  /(?<!\p{L})(?:according to|stud(?:y|ies)|research(?:ers?)?|scientists?|experts?|surveys?|polls?|trials?|doctors?|professors?|dr\.?|universit(?:y|ies)|institute|laut|studien?|selon|étude|según|estudio|secondo|segundo)(?!\p{L})/iu
const authorities = [
  /(?<!\p{L})(?:stud(?:y|ies)|research(?:ers?)?|scientists?|trials?|review of|laborator(?:y|ies)|measured|comparisons?|studien?|étude|estudio)(?!\p{L})/iu,
  /(?<!\p{L})(?:surveys?|polls?|polled|asked)(?!\p{L})/iu,
  /(?<!\p{L})(?:experts?|specialists?|guidelines?)(?!\p{L})/iu,
  /(?<!\p{L})(?:doctors?|physicians?|physiotherapists?)(?!\p{L})/iu,
  /(?<!\p{L})(?:professors?|universit(?:y|ies)|institute)(?!\p{L})/iu,
]
const negation =
  /(?<!\p{L})(?:not|never|no|none|cannot|without|nothing|neither|nor|\p{L}+n['’]t|kein\p{L}*|nicht|ne|pas|sin)(?!\p{L})/iu
const effects: RegExp[] = [
  /\b(?:reduc|lower|less|fewer|cut|decreas|drop)/i,
  /\b(?:increas|boost|more|rais|grow|higher)/i,
  /\b(?:improv|better|strengthen)/i,
  /\b(?:prevent|protect|avoid|stop|keep)/i,
  /\b(?:caus|lead|led|result|trigger|make|because|since|due|therefore|so that|thanks|mean|bring|come)/i,
  /\b(?:cur(?:e|ed|es)\b|heal|treat)/i,
  /\b(?:eliminat|kill|remov|destroy)/i,
  /\b(?:weaken|worsen|damag)/i,
]

/** @param sentence without citation marks and Markdown */
export function findSupport(sentence: string, pages: PageSentences[], language: string): Support {
  const plain = sentence.replace(quotation, ' ')
  let refusal: Support = { isSupported: false, reason: 'subject', nearest: null }
  for (const page of pages) {
    const missing = getMissing(sentence, page, language)
    if (missing) {
      refusal = { isSupported: false, reason: missing, nearest: null }
      continue
    }
    const quoted = findQuotation(sentence, page)
    if (quoted) return { isSupported: true, quote: quoted, n: page.n }
    const answer = compare(plain === sentence ? sentence : plain, page, language)
    if (answer.isSupported) return answer
    refusal = answer
  }
  return refusal
}

/** Quotations and names that the page doesn't have. */
function getMissing(sentence: string, page: PageSentences, language: string): 'quote' | 'name' | null {
  for (const match of sentence.matchAll(quotation)) {
    const words = toWords(match.slice(1).find(Boolean)!)
    if (words.trim().split(' ').length >= minQuoteWords && !page.words.includes(words)) return 'quote'
  }
  return getNames(sentence, language).some((name) => !page.words.includes(toWords(name))) ? 'name' : null
}

/** The page's sentence that holds a quotation that makes up most of the sentence. */
function findQuotation(sentence: string, page: PageSentences): string | null {
  const quotes = [...sentence.matchAll(quotation)].map((match) => toWords(match.slice(1).find(Boolean)!))
  const longest = quotes.sort((a, b) => b.length - a.length)[0]
  if (!longest || longest.length < 0.5 * toWords(sentence).length) return null
  return page.sentences.find(({ text }) => toWords(text).includes(longest.slice(0, -1)))?.text ?? null
}

const common = new Set(
  'i a an the monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english'.split(
    ' ',
  ),
)

const speaking =
  /^ (?:found|finds|says|said|reports?|reported|recommends?|shows|showed|advises|argues|notes|claims|states|suggests|wrote|writes|cites|concludes?|concluded|measured|estimates?)(?!\p{L})/iu
const speakers =
  /^(?:he|she|it|they|we|one|this|that|these|those|some|many|most|others?|researchers?|scientists?|experts?|doctors?|stud(?:y|ies)|surveys?|trials?|evidence|data|people|users?|workers?|nobody|everyone)$/i

/** Capitalized words inside a sentence, and those that begin it if another follows: "Jane Marsh", "Yale". */
export function getNames(sentence: string, language = 'en'): string[] {
  const isGerman = /^de\b/.test(language)

  const words = [...sentence.matchAll(/(?:\p{Lu}[\p{L}\p{M}'’-]+|\p{Lu}{2,}\p{N}*)/gu)]
  const first = sentence.search(/[\p{L}\p{N}]/u)
  return words.flatMap((match, at) => {
    const word = match[0].replace(/['’]s$/, '')
    if (common.has(word.toLowerCase()) || /^(?:Dr|Prof|Mr|Mrs|Ms|Celsius|Fahrenheit)$/.test(word)) return []
    const next = words[at + 1]
    const isPaired = next !== undefined && next.index === match.index + match[0].length + 1
    const opens = match.index === first || /[.!?:“"„(]\s*$/.test(sentence.slice(0, match.index))
    const isTitled = /(?:Dr|Prof|Mr|Mrs|Ms)\.?\s*$/.test(sentence.slice(0, match.index))
    const speaks = speaking.test(sentence.slice(match.index + match[0].length)) && !speakers.test(word)
    const isAcronym = /^\p{Lu}{3,}$/u.test(word)
    // All nouns are capitalized in German; two in a row are mostly a name.
    const before = words[at - 1]
    const follows = before !== undefined && before.index + before[0].length + 1 === match.index
    if (isGerman && !isTitled && !isAcronym && !(follows && before.index !== first)) return []
    return opens && !isPaired && !isTitled && !isAcronym && !speaks ? [] : [word]
  })
}

function compare(sentence: string, page: PageSentences, language: string): Support {
  // "c" of "°C" and the like say nothing of the subject.
  const terms = new Set(getTerms(language)(sentence).filter((term) => term.length > 1 || /\p{N}/u.test(term)))
  const figures = readAmounts(sentence)
  const needed =
    figures.length > 0 || getNames(sentence, language).length > 0 || isClaim(sentence) ? minShare.claim : minShare.plain
  const order = page.sentences
    .map((own, at) => ({ own, at, share: getShare(terms, page, at) }))
    .filter(({ share }) => share >= needed)
    .sort((a, b) => b.share - a.share)
  let reason: Exclude<Support, { isSupported: true }>['reason'] = 'subject'
  const nearest = order[0]?.share ?? 0
  for (const { own, at, share } of order) {
    // What the nearest sentence contradicts isn't supported by one that has less to do with it.
    if (reason !== 'subject' && share < nearest - (isContrary(reason) ? 0 : maxBehind)) break
    const beside = [page.sentences[at - 1], own, page.sentences[at + 1]].flatMap((one) => one ?? [])
    const refused = getRefusal(sentence, { terms, figures, own, beside, page, language })
    if (!refused) return { isSupported: true, quote: own.text, n: page.n }
    if (reason === 'subject') reason = refused
  }
  return { isSupported: false, reason, nearest: order[0]?.own.text ?? null }
}

export const isClaim = (sentence: string): boolean =>
  sentence.search(superlative) >= 0 || sentence.search(causal) >= 0 || attribution.test(sentence)

/** Share of the claim's terms in a sentence; the sentences beside it count half. */
function getShare(terms: ReadonlySet<string>, { sentences }: PageSentences, at: number): number {
  let found = 0
  for (const term of terms) {
    if (sentences[at]!.terms.has(term)) found += 1
    else if (sentences[at - 1]?.terms.has(term) || sentences[at + 1]?.terms.has(term)) found += 0.5
  }
  return terms.size === 0 ? 0 : found / terms.size
}

const currencies = new Set(['money', 'euros', 'sterling', 'yen', 'rupees'])

type Own = PageSentences['sentences'][number]

type Compared = {
  terms: ReadonlySet<string>
  figures: Amount[]
  own: Own
  beside: Own[]
  page: PageSentences
  language: string
}

function getRefusal(sentence: string, { terms, figures, own, beside, page, language }: Compared) {
  const near = beside.flatMap(({ amounts }) => amounts)
  for (const figure of figures) {
    if (!near.some((amount) => statesAmount(amount, figure))) return 'figure'
    const ofUnit = own.amounts.filter(({ unit }) => unit === figure.unit)
    if (ofUnit.length > 0 && !own.amounts.some((amount) => statesAmount(amount, figure))) return 'figure'
  }
  if (figures.some((figure) => isOthers(terms, figure, own, page))) return 'figure'
  if (figures.some((figure) => isOtherClause(sentence, figure, own))) return 'figure'
  const stating = beside.filter(({ amounts }) =>
    figures.some((figure) => amounts.some((one) => statesAmount(one, figure))),
  )
  const isMoney = figures.some(({ unit }) => currencies.has(unit))
  if (isMoney && stating.length > 0 && stating.every((one) => isOtherMoney(sentence, one.text))) return 'figure'
  if (stating.length > 0 && stating.every((one) => isOtherShare(sentence, one.text))) return 'figure'
  if (countsOther(sentence, page.words)) return 'figure'
  const text = beside.map((one) => one.text).join(' ')
  if (isOtherMonth(sentence, text)) return 'figure'
  if (stating.length > 0 && stating.every((one) => isOtherKind(sentence, one.text))) return 'subject'
  if (isOfOthers(sentence, text) || hasOtherSubject(sentence, page.words)) return 'subject'
  if (goesFurther(sentence, own.text, text)) return 'superlative'
  if (isReversed(sentence, own.text, language)) return 'opposite'
  if (/^en\b/.test(language)) {
    if (isSurer(sentence, own.text)) return 'superlative'
    if (getReplaced(sentence, own.text, text)) return 'replaced'
  }
  if (authorities.some((pattern) => pattern.test(sentence) && !pattern.test(text))) return 'attribution'
  for (const [word] of sentence.matchAll(superlative)) {
    const key = word
      .toLowerCase()
      .replace(/^(?:the|its|world['’]s|one of the) (?:very )?/, '')
      .trim()
    if (!toWords(text).includes(toWords(key))) return 'superlative'
  }
  if (isMoreInWords(sentence, text, language)) return 'superlative'
  const { cause } = getClaimWords(language)
  if (!/^en\b/.test(language) && cause.test(sentence) && !cause.test(text)) return 'cause'
  for (const [word] of sentence.matchAll(causal))
    if (effects.some((pattern) => pattern.test(word) && !pattern.test(text))) return 'cause'
  const compared = sentence.search(quotation) >= 0 ? own.text : own.text.replace(quotation, ' ')
  if (negation.test(sentence) !== negation.test(getNearestClause(compared, sentence))) return 'negation'
  return null
}

/** Whether a superlative of another language isn't on the page. */
function isMoreInWords(sentence: string, text: string, language: string): boolean {
  if (/^en\b/.test(language)) return false
  const found = getClaimWords(language).superlative.exec(sentence)?.[0]
  // The last word: "la plus populaire".
  return found !== undefined && !text.toLowerCase().includes(found.toLowerCase().split(' ').at(-1)!.slice(0, 6))
}

/** Whether the figure belongs to something else: another sentence has the claim's own subject with another figure. */
function isOthers(terms: ReadonlySet<string>, figure: Amount, own: Own, { sentences }: PageSentences): boolean {
  if (!isMeasure(figure.unit)) return false
  const missing = [...terms].filter((term) => !own.terms.has(term) && !/^\p{N}/u.test(term))
  return sentences.some((other) => {
    if (other === own || !missing.some((term) => other.terms.has(term))) return false
    const same = other.amounts.filter(({ unit }) => unit === figure.unit)
    const shared = [...terms].filter((term) => other.terms.has(term)).length
    const isSubject = other.terms.has([...terms][0]!) && missing.includes([...terms][0]!)
    const isSame = shared >= (isSubject ? minShared - 1 : minShared)
    return same.length > 0 && !same.some((amount) => statesAmount(amount, figure)) && isSame
  })
}

/** The main or the subordinate clause, whichever has more of the claim's words: "keep it cold, because it isn't heated". */
function getNearestClause(text: string, sentence: string): string {
  const clauses = text.split(/,? (?=(?:because|since|although|though|whereas|while) )/)
  if (clauses.length === 1) return text
  const words = toWords(sentence).trim().split(' ')
  const count = (clause: string) => words.filter((word) => toWords(clause).includes(` ${word} `)).length
  return clauses.toSorted((a, b) => count(b) - count(a))[0]!
}

const vague = /^(?:about|around|roughly|nearly|almost|only|just|than|with|from|that|this|some|between|approximately)$/

const isYear = ({ unit, value }: Amount) => unit === '' && Number.isInteger(value) && value >= 1500 && value < 2100
const clauseEnds = /[;,:] |(?<!between [$€£¥₹]?[\d.,]{1,12}) and (?!\d)| but | while | whereas /
/** Also "from $1 billion in 2018 to $2 billion in 2022". */
const periodEnds = new RegExp(`${clauseEnds.source}| to (?=[$€£¥₹]?\\d[^,;]{0,30} in (?:1[5-9]|20)\\d\\d)`)

/** Whether another clause of the sentence has the claim's words with another figure: "$899 in queen size and $1,099 in king". */
function isOtherClause(sentence: string, figure: Amount, own: Own): boolean {
  const clauses = own.text.split(isYear(figure) ? clauseEnds : periodEnds)
  if (clauses.length < 2) return false
  const read = clauses.map((text) => ({ words: toWords(text), amounts: readAmounts(text) }))
  const isFigure = ({ value }: Amount) => Math.abs(value - figure.value) < 1e-6
  const at = read.findIndex(({ amounts }) => amounts.some(isFigure))
  if (at < 0) return false
  const words = toWords(sentence)
    .trim()
    .split(' ')
    .filter((word) => (word.length > 3 || /^\d{4}$/.test(word)) && Number(word) !== figure.value && !vague.test(word))
  const count = (own: string, other: string) =>
    words.filter((word) => own.includes(` ${word} `) && !other.includes(` ${word} `)).length
  return read.some(({ words: other, amounts }, index) => {
    const competes = amounts.some(
      (amount) => !isFigure(amount) && (amount.unit === figure.unit || (amount.unit === '' && isMeasure(figure.unit))),
    )
    if (index === at || !competes || amounts.some(isFigure)) return false
    const home = read[at]!.words
    // A later clause leaves out what the first one said already.
    return count(other, home) > 0 && (index > at || count(home, other) === 0)
  })
}

const populations =
  /(?:(?<!\p{L})(\p{L}{4,}) )?(?<!\p{L})(adults?|children|kids|teenagers?|teens|women|men|students?|workers?|employees|patients?|parents?|seniors?|athletes?|infants?|babies|toddlers|dogs?|cats?|puppies|smokers|drivers|households?|companies|firms|americans|europeans)(?!\p{L})/giu

/** Whether the claim is about other people than the page: "children" for "adults", "office workers" for "remote workers". */
function isOfOthers(sentence: string, text: string): boolean {
  const words = toWords(text)
  const isThere = (word: string) => words.includes(` ${word.toLowerCase().replace(/s$/, '')}`)
  const named = [...sentence.matchAll(populations)]
  const theirs = [...text.matchAll(populations)]
  return named.some(([, before, group]) => {
    if (theirs.length > 0 && !isThere(group!)) return true
    const same = theirs.filter(
      (one) => one[2]!.toLowerCase().replace(/s$/, '') === group!.toLowerCase().replace(/s$/, ''),
    )
    return (
      before !== undefined &&
      kinds.test(before) &&
      !isThere(before) &&
      same.some((one) => one[1] !== undefined && kinds.test(one[1]))
    )
  })
}
/** Words before a group that say which part of it is meant. */
const kinds =
  /^(?!(?:most|many|some|these|those|their|about|that|than|with|from|other|over|under|more|fewer|half|only)$)/i
