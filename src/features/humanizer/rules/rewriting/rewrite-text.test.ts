import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sentence } from '../../contract.ts'
import { exampleText } from '../../web/example-text.ts'
import { readSignals } from '../style/style-signals.ts'
import { checkFacts } from './facts/check-facts.ts'
import { planRewriting, type RewriteOptions } from './rewrite-plan.ts'
import { rewriteByPlan } from './rewrite-plan-by-rules.ts'

function byRules(text: string, options: Partial<RewriteOptions> = {}): Sentence[] {
  const all: RewriteOptions = { strength: 'strong', tone: null, language: 'en', freeze: [], voice: [], ...options }
  const plan = planRewriting(text, readSignals(text, all.language), all, true)
  return [...rewriteByPlan(plan, all)]
}
const after = (sentences: Sentence[]) => sentences.map(({ rewritten }) => rewritten).join('')

test('a quotation across sentences stays unchanged, and its sentences say why', async () => {
  const text =
    'She said: “Moreover, it is important to note that we utilize tea. Furthermore, it is seamless. In conclusion, we delve into it.” Moreover, it is important to note that she left.'
  const sentences = byRules(text)
  expect(after(sentences)).toBe(text.replace('Moreover, it is important to note that she left', 'She left'))
  expect(sentences.flatMap(({ reasons, kept }) => (kept ? reasons : []))).toContain(
    'Part of a longer quotation, which isn’t changed.',
  )
})

test('a frozen term across two sentences keeps both unchanged', async () => {
  const freeze = ['utilize tea. Moreover']
  const text = 'It is important to note that they utilize tea. Moreover, it is seamless.'
  expect(after(byRules(text, { freeze }))).toBe(text)
})

test('for any text, the originals add up to the text and no fact is lost', async () => {
  const pieces = exampleText.match(/[^.\n]+[.\n]+\s*/g)!
  const piece = fc.oneof(
    fc.constantFrom(...pieces),
    fc.constantFrom('“', '”', '"', '\n\n', '- ', '`x. y` ', '[^3]', '(', '2019. ', 'Dr. Ada Byron left. ', '**', '> '),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 14 }).map((list) => list.join('')),
      fc.constantFrom('light' as const, 'balanced' as const, 'strong' as const),
      async (text, strength) => {
        const sentences = byRules(text, { strength })
        expect(sentences.map(({ original }) => original).join('')).toBe(text)
        for (const { kept, original, rewritten } of sentences) expect(rewritten === original).toBe(kept)
        expect(checkFacts(sentences, { language: 'en' }).lost).toEqual([])
      },
    ),
    { numRuns: 150, seed: 20_261_121 },
  )
})
