/** Plans a rewrite: which sentences of a text are rewritten, and why. */

import type { Strength } from '../../contract.ts'
import { minWords, type Reading, threshold } from '../style/style-signals.ts'
import { getLongFacts } from './facts/compare-facts.ts'
import { contracts, joinSentences, type Register } from './rewrite-grammar.ts'
import { isSendable } from './rewrite-prompt.ts'
import { type TextPart, textParts } from './split-text.ts'

export type RewriteOptions = {
  strength: Strength
  tone: string | null
  /** BCP 47. */
  language: string
  freeze: string[]
  /** Traits of a brand voice, one per entry. */
  voice: string[]
}

/** One sentence, or two that a rule joins. */
export type Unit = {
  original: string
  lead: string
  body: string
  trail: string
  paragraph: number
  /** The joined text that replaces the body before other rules apply, with the reason. */
  joined: { text: string; reason: string } | null
  selected: boolean
  /** Why the sentence is kept although it qualifies for a rewrite. */
  held: string | null
  /** What the sentence has that AI prose has more often. */
  reasons: string[]
}

export type RewritePlan = {
  units: Unit[]
  register: Register
  contracts: boolean
  /** Why less than requested is rewritten. */
  notice: string | null
}

/** Characters checked for contractions. */
const readCharacters = 6000

/** Minimum sentence score for a rewrite. */
const sentenceFloor: Record<Strength, number> = { light: 50, balanced: 30, strong: 10 }

/** Reasons that human sentences get too, so that they don't justify a rewrite alone. */
const slight = /^(?:frequent in machine prose|hedge|list of three|participle tail|same opening)/
/** Reasons that hold in any text: phrases and openings that say nothing. */
const plain = /^(?:stock phrase|sums up|opens with a connector: “(?:moreover|furthermore|additionally)”)/i

export const isSupportedByRules = (language: string) => /^en(?:[-_]|$)/i.test(language)

/** @param byRules no AI model is used */
export function planRewriting(text: string, reading: Reading, options: RewriteOptions, byRules: boolean): RewritePlan {
  const parts = textParts(text)
  const { strength, language } = options
  const english = isSupportedByRules(language)
  // Rules read English only. In other languages the model gets every sentence and returns good ones unchanged.
  const unread = byRules && !english
  // A short text has no verdict, so each sentence is judged alone.
  const hasVerdict = reading.words >= minWords
  // Below the threshold, only sentences with a stock phrase are rewritten.
  const isMild = english && strength !== 'strong' && hasVerdict && reading.score < threshold
  // A quotation can span sentences, which one sentence alone doesn't show.
  const longFacts = unread ? [] : getLongFacts(text, options.freeze)
  let passed = 0
  const isInside = ({ start, end }: TextPart) => {
    while (passed < longFacts.length && longFacts[passed]!.end <= start) passed++
    for (let at = passed; at < longFacts.length && longFacts[at]!.start < end; at++)
      if (longFacts[at]!.end > start && (longFacts[at]!.start < start || longFacts[at]!.end > end)) return true
    return false
  }
  const units = parts.map((part): Unit => {
    const found = getReading(part, reading)
    const isCandidate =
      part.kind === 'prose' &&
      !unread &&
      (!english || isWorthIt(found)) &&
      /\p{L}/u.test(part.body) &&
      (byRules || isSendable(part.body))
    const held = isCandidate && isInside(part)
    return {
      original: text.slice(part.start, part.end),
      lead: part.lead,
      body: part.body,
      trail: part.trail,
      paragraph: part.paragraph,
      joined: null,
      selected: isCandidate && !held,
      held: held ? 'Part of a longer quotation, which isn’t changed.' : null,
      reasons: found.reasons,
    }
  })
  const register = getRegister(options)

  function isWorthIt({ score, reasons }: { score: number; reasons: string[] }) {
    if (isMild) return reasons.some((reason) => plain.test(reason))
    // At “strong”, rules get every sentence, since they change only what they know.
    if (byRules && strength === 'strong') return true
    const grave = reasons.some((reason) => !slight.test(reason))
    // Rules change only known phrases, so that any reason is enough.
    if (byRules) return grave || score >= sentenceFloor[strength]
    return grave || (score >= sentenceFloor[strength] && (hasVerdict || strength === 'strong'))
  }

  return {
    units: byRules && strength !== 'light' && !unread && !isMild ? joinShort(units) : units,
    register,
    contracts:
      register === 'casual' ||
      (register === null && !formalVoice(options.voice) && contracts(text.slice(0, readCharacters))),
    notice: unread
      ? 'Without an AI model, only English texts are rewritten. This text wasn’t changed.'
      : isMild
        ? getMildNotice(reading.score, units)
        : null,
  }
}

function getMildNotice(score: number, units: Unit[]) {
  const measured = `The style score is ${Math.round(score)} of 100, below ${threshold}`
  return units.some(({ selected, held }) => selected || held)
    ? `${measured}, so only sentences with a stock phrase are rewritten. Choose “Strong” to rewrite the others too.`
    : `${measured}, and no sentence has a stock phrase, so nothing was changed. Choose “Strong” to rewrite it anyway.`
}

/** Returns the worst reading of the sentences in a part. */
function getReading(part: TextPart, { sentences }: Reading) {
  let low = 0
  let high = sentences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sentences[middle]!.end <= part.start) low = middle + 1
    else high = middle
  }
  let score = 0
  const reasons: string[] = []
  for (let at = low; at < sentences.length && sentences[at]!.start < part.end; at++) {
    score = Math.max(score, sentences[at]!.score)
    reasons.push(...sentences[at]!.reasons)
  }
  return { score, reasons: [...new Set(reasons)] }
}

function getRegister({ tone, voice }: RewriteOptions): Register {
  if (tone && /formal|academic|professional|scholar|legal|official|serious/i.test(tone) && !/informal/i.test(tone))
    return 'formal'
  if (tone && /casual|friendly|conversational|informal|relaxed|playful|chatty|warm|personal/i.test(tone))
    return 'casual'
  if (voice.some((trait) => trait.startsWith('Uses contractions ('))) return 'casual'
  return formalVoice(voice) ? 'formal' : null
}

const formalVoice = (voice: string[]) => voice.some((trait) => /no contractions|^Formal in/.test(trait))

/** Makes adjacent sentences that a rule joins one unit, so that they are accepted or rejected together. */
function joinShort(units: Unit[]): Unit[] {
  const joined: Unit[] = []
  for (const unit of units) {
    const last = joined.at(-1)
    const text =
      last &&
      last.joined === null &&
      last.paragraph === unit.paragraph &&
      unit.lead === '' &&
      last.selected &&
      unit.selected
        ? joinSentences(last.body, unit.body)
        : null
    if (!last || text === null) {
      joined.push({ ...unit })
      continue
    }
    last.original += unit.original
    last.body = `${last.body}${last.trail}${unit.body}`
    last.trail = unit.trail
    last.joined = { text, reason: 'Joined two short sentences with the same opening.' }
    last.reasons = [...new Set([...last.reasons, ...unit.reasons])]
  }
  return joined
}
