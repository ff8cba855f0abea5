import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmbeddingFault,
  type EmbeddingModels,
  type EmbeddingWireName,
  embeddingWires,
  startEmbeddingModels,
} from '../../../tests/doubles/embedding-models.ts'
import { createLanguageModels, type ModelSetting, modelSettings } from './catalogue.ts'
import type { EmbeddingLimits } from './embedding-client.ts'
import { findEmbeddingPrice, knownEmbeddings, usualEmbeddings } from './known-embeddings.ts'
import { ModelError } from './port.ts'

let double: EmbeddingModels
const agent = new Agent()
beforeAll(async () => {
  double = await startEmbeddingModels()
})
afterAll(async () => {
  await agent.destroy()
  await double.close()
})
beforeEach(() => {
  double.calls.length = 0
})
afterEach(() => {
  double.setFault(null)
  double.setVectors(null)
})

const modelsWith = (environment: Record<string, string>, limits: Partial<EmbeddingLimits> = {}) =>
  createLanguageModels({
    settings: modelSettings(environment),
    platformDispatcher: agent,
    workspaceDispatcher: agent,
    userAgent: 'EarshotBot/test',
    embeddingLimits: { backoffMs: 1, ...limits },
  })

const modelOver = (wire: EmbeddingWireName, limits?: Partial<EmbeddingLimits>, more: Record<string, string> = {}) =>
  modelsWith({ ...double.settingsFor(wire), ...more }, limits).platformEmbeddings()!

const signal = new AbortController().signal
const texts = ['standing desk', 'sit-stand desk', 'кофе']
const byLength = (text: string) => [text.length, 1, -0.5]

const embed = (wire: EmbeddingWireName, limits?: Partial<EmbeddingLimits>) =>
  modelOver(wire, limits).embed(texts, signal)
const failWith = async (wire: EmbeddingWireName, limits?: Partial<EmbeddingLimits>) => {
  const error = await embed(wire, limits).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

describe.each(embeddingWires)('%s', (wire) => {
  test('returns one vector per text in order, and counts tokens', async () => {
    double.setVectors(byLength)
    const { dimensions, vectors, tokens } = await modelOver(wire).embed(['a', 'bcd'], signal)
    expect(dimensions).toBe(3)
    const prefix = wire === 'ollama' ? 'clustering: '.length : 0
    expect([...vectors]).toEqual([prefix + 1, 1, -0.5, prefix + 3, 1, -0.5])
    expect(tokens).toBeGreaterThan(0)
  })

  test('no count of tokens is null', async () => {
    double.setFault({ kind: 'no-usage' })
    expect((await embed(wire)).tokens).toBeNull()
  })

  test.each([429, 500, 503])('tries again after status %i', async (status) => {
    double.setFault({ kind: 'status', status, times: 2 })
    expect((await embed(wire)).vectors).toHaveLength(3 * 32)
    expect(double.calls).toHaveLength(3)
  })

  test('gives up after two more tries, and when it would have to wait long', async () => {
    double.setFault({ kind: 'status', status: 503 })
    expect(await failWith(wire)).toMatchObject({ code: 'upstream_failed' })
    expect(double.calls).toHaveLength(3)
    double.setFault({ kind: 'status', status: 429, retryAfter: 60 })
    expect(await failWith(wire)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
    expect(double.calls).toHaveLength(4)
  })

  test.each([
    [401, 'unauthorized'],
    [402, 'no_credit'],
    [404, 'unavailable'],
    [400, 'invalid_request'],
  ] as const)('status %i is %s and isn’t repeated', async (status, code) => {
    double.setFault({ kind: 'status', status })
    const error = await failWith(wire)
    expect(error).toMatchObject({ code })
    expect(error.message).not.toContain('key-of-the-double')
    expect(double.calls).toHaveLength(1)
  })

  test.each<[EmbeddingFault['kind'], string, RegExp]>([
    ['too-few', 'garbled', /returned 2 embeddings for 3 texts/],
    ['too-many', 'garbled', /returned 4 embeddings for 3 texts/],
    ['other-length', 'garbled', /different lengths/],
    ['empty-vectors', 'garbled', /embedding of 0 numbers/],
    ['null', 'garbled', /isn’t made of numbers/],
    ['infinite', 'garbled', /isn’t made of numbers/],
    ['nan', 'garbled', /couldn’t be parsed/],
    ['not-json', 'garbled', /couldn’t be parsed/],
    ['html', 'garbled', /web page/],
  ])('an answer that is %s is %s', async (kind, code, message) => {
    double.setFault({ kind } as EmbeddingFault)
    expect(await failWith(wire)).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(double.calls).toHaveLength(1)
  })

  test.each(['hang', 'stalls'] as const)('a server that %ss is asked again, then times out', async (kind) => {
    double.setFault({ kind })
    expect(await failWith(wire, { answerMs: 60, retries: 1 })).toMatchObject({ code: 'timeout' })
    expect(double.calls).toHaveLength(2)
  })

  test('a lost connection is tried again', async () => {
    double.setFault({ kind: 'reset', times: 1 })
    expect((await embed(wire)).dimensions).toBe(32)
  })

  test('an answer beyond the limits isn’t read to its end', async () => {
    expect(await failWith(wire, { maxBodyBytes: 200 })).toMatchObject({ code: 'garbled' })
    expect(await failWith(wire, { maxDimensions: 31 })).toMatchObject({ code: 'garbled' })
  })

  test('stops when nobody waits any more', async () => {
    const stop = new AbortController()
    double.setFault({ kind: 'hang' })
    const asked = modelOver(wire).embed(texts, stop.signal)
    stop.abort()
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
  })
})

test('OpenAI’s vectors are put where their index says', async () => {
  double.setVectors(byLength)
  double.setFault({ kind: 'shuffled' })
  const { vectors } = await modelOver('openai').embed(['a', 'bcd'], signal)
  expect([...vectors]).toEqual([1, 1, -0.5, 3, 1, -0.5])
})

test('each vendor is asked as it documents', async () => {
  for (const wire of embeddingWires) await embed(wire)
  const [openai, ollama, google] = double.calls
  expect(openai).toMatchObject({
    path: '/v1/embeddings',
    headers: { authorization: 'Bearer key-of-the-double' },
    body: { model: 'text-embedding-3-small', input: texts, encoding_format: 'float', dimensions: 768 },
  })
  expect(ollama).toMatchObject({
    path: '/api/embed',
    body: { model: 'nomic-embed-text', input: texts.map((text) => `clustering: ${text}`), truncate: true },
  })
  expect(google).toMatchObject({
    path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
    headers: { 'x-goog-api-key': 'key-of-the-double' },
  })
  expect(google!.body.requests).toEqual(
    texts.map((text) => ({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text }] },
      taskType: 'CLUSTERING',
      outputDimensionality: 768,
    })),
  )
})

test('later models of Google read the task in the text', async () => {
  await modelOver('google', {}, { LLM_EMBEDDING_MODEL: 'models/gemini-embedding-2' }).embed(['desk'], signal)
  expect(double.calls[0]).toMatchObject({ model: 'gemini-embedding-2', texts: ['task: clustering | query: desk'] })
  expect(double.calls[0]!.body.requests).toEqual([expect.not.objectContaining({ taskType: expect.anything() })])
})

test.each(['', '/v1', '/v1/', '/api', '/v1/chat/completions'])(
  'Ollama is found from an address that ends in “%s”',
  async (end) => {
    await modelOver('ollama', {}, { LLM_BASE_URL: double.url + end }).embed(['desk'], signal)
    expect(double.calls[0]!.path).toBe('/api/embed')
  },
)

test('servers like OpenAI need a named model, and are sent no length they may not know', async () => {
  const settings = { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: `${double.url}/v1`, LLM_MODEL: 'any' }
  expect(modelsWith(settings).platformEmbeddings()).toBeNull()
  await modelsWith({ ...settings, LLM_EMBEDDING_MODEL: 'bge-m3' })
    .platformEmbeddings()!
    .embed(['desk'], signal)
  expect(double.calls[0]!.body).toEqual({ model: 'bge-m3', input: ['desk'], encoding_format: 'float' })
})

test('a vendor without embeddings leaves them to the fallback’s', () => {
  const anthropic = { LLM_PROVIDER: 'anthropic', LLM_API_KEY: 'key', LLM_MODEL: 'claude-sonnet-5-5' }
  expect(modelsWith(anthropic).platformEmbeddings()).toBeNull()
  const fallback = { LLM_FALLBACK_PROVIDER: 'openai', LLM_FALLBACK_API_KEY: 'key', LLM_FALLBACK_MODEL: 'gpt-6-luna' }
  expect(modelsWith({ ...anthropic, ...fallback }).platformEmbeddings()).toMatchObject({ provider: 'openai' })
})

test('a missing key is said before anything is sent', async () => {
  const model = modelsWith({ LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-6-luna' }).platformEmbeddings()!
  await expect(model.embed(['desk'], signal)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(double.calls).toHaveLength(0)
})

test('vectors of another model, URL or length are never compared with these', () => {
  const settings = { provider: 'openai', model: 'a', apiKey: 'one' } satisfies ModelSetting
  const { workspaceEmbeddings } = modelsWith({})
  const getSpace = (more: Partial<ModelSetting>) => workspaceEmbeddings({ ...settings, ...more })!.space
  expect(getSpace({ apiKey: 'two', model: 'b' })).toBe(getSpace({}))
  expect(getSpace({ apiKey: 'one' })).not.toContain('"one"')
  const others = [{ embeddingModel: 'text-embedding-3-large' }, { baseUrl: 'https://gateway.example/v1' }]
  expect(new Set([getSpace({}), ...others.map(getSpace)]).size).toBe(3)
})

describe('prices', () => {
  test('are dated, and null where they aren’t known', () => {
    expect(findEmbeddingPrice('openai', 'text-embedding-3-small')).toMatchObject({ usdPerMillionTokens: 0.02 })
    expect(findEmbeddingPrice('google', 'models/gemini-embedding-001')).toMatchObject({ usdPerMillionTokens: 0.15 })
    for (const [provider, id] of [
      ['openai', 'made-up'],
      ['ollama', 'nomic-embed-text:latest'],
      ['google', 'gemini-embedding-2'],
      ['openai-compatible', 'text-embedding-3-small'],
    ] as const)
      expect(findEmbeddingPrice(provider, id)).toBeNull()
    for (const { asOf, usdPerMillionTokens, source } of knownEmbeddings) {
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(usdPerMillionTokens === null || usdPerMillionTokens > 0).toBe(true)
      expect(source.length).toBeGreaterThan(10)
    }
  })

  test('each vendor’s usual model is known', () => {
    for (const [provider, id] of Object.entries(usualEmbeddings))
      if (id) expect(knownEmbeddings.some((known) => known.provider === provider && known.id === id)).toBe(true)
  })

  test('tokens are rather counted high', () => {
    const model = modelOver('openai')
    expect(model.countTokens(['standing desk'])).toBeGreaterThanOrEqual(3)
    expect(model.countTokens(['站立式办公桌'])).toBeGreaterThanOrEqual(8)
    expect(model.countTokens([])).toBe(0)
  })
})
