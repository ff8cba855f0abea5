/**
 * Classifies search intent by rules.
 * Every signal adds its weight to one intent: words of the language (`intent-words.ts`), a question, and, where known, SERP
 * features (a map, shopping boxes) and the domains that rank. Weights are log odds, so the intents' shares follow by softmax;
 * `confidence` is the winner's share.
 * Measured on queries labeled by hand (`intent-queries.json`, `node bench/intent.ts`): macro F1 .98 on those the rules were
 * written for, .78 on those written afterwards. Most misses are names of sites that no list has, told only by who ranks first.
 */

import { baseLanguage } from '../questions/question-templates.ts'
import { maxClassifiedLength, readQuestion } from './classify-keyword.ts'
import { foldSpelling } from './fold-spelling.ts'
import { type Intent, intentNames } from './intent.ts'
import { type IntentWords, intentWords, siteNames } from './intent-words.ts'
import { keywordKeyIn } from './normalize-keyword.ts'
import { createPhraseMatcher, type PhraseMatcher } from './phrase-matcher.ts'

export type IntentHints = {
  /** SERP feature types as sources name them: "local_pack", "shopping", "people_also_ask". */
  serpFeatures?: string[]
  /** Domains that rank, in order. */
  domains?: string[]
}

export type IntentSignal = { intent: Intent; weight: number; reason: string }

/** Without any signal, intent is informational. */
const prior: Record<Intent, number> = {
  informational: 0.9,
  commercial: 0,
  transactional: 0,
  navigational: -0.4,
  local: -0.4,
}

/** Returns the likeliest intent and its share of all, 0..1. */
export function getIntent(
  text: string,
  language: string,
  hints: IntentHints = {},
): { main: Intent; confidence: number } {
  const odds = { ...prior }
  for (const { intent, weight } of getIntentSignals(text, language, hints)) odds[intent] += weight
  const shares = intentNames.map((intent) => Math.exp(odds[intent]))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const best = shares.indexOf(Math.max(...shares))
  return { main: intentNames[best]!, confidence: Math.round((100 * shares[best]!) / total) / 100 }
}

/** Returns the signals for each intent, so that a screen can explain the result. */
export function getIntentSignals(text: string, language: string, hints: IntentHints = {}): IntentSignal[] {
  const base = baseLanguage(language)
  const key = foldSpelling(keywordKeyIn(text.slice(0, maxClassifiedLength), language))
  const words = key.split(' ')
  const lists = getWordLists(base)
  const signs = lists?.signs(key, words).filter(({ weight }) => weight > 0) ?? []
  const hasSign = (intent: Intent) => signs.some((sign) => sign.intent === intent)
  // A plain question is informational, but "which laptop should I buy" is commercial.
  const question = readQuestion(text, language)
  if (question) {
    const weight = !hasSign('commercial') ? 2 : question.choice ? 0.9 : 2.5
    signs.push({ intent: 'informational', weight, reason: 'a question' })
  }
  if (lists) signs.push(...getPlaceSignals(lists, key, words, signs))
  signs.push(...getNameSignals(key, words, signs, hints), ...getProductSignals(lists, key, words, signs))
  signs.push(...getSerpSignals(hints))
  return signs
}

type WordLists = {
  signs: PhraseMatcher<IntentSignal>
  venues: PhraseMatcher<string>
  cities: PhraseMatcher<string>
  products: PhraseMatcher<string>
  regions: ReadonlySet<string>
  /** English: "in" before a town that no list has. */
  hasIn: boolean
}

/** Scripts without spaces, and Korean, which glues particles to words: shortest form found inside a run of letters. */
const insideFrom: Record<string, number> = { ja: 1, zh: 1, ko: 2 }
const noSign: IntentSignal = { intent: 'informational', weight: 0, reason: '' }
const wordLists = new Map<string, WordLists | null>()

function getWordLists(language: string): WordLists | null {
  const known = wordLists.get(language)
  if (known !== undefined) return known
  const words = intentWords[language]
  const lists = words ? readWordLists(words, insideFrom[language] ?? null) : null
  wordLists.set(language, lists)
  return lists
}

function readWordLists(
  { language, words, neutral, venues, cities, regions, products }: IntentWords,
  from: number | null,
) {
  const signs = intentNames.flatMap((intent) =>
    (words[intent] ?? []).flatMap(({ weight, forms }) =>
      forms.map((form): [string, IntentSignal] => [
        form,
        { intent, weight, reason: `contains “${form.replace(/^\^|\$$/g, '')}”` },
      ]),
    ),
  )
  const each = (list: string[] = []) => list.map((form): [string, string] => [form, form])
  return {
    // Neutral phrases come first, so they win over a word of the same length.
    signs: createPhraseMatcher([...neutral.map((form): [string, IntentSignal] => [form, noSign]), ...signs], from),
    venues: createPhraseMatcher(each(venues), from),
    cities: createPhraseMatcher(each(cities), from),
    products: createPhraseMatcher(each(products), from),
    regions: new Set(regions),
    hasIn: language === 'en',
  }
}

/** A trade and a town make a keyword local in every language: "zahnarzt münchen". */
function getPlaceSignals(lists: WordLists, key: string, words: string[], signs: IntentSignal[]): IntentSignal[] {
  const hasSign = (intent: Intent) => signs.some((sign) => sign.intent === intent)
  const hasVenue = lists.venues(key, words).length > 0
  const hasCity = lists.cities(key, words).length > 0
  if (hasCity && hasVenue && !hasSign('informational'))
    return [{ intent: 'local', weight: 4, reason: 'a type of place in a city' }]
  if (hasVenue && hasSign('local')) return [{ intent: 'local', weight: 1, reason: 'a type of place' }]
  if (hasVenue && /\b\d{5}\b/.test(key))
    return [{ intent: 'local', weight: 3, reason: 'a type of place and a postcode' }]
  if (hasVenue && words.length > 2 && lists.regions.has(words.at(-1)!))
    return [{ intent: 'local', weight: 2.5, reason: 'a type of place and a state' }]
  if (hasCity && !hasSign('transactional') && !hasSign('informational'))
    return [{ intent: 'local', weight: 1, reason: 'contains a city' }]
  if (lists.hasIn && hasVenue && !hasSign('informational') && words.slice(1, -1).includes('in'))
    return [{ intent: 'local', weight: 1.5, reason: 'a type of place in a town' }]
  return []
}

const countryDomains =
  'uk|de|fr|es|it|pt|nl|be|ch|at|pl|cz|se|no|dk|fi|ie|ru|ua|by|kz|tr|gr|hu|ro|bg|rs|hr|sk|il|ae|sa|eg|in|pk|bd|lk|cn|tw|hk|jp|kr|sg|my|id|ph|th|vn|au|nz|ca|us|mx|br|ar|cl|co|pe|za|ng|ke|eu'
const anyDomain = 'com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|me|tv|shop|store|online|blog|news'
/** "paypal.com/prepaidlogin", "www.irs.gov", "dmv.ca.gov appointments". */
const address = new RegExp(
  `(?:^|\\s)(?:https?://\\S+|www\\.\\S+|(?:[\\p{L}\\p{N}-]+\\.)*[\\p{L}\\p{N}-]{2,}\\.(?:${anyDomain}|${countryDomains})(?:/\\S*)?)(?=\\s|$)`,
  'u',
)
/** "www yahoo com", "hulu com activate": typed without dots. */
const undottedAddress = /^www \S|^\S+ (?:com|dot com|co uk)(?: |$)/
/** Names that look like addresses. */
const frameworks = /(?:^|\s)(?:asp|ado|vb|ml|paint)\.net(?:\s|$)|socket\.io/

const sites = createPhraseMatcher(
  siteNames.names.map((name): [string, string] => [name, name]),
  null,
)
const siteWords = new Set(siteNames.words)
const sitePages = new Set(siteNames.pages)

/** Navigational: an address, the name of a site, or the name of the site that ranks first. */
function getNameSignals(
  key: string,
  words: string[],
  signs: IntentSignal[],
  { domains = [] }: IntentHints,
): IntentSignal[] {
  const isPlain = !signs.some(({ intent, weight }) => intent !== 'navigational' && weight >= 1.5)
  if (address.test(key) && !frameworks.test(key))
    return [{ intent: 'navigational', weight: isPlain ? 4 : 1.5, reason: 'a URL' }]
  if (undottedAddress.test(key)) return [{ intent: 'navigational', weight: isPlain ? 3.5 : 1.5, reason: 'a URL' }]
  const found: IntentSignal[] = []
  const named = sites(key, words)[0]
  const opening = named && `${key} `.startsWith(`${named} `) ? named : siteWords.has(words[0]!) ? words[0]! : null
  const rest = opening === null ? null : key.slice(opening.length).trim()
  if (rest === '') found.push({ intent: 'navigational', weight: 3, reason: 'a site name' })
  else if (rest !== null && sitePages.has(rest))
    found.push({ intent: 'navigational', weight: 2.6, reason: 'a page of a site' })
  else if (named && isPlain) found.push({ intent: 'navigational', weight: 0.8, reason: 'contains a site name' })
  const ranking = domains[0] ? getRankingNameWeight(words, getSiteName(domains[0]), isPlain) : 0
  if (ranking > 0) found.push({ intent: 'navigational', weight: ranking, reason: 'names the site that ranks first' })
  return found
}

/** "www.bank-of-america.co.uk" → "bankofamerica". */
function getSiteName(domain: string): string {
  const labels = domain.toLowerCase().split('.')
  labels.pop()
  if (labels.length > 1 && /^(?:co|com|org|net|gov|ac|edu|or|ne|go)$/.test(labels.at(-1)!)) labels.pop()
  return (labels.at(-1) ?? '').replaceAll('-', '')
}

const minNameLength = 4

/** The query is the name, holds it as whole words, or begins it. */
function getRankingNameWeight(words: string[], name: string, isPlain: boolean): number {
  if (name.length < minNameLength) return 0
  const letters = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
  const whole = letters.join('')
  if (whole === name) return isPlain ? 3 : 1.5
  for (let from = 0; from < letters.length; from++) {
    let run = ''
    for (let to = from; to < letters.length && run.length < name.length; to++) {
      run += letters[to]
      if (run === name) return isPlain ? 2 : 0.5
    }
  }
  return isPlain && whole.length >= 5 && whole.length >= 0.6 * name.length && name.startsWith(whole) ? 1.4 : 0
}

/** What it has to be like: "robot vacuum with mop", "tent for 6 people". */
const needAfter = /^ (?:for|with|without|under|that|\d)/

function getProductSignals(
  lists: WordLists | null,
  key: string,
  words: string[],
  signs: IntentSignal[],
): IntentSignal[] {
  // An informational signal rules out shopping.
  const named = signs.some(({ intent }) => intent === 'informational') ? [] : (lists?.products(key, words) ?? [])
  const product = named.at(-1)
  if (!product) return []
  if (key.endsWith(product)) return [{ intent: 'commercial', weight: 1.2, reason: 'contains a product' }]
  const narrowed = needAfter.test(key.slice(key.indexOf(product) + product.length))
  return [{ intent: 'commercial', weight: narrowed ? 1.2 : 0.7, reason: 'is about a product' }]
}

const featureSigns: [RegExp, Intent, number][] = [
  [/local|map|places/, 'local', 2],
  [/shopping|product|merchant/, 'transactional', 1.2],
  [/shopping|product|popular_products/, 'commercial', 0.8],
  [/sitelinks/, 'navigational', 1],
  [/featured_snippet|answer_box|people_also_ask|related_questions|recipe|how_to|ai_overview/, 'informational', 0.7],
]
const siteSigns: [RegExp, Intent, string][] = [
  [/(^|\.)(amazon|ebay|etsy|walmart|target|bestbuy|aliexpress)\./, 'transactional', 'shops rank'],
  [
    /(^|\.)(wikipedia|britannica|healthline|webmd|mayoclinic|stackexchange|stackoverflow|quora|wikihow)\.|\.(edu|gov)$/,
    'informational',
    'reference sites rank',
  ],
  [
    /(^|\.)(cnet|pcmag|techradar|wirecutter|consumerreports|rtings|g2|capterra|trustpilot|tomsguide)\./,
    'commercial',
    'review sites rank',
  ],
  [/(^|\.)(yelp|tripadvisor|opentable|yellowpages)\./, 'local', 'local directories rank'],
]

function getSerpSignals({ serpFeatures = [], domains = [] }: IntentHints): IntentSignal[] {
  const features = new Set(serpFeatures.map((type) => type.toLowerCase()))
  const shown = featureSigns.flatMap(([pattern, intent, weight]) => {
    const type = [...features].find((feature) => pattern.test(feature))
    return type ? [{ intent, weight, reason: `the results show ${type.replaceAll('_', ' ')}` }] : []
  })
  const ranking = siteSigns.flatMap(([pattern, intent, reason]) => {
    const share = domains.filter((domain) => pattern.test(domain.toLowerCase())).length / Math.max(1, domains.length)
    return share >= 0.2 ? [{ intent, weight: 3 * share, reason }] : []
  })
  return [...shown, ...ranking]
}
