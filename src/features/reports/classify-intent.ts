/**
 * Classifies search intent by rules.
 * Every signal adds its weight to one intent: words of the language (`intent-words.ts`), a question, and, where known, SERP
 * features (a map, shopping boxes) and the domains that rank. Weights are log odds, so the intents' shares follow by softmax;
 * `confidence` is the winner's share.
 * Measured on keywords labeled by hand (`classify-intent.labelled.ts`): 98% of the 144 the rules were written for, 82% of 90
 * written afterwards. Misses are names ("trello") and products that no list has.
 */

import { isQuestion } from './classify-keyword.ts'
import { englishNouns, type IntentWords, intentWords } from './intent-words.ts'
import { keywordKey } from './normalize-keyword.ts'
import { baseLanguage } from './question-templates.ts'

export const intentNames = ['informational', 'commercial', 'transactional', 'navigational', 'local'] as const
export type Intent = (typeof intentNames)[number]

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
  const key = keywordKey(text)
  const words = key.split(' ')
  const signs = getWordSignals(base, key, words)
  const says = (intent: Intent) => signs.some((sign) => sign.intent === intent)
  // A plain question is informational, but "which laptop should I buy" is commercial.
  if (isQuestion(text, language))
    signs.push({ intent: 'informational', weight: says('commercial') ? 0.9 : 2, reason: 'a question' })
  if (base === 'en') signs.push(...getNounSignals(key, words, signs))
  signs.push(...getSerpSignals(hints))
  return signs
}

type WordIndex = {
  /** Signals by first word, longest first. */
  byFirst: Map<string, { words: string[]; sign: IntentSignal }[]>
  /** Signals matched anywhere in the text: Japanese has no spaces. */
  inside: { form: string; sign: IntentSignal }[]
}
const indexes = new Map<string, WordIndex | null>()

function getWordSignals(language: string, key: string, words: string[]): IntentSignal[] {
  const index = wordIndex(language)
  if (!index) return []
  const found: IntentSignal[] = index.inside.filter(({ form }) => key.includes(form)).map(({ sign }) => sign)
  for (let at = 0; at < words.length; ) {
    const hit = index.byFirst.get(words[at]!)?.find((entry) => entry.words.every((word, i) => words[at + i] === word))
    if (hit) found.push(hit.sign)
    at += hit ? hit.words.length : 1
  }
  return found
}

function getNounSignals(key: string, words: string[], signs: IntentSignal[]): IntentSignal[] {
  const found: IntentSignal[] = []
  const last = words.at(-1)!
  const says = (intent: Intent) => signs.some((sign) => sign.intent === intent)
  const hasSite = words.some((word) => englishNouns.sites.has(word))
  const hasVenue = words.some((word) => englishNouns.venues.has(word))
  const hasCity = words.some((word) => englishNouns.cities.has(word))
  if (hasSite && words.length === 1) found.push({ intent: 'navigational', weight: 3, reason: 'a site name' })
  else if (hasSite && !says('commercial'))
    found.push({ intent: 'navigational', weight: 0.8, reason: 'contains a site name' })
  if (/\.(com|org|net|io|gov|co\.uk|de|fr)$/.test(key))
    found.push({ intent: 'navigational', weight: 3.5, reason: 'a URL' })
  if (hasCity && hasVenue) found.push({ intent: 'local', weight: 4, reason: 'a type of place in a city' })
  else if (hasCity && !says('transactional') && !says('informational'))
    found.push({ intent: 'local', weight: 1, reason: 'contains a city' })
  else if (hasVenue && /\b\d{5}\b/.test(key))
    found.push({ intent: 'local', weight: 3, reason: 'a type of place and a postcode' })
  // An informational signal rules out shopping.
  if (says('informational')) return found
  const product = words.some((word) => englishNouns.products.has(word))
  if (englishNouns.products.has(last)) found.push({ intent: 'commercial', weight: 1.2, reason: 'contains a product' })
  else if (product) found.push({ intent: 'commercial', weight: 0.7, reason: 'is about a product' })
  return found
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

function wordIndex(language: string): WordIndex | null {
  const known = indexes.get(language)
  if (known !== undefined) return known
  const words = intentWords[language]
  const index = words ? buildIndex(words, language === 'ja') : null
  indexes.set(language, index)
  return index
}

function buildIndex(words: IntentWords, inside: boolean): WordIndex {
  const entries = intentNames.flatMap((intent) =>
    (words[intent] ?? []).flatMap(([weight, forms]) =>
      forms.split(', ').map((form) => ({ form, sign: { intent, weight, reason: `contains “${form}”` } })),
    ),
  )
  if (inside) return { byFirst: new Map(), inside: entries }
  const byFirst: WordIndex['byFirst'] = new Map()
  for (const { form, sign } of entries) {
    const parts = form.split(' ')
    const list = byFirst.get(parts[0]!) ?? []
    list.push({ words: parts, sign })
    byFirst.set(parts[0]!, list)
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length)
  return { byFirst, inside: [] }
}
