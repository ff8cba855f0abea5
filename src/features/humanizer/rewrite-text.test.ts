import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sentence } from './contract.ts'
import { planRewriting, type RewriteOptions } from './rewrite-plan.ts'
import { checkFacts, rewriteText } from './rewrite-text.ts'
import { readSignals } from './style-signals.ts'
import { exampleText } from './web/example-text.ts'

async function byRules(text: string, options: Partial<RewriteOptions> = {}): Promise<Sentence[]> {
  const all: RewriteOptions = { strength: 'strong', tone: null, language: 'en', freeze: [], voice: [], ...options }
  const sentences: Sentence[] = []
  const plan = planRewriting(text, readSignals(text, all.language), all, true)
  for await (const sentence of rewriteText(plan, all, null)) sentences.push(sentence)
  return sentences
}
const after = (sentences: Sentence[]) => sentences.map(({ rewritten }) => rewritten).join('')

test('a quotation over several sentences stays to the letter, and the sentence says why it is kept', async () => {
  const text =
    'She said: “Moreover, it is important to note that we utilize tea. Furthermore, it is seamless. In conclusion, we delve into it.” Moreover, it is important to note that she left.'
  const sentences = await byRules(text)
  expect(after(sentences)).toBe(text.replace('Moreover, it is important to note that she left', 'She left'))
  expect(sentences.flatMap(({ reasons, kept }) => (kept ? reasons : []))).toContain(
    'Part of a longer quotation, which isn’t changed.',
  )
})

test('a frozen term over two sentences holds both', async () => {
  const freeze = ['utilize tea. Moreover']
  const text = 'It is important to note that they utilize tea. Moreover, it is seamless.'
  expect(after(await byRules(text, { freeze }))).toBe(text)
})

test('whatever the text, its originals joined are the text, and no fact of it is missing in the result', async () => {
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
        const sentences = await byRules(text, { strength })
        expect(sentences.map(({ original }) => original).join('')).toBe(text)
        for (const { kept, original, rewritten } of sentences) expect(rewritten === original).toBe(kept)
        expect(checkFacts(text, after(sentences), { language: 'en' }).lost).toEqual([])
      },
    ),
    { numRuns: 150, seed: 20_261_121 },
  )
})
