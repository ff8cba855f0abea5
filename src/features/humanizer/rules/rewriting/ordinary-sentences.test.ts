import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentenceSpans } from '#features/ai-content/rules/scoring/text-sentences.ts'
import type { Strength } from '../../contract.ts'
import { joinSentences } from './rewrite-grammar.ts'
import { rewriteByRules } from './rewrite-rules.ts'

type Ordinary = { role: string; text: string; accepted: Set<string> }

/** Sentences under the role that a word plays in them (“# but: conjunction”), with the rewrites a person accepted (“> …”). */
function readOrdinary(name: string): Ordinary[] {
  const found: Ordinary[] = []
  let role = ''
  for (const line of readFileSync(new URL(`sentences/ordinary-${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n'))
    if (line.startsWith('# ')) role = line.slice(2)
    else if (line.startsWith('> ')) found.at(-1)!.accepted.add(line.slice(2))
    else found.push({ role, text: line, accepted: new Set() })
  return found
}

/** Joins what a plan would join, then applies every rule. */
function rewrite(text: string, strength: Strength): string {
  const units: string[] = []
  for (const { start, end } of sentenceSpans(text)) {
    const sentence = text.slice(start, end).trim()
    const joined = units.length === 1 ? joinSentences(units[0]!, sentence) : null
    if (joined === null) units.push(sentence)
    else units[0] = joined
  }
  const options = { strength, register: null, contracts: false, facts: { language: 'en' }, previousOpening: '' }
  return units.map((unit) => rewriteByRules(unit, options).text).join(' ')
}

/** The sentences were written before the rules were tried on them, by the roles that grammars list. */
test.for([
  ['joins', 15],
  ['drops', 20],
  ['swaps', 30],
] as const)(
  '300 ordinary sentences with words that a rule %s stay or become an accepted rewrite',
  ([name, minRoles]) => {
    const ordinary = readOrdinary(name)
    expect(new Set(ordinary.map(({ text }) => text)).size).toBeGreaterThanOrEqual(300)
    expect(new Set(ordinary.map(({ role }) => role)).size).toBeGreaterThanOrEqual(minRoles)
    const broken = ordinary.flatMap(({ role, text, accepted }) =>
      [...new Set((['light', 'balanced', 'strong'] as const).map((strength) => rewrite(text, strength)))]
        .filter((now) => now !== text && !accepted.has(now))
        .map((now) => `${role}\n${text}\n> ${now}`),
    )
    expect(broken).toEqual([])
  },
)

test('the lists hold accepted rewrites that happen, so that the rules still do something', () => {
  for (const name of ['joins', 'drops', 'swaps'])
    for (const { text, accepted } of readOrdinary(name))
      for (const each of accepted)
        expect((['light', 'balanced', 'strong'] as const).map((strength) => rewrite(text, strength))).toContain(each)
})
