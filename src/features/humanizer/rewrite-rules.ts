/** Rewrites English without an AI model, by rules that are safe by form alone. */

import { type FactOptions, getFacts } from './compare-facts.ts'
import type { Strength } from './contract.ts'
import { articleFor, calmDashes, contract, expand, type Register, splitSentence } from './rewrite-grammar.ts'
import { type PhraseRule, phraseRules } from './rewrite-phrases.ts'

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
    const next = applyPhrases(text)
    if (next === text) break
    text = next.replace(/^[\s,;]+/, '')
  }
  if (level >= order.indexOf('balanced')) {
    const calm = calmDashes(text)
    if (calm !== text) reasons.push('Replaced dashes around an aside.')
    const parts = splitSentence(calm)
    if (parts) reasons.push('Split a long sentence.')
    text = parts ?? calm
    if (options.register === 'formal') {
      const full = expand(text)
      if (full !== text) reasons.push('Spelled out contractions to match the tone.')
      text = full
    } else if (options.contracts) {
      const short = contract(text)
      if (short !== text) reasons.push('Used contractions to match the text or tone.')
      text = short
    }
  }
  if (reasons.length === 0) return unchanged
  text = tidy(text, sentence)
  const back = text.replace(/[\ue100-\ue7ff]/g, (mark) => aside[mark.charCodeAt(0) - asideStart] ?? mark)
  // Discards a rewrite that removed most of the sentence, since a rule misread it.
  const [before, after] = [splitWords(sentence), splitWords(back)]
  if (after < 2 || after < before * 0.2 || back === sentence) return unchanged
  return { text: back, reasons: [...new Set(reasons)] }

  function applyPhrases(given: string): string {
    let changed = given
    for (const rule of compiled) {
      if (order.indexOf(rule.from) > level) continue
      if (rule.informal && options.register === 'formal') continue
      changed = changed.replace(rule.find, (...found) => {
        const match = found[0] as string
        const groups = found.slice(
          1,
          found.findIndex((each) => typeof each === 'number'),
        ) as (string | undefined)[]
        const to = fill(rule.to, groups)
        // Avoids opening two sentences in a row alike.
        if (rule.informal && options.previousOpening.toLowerCase() === to.trim().toLowerCase()) return match
        reasons.push(reasonFor(rule, match, to))
        return /^\p{Lu}/u.test(match) ? capitalise(to) : to
      })
    }
    return changed
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
  const filled = template.replace(/\$(\d)/g, (_all, number: string) => groups[Number(number) - 1] ?? '')
  return filled.replace(/ARTICLE (\S+)/, (_all, word: string) => `${articleFor(word)} ${word}`)
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
