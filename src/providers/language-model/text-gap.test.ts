import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LanguageModels, startLanguageModels } from '../../../tests/doubles/language-models.ts'
import { createLanguageModels, modelSettings } from './catalogue.ts'

let double: LanguageModels
const agent = new Agent()
beforeAll(async () => {
  double = await startLanguageModels()
})
afterAll(async () => {
  await agent.destroy()
  await double.close()
})

async function getPieces(gapMs?: () => number) {
  const model = createLanguageModels({
    settings: modelSettings(double.settings),
    platformDispatcher: agent,
    workspaceDispatcher: agent,
    userAgent: 'EarshotBot/test',
  }).platformModel()!
  const pieces: string[] = []
  const signal = new AbortController().signal
  const request = { messages: [{ role: 'user' as const, text: 'Count' }], maxOutputTokens: 100, signal, gapMs }
  for await (const event of model.stream(request)) if (event.kind === 'text') pieces.push(event.text)
  return pieces
}

const words = Array.from({ length: 20 }, (_, at) => ` ${at}`)

test('the first text is sent immediately, later text is combined, and nothing is lost', async () => {
  double.setAnswer(() => words)
  double.setPace({ tokensPerSecond: 200 })
  const each = await getPieces()
  // Longer than the whole response takes, so only its end flushes the rest.
  const joined = await getPieces(() => 60_000)
  expect(each.join('')).toBe(words.join(''))
  expect(joined.join('')).toBe(words.join(''))
  expect(joined).toHaveLength(2)
  expect(each.length).toBeGreaterThan(joined.length)
})
