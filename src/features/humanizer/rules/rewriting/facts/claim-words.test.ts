import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LanguageModel } from '#providers/language-model/port.ts'
import type { Sentence } from '../../../contract.ts'
import { readSignals } from '../../style/style-signals.ts'
import { planRewriting, type RewriteOptions } from '../rewrite-plan.ts'
import { rewriteByModel } from '../rewrite-text.ts'

const readPairs = (name: string) =>
  readFileSync(new URL(`../sentences/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .reduce<[original: string, answer: string][]>((pairs, line) => {
      if (line.startsWith('> ')) pairs.at(-1)![1] = line.slice(2)
      else pairs.push([line, ''])
      return pairs
    }, [])

/** A model that answers every request with this sentence. */
const modelThatSays = (answer: string): LanguageModel => ({
  provider: 'openai',
  model: 'double',
  async *stream() {
    yield { kind: 'start', provider: 'openai', model: 'double' }
    yield { kind: 'text', text: `[[1]] ${answer}` }
    yield { kind: 'end', reason: 'stop' }
  },
  check: () => Promise.reject(new Error('Not used.')),
  describe: () => Promise.reject(new Error('Not used.')),
})

async function rewrite(original: string, answer: string): Promise<Sentence> {
  const options: RewriteOptions = { strength: 'strong', tone: null, language: 'en', freeze: [], voice: [] }
  const plan = planRewriting(original, readSignals(original, 'en'), options, false)
  for (const unit of plan.units) unit.selected = true
  const sentences: Sentence[] = []
  const modelOptions = {
    model: modelThatSays(answer),
    signal: new AbortController().signal,
    onStart: () => undefined,
    onUsage: () => undefined,
  }
  for await (const sentence of rewriteByModel(plan, options, modelOptions)) sentences.push(sentence)
  expect(sentences).toHaveLength(1)
  return sentences[0]!
}

const altered = [...readPairs('altered-claims'), ...readPairs('altered-meanings')]
const faithful = [...readPairs('faithful-claims'), ...readPairs('harmless-rewrites')]

test('the lists have at least 120 altered and 80 faithful sentences', () => {
  expect(altered.length).toBeGreaterThanOrEqual(120)
  expect(faithful.length).toBeGreaterThanOrEqual(80)
})

test.for(altered)('keeps “%s” when a model writes “%s”, and says which word', async ([original, answer]) => {
  const sentence = await rewrite(original, answer)
  expect(sentence).toMatchObject({ kept: true, rewritten: original })
  expect(sentence.reasons.join(' ')).toMatch(/^The rewrite (?:lost|added|swapped) “.+”.* Original kept\.$/)
})

test('takes faithful rewrites', async () => {
  const refused: string[] = []
  for (const [original, answer] of faithful) {
    const { kept, reasons } = await rewrite(original, answer)
    if (kept) refused.push(`${original} > ${answer}: ${reasons.join(' ')}`)
  }
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(3)
})
