import { expect, test } from 'vitest'
import { z } from 'zod'
import { findKnownModel, findModelPrice, knownModel, knownModels, modelLife } from './known-models.ts'

const day = new Date('2026-11-22T12:00:00Z')

test('every entry is valid and unique, and its replacement is known', () => {
  expect(z.array(knownModel).safeParse(knownModels).error?.issues ?? []).toEqual([])
  const ids = knownModels.map(({ provider, id }) => `${provider} ${id}`)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { provider, shutdown, id } of knownModels) {
    if (shutdown?.replacement)
      expect(findKnownModel(provider, shutdown.replacement), `${id} → ${shutdown.replacement}`).not.toBeNull()
  }
})

test('a snapshot is recognized as its model, but not with another vendor', () => {
  expect(findKnownModel('openai', 'gpt-5-2025-08-07')?.id).toBe('gpt-5')
  expect(findKnownModel('anthropic', 'claude-sonnet-4-5-20250929')?.id).toBe('claude-sonnet-4-5')
  expect(findKnownModel('google', 'models/gemini-3.8-flash')?.id).toBe('gemini-3.8-flash')
  expect(findKnownModel('openai-compatible', 'gpt-5')).toBeNull()
  expect(findKnownModel('openai', 'gpt-5-turbo')).toBeNull()
})

test('an unknown price is null, never 0', () => {
  expect(findModelPrice('openai', 'gpt-6.1-sol', day)).toEqual({ input: 2, output: 10 })
  expect(findModelPrice('openai', 'made-up', day)).toBeNull()
  expect(findModelPrice('openai', 'gpt-5', day)).toBeNull()
  expect(findModelPrice('ollama', 'llama4', day)).toBeNull()
  expect(findModelPrice('google', 'gemini-3.8-flash', new Date('2026-12-31T23:00:00Z'))).not.toBeNull()
  expect(findModelPrice('google', 'gemini-3.8-flash', new Date('2027-01-01T00:00:00Z'))).toBeNull()
})

test.each([
  ['openai', 'gpt-5', 'ending', /^gpt-5 shuts down on December 11, 2026\. Use gpt-6\.1-sol instead\./],
  [
    'anthropic',
    'claude-sonnet-4-20250514',
    'ended',
    /was shut down on June 15, 2026\. Use claude-sonnet-5-5 instead\./,
  ],
  ['openai', 'gpt-5.1', 'current', /^gpt-5\.1 can be used until April 1, 2027\./],
  ['anthropic', 'claude-opus-5', 'current', /^No shutdown date is known.*\$5 for a million input tokens/],
  ['google', 'gemini-3-pro', 'unknown', /isn’t among the models Earshot knows.*Price unknown\.$/],
] as const)('%s %s is %s', (provider, id, state, message) => {
  expect(modelLife(provider, id, day, null)).toEqual({ state, message: expect.stringMatching(message) })
})

test('current facts from the vendor take precedence over the built-in list', () => {
  const facts = { contextTokens: 2000, outputTokens: null, shutdownOn: '2027-12-01' }
  expect(modelLife('openai', 'gpt-5', day, facts)).toEqual({
    state: 'current',
    message: 'gpt-5 can be used until December 1, 2027. Context 2,000 tokens. Price unknown.',
  })
})
