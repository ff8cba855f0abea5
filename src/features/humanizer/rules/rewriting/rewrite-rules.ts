/** Rewrites English without an AI model, by rules that are safe by form alone. */

import type { Strength } from '../../contract.ts'
import { compareFacts, type FactOptions, getFacts, isChanged } from './facts/compare-facts.ts'
import { breaksGrammar, fixArticle } from './grammar/check-grammar.ts'
import { hasVerb, SentenceContext } from './grammar/sentence-context.ts'
import type { PhraseRule } from './phrase-rule.ts'
import { calmDashes, contract, expand, type Register, splitSentence } from './rewrite-grammar.ts'
import { phraseRules } from './rewrite-phrases.ts'

export type RuleOptions = {
  strength: Strength
  register: Register
  /** Contractions are allowed, because the tone, the voice or the author's text uses them. */
  contracts: boolean
  facts: FactOptions
  /** First words of the previous sentence in the paragraph, after its rewrite. */
  previousOpening: string
}

export type Rewritten = { text: string; reasons: string[] }

const order: Strength[] = ['light', 'balanced', 'strong']
const compiled = phraseRules.map((rule) => ({ ...rule, find: new RegExp(rule.pattern, 'gi') }))

const maxRounds = 3

/** Replaces facts with private-use characters, so that no rule changes them. */
const asideStart = 0xe100
const maxAside = 0x700
const asideOrOther = /[\ue000-\uf8ff]/

/** Rewrites one sentence. Returns it unchanged and without reasons when no rule applies. */
export function rewriteByRules(sentence: string, options: RuleOptions): Rewritten {
  const unchanged: Rewritten = { text: sentence, reasons: [] }
  if (asideOrOther.test(sentence)) return unchanged
  const aside: string[] = []
  let text = setAside(sentence, options.facts, aside)
  const reasons: string[] = []
  const level = order.indexOf(options.strength)

  // Repeats, because one cut can expose the next: "Moreover, it is important to note that".
  for (let round = 0; round < maxRounds; round++) {
    const start = text
    applyPhrases()
    if (text === start) break
  }
  if (level >= order.indexOf('balanced')) {
    change(calmDashes(text), 'Replaced dashes around an aside.')
    const parts = splitSentence(text)
    if (parts?.split('. ').every((part) => hasVerb(part))) change(parts, 'Split a long sentence.')
    if (options.register === 'formal') change(expand(text), 'Spelled out contractions to match the tone.')
    else if (options.contracts) change(contract(text), 'Used contractions to match the text or tone.')
  }
  if (reasons.length === 0) return unchanged
  const back = text.replace(/[\ue100-\ue7ff]/g, (mark) => aside[mark.charCodeAt(0) - asideStart] ?? mark)
  // Discards a rewrite that removed most of the sentence, since a rule misread it.
  const [before, after] = [splitWords(sentence), splitWords(back)]
  if (after < 2 || after < before * 0.2 || back === sentence) return unchanged
  return { text: back, reasons: [...new Set(reasons)] }

  /** Takes a change that breaks neither grammar nor a fact. */
  function change(next: string, reason: string): boolean {
    if (next === text || breaksGrammar(text, next) || isChanged(compareFacts(text, next, options.facts))) return false
    text = next
    reasons.push(reason)
    return true
  }

  function applyPhrases() {
    for (const rule of compiled) {
      if (order.indexOf(rule.from) > level) continue
      if (rule.informal && options.register === 'formal') continue
      rule.find.lastIndex = 0
      for (let found = rule.find.exec(text); found; found = rule.find.exec(text)) {
        const [match, ...groups] = found
        const end = found.index + match.length
        // Continues behind the match; a change moves what follows.
        rule.find.lastIndex = applyAt(rule, match, groups, found.index) ?? Math.max(end, found.index + 1)
      }
    }
  }

  /** Applies a rule to one match. Returns where the replaced part ends; null when the phrase stays. */
  function applyAt(rule: PhraseRule, match: string, groups: (string | undefined)[], start: number): number | null {
    const to = fill(rule.to, groups)
    // Avoids opening two sentences in a row alike.
    if (rule.informal && options.previousOpening.toLowerCase() === to.trim().toLowerCase()) return null
    if (rule.when && !rule.when(new SentenceContext(text, start, start + match.length), groups)) return null
    const isOpening = /^\p{Lu}/u.test(match)
    const raw = text.slice(0, start) + (isOpening ? capitalise(to) : to) + text.slice(start + match.length)
    const next = tidy(fixArticle(raw, start), sentence)
    if (!endsWithRest(next, text) && !hasVerb(next) && hasVerb(text)) return null
    return change(next, reasonFor(rule, match, to)) ? start + to.length : null
  }
}

function setAside(sentence: string, facts: FactOptions, aside: string[]): string {
  const spans = getFacts(sentence, facts).filter(
    ({ kind, start }) =>
      kind === 'frozen' ||
      kind === 'code' ||
      kind === 'address' ||
      kind === 'quotation' ||
      kind === 'citation' ||
      (kind === 'name' && start > 0),
  )
  let text = ''
  let at = 0
  for (const { start, end } of spans) {
    if (start < at || aside.length >= maxAside) continue
    text += sentence.slice(at, start) + String.fromCharCode(asideStart + aside.length)
    aside.push(sentence.slice(start, end))
    at = end
  }
  return text + sentence.slice(at)
}

function fill(template: string, groups: (string | undefined)[]): string {
  return template.replace(/\$(\d)/g, (_all, number: string) => groups[Number(number) - 1] ?? '')
}

function reasonFor({ kind }: PhraseRule, match: string, to: string): string {
  const was = quote(match)
  const is = quote(to)
  if (kind === 'filler') return `Cut filler: ${was}.`
  if (kind === 'opening') return is === '' ? `Cut the opening ${was}.` : `Opening: ${is} instead of ${was}.`
  if (kind === 'stock') return `Reworded the stock phrase ${was}.`
  if (kind === 'inflated') return `Plainer word: ${is} instead of ${was}.`
  return `Plainer: ${is} instead of ${was}.`
}

function quote(phrase: string) {
  const bare = phrase
    .replace(/[\ue000-\uf8ff]/g, '…')
    .trim()
    .replace(/,$/, '')
  return bare === '' ? '' : `“${bare}”`
}

const capitalise = (text: string) =>
  text.replace(/^(\s*)(\p{Ll})/u, (_all, space: string, letter: string) => space + letter.toUpperCase())
/** A cut at the start leaves the rest as it was, whatever the tagger makes of it. */
const endsWithRest = (rest: string, text: string) => text.toLowerCase().endsWith(rest.toLowerCase())
const splitWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Cleans up after a cut: doubled spaces, a leading comma, a lowercase first letter. */
function tidy(text: string, before: string): string {
  const clean = text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.;:!?])(?=\s|$)/g, '$1')
    .replace(/^[\s,;]+/, '')
    .replace(/,(?:\s*,)+/g, ',')
  return /^["'“‘*_([]*\p{Lu}/u.test(before)
    ? clean.replace(
        /^(["'“‘*_([]*)(\p{Ll})(?!\p{Lu})/u,
        (_all, open: string, letter: string) => open + letter.toUpperCase(),
      )
    : clean
}
