import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LanguageModels, startLanguageModels, wires } from '../../../tests/doubles/language-models.ts'
import { until } from '../../../tests/support/wait-until.ts'
import { createLanguageModels, modelSettings } from './catalogue.ts'
import type { ModelLimits } from './model-client.ts'
import type { KnownModel, ModelError, ModelEvent, ModelRequest } from './port.ts'

let double: LanguageModels
const agent = new Agent()
beforeAll(async () => {
  double = await startLanguageModels()
})
afterAll(async () => {
  await agent.destroy()
  await double.close()
})
beforeEach(() => double.log.clear())
afterEach(() => {
  double.setFault(null)
  double.setThinking(null)
  double.setPace({ tokensPerSecond: 0, firstTokenMs: 0 })
})

const modelOver = (
  wire: (typeof wires)[number],
  limits: Partial<ModelLimits> = {},
  knownModels?: () => readonly KnownModel[],
) =>
  createLanguageModels({
    knownModels,
    settings: modelSettings(double.settingsFor(wire)),
    platformDispatcher: agent,
    workspaceDispatcher: agent,
    userAgent: 'EarshotBot/test',
    limits: { backoffMs: 1, ...limits },
  }).platformModel()!

const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', text: 'Write about "cold brew coffee".' }],
  maxOutputTokens: 346,
  temperature: 0.6,
  signal: new AbortController().signal,
  ...more,
})

async function read(events: AsyncIterable<ModelEvent>) {
  const all: ModelEvent[] = []
  let error: ModelError | null = null
  try {
    for await (const event of events) all.push(event)
  } catch (thrown) {
    error = thrown as ModelError
  }
  return {
    text: all.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    kinds: [...new Set(all.map(({ kind }) => kind))],
    usage: all.find((event) => event.kind === 'usage'),
    error,
  }
}

/** The length limit of each request, as each vendor names it. */
const askedLengths = () =>
  double.log.calls
    .filter(({ state, sentTokens }) => state !== 'open' || sentTokens > 0)
    .map(({ asked }) => asked.maxTokens)

describe.each(wires)('a model that thinks, with the %s wire format', (wire) => {
  test.each([1500, 6000])('%i tokens: it has room to write, and its thoughts aren’t text', async (tokens) => {
    double.setThinking({ tokens })
    const { text, kinds, usage, error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    expect(text).toMatch(/^Part 1 looks at cold brew coffee\.[\s\S]*undo\.$/)
    expect(kinds).toEqual(['thinking', 'start', 'text', 'usage', 'end'])
    expect((usage as { outputTokens: number }).outputTokens).toBe(tokens + double.log.calls.at(-1)!.sentTokens)
  })

  test('thinking used up the room: it is asked once more with more, and both requests are counted', async () => {
    double.setThinking({ tokens: 12_000 })
    const { text, usage, error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    expect(text).toMatch(/undo\.$/)
    expect(askedLengths().slice(-2)).toEqual([8346, 32_346])
    expect((usage as { outputTokens: number }).outputTokens).toBe(8346 + 12_000 + double.log.calls.at(-1)!.sentTokens)
  })

  test('the room ends at the output limit known at the moment, also after it was changed', async () => {
    const { LLM_PROVIDER, LLM_MODEL } = double.settingsFor(wire)
    let known: KnownModel[] = []
    const model = modelOver(wire, {}, () => known)
    double.setThinking({ tokens: 10 })
    for (const outputTokens of [4000, 2000]) {
      known = [
        {
          provider: LLM_PROVIDER as KnownModel['provider'],
          id: LLM_MODEL!,
          contextTokens: null,
          outputTokens,
          price: null,
          shutdown: null,
          source: 'Edited by staff',
          asOf: '2026-11-24',
        },
      ]
      expect((await read(model.stream(ask()))).error).toBeNull()
    }
    expect(askedLengths().slice(-2)).toEqual([4000, 2000])
  })

  test('thinking without end is an error after the second request', async () => {
    double.setThinking({ tokens: 1_000_000, hidden: true })
    const { text, error } = await read(modelOver(wire).stream(ask()))
    expect(text).toBe('')
    expect(error).toMatchObject({ code: 'empty', retryable: false, startedText: false })
    expect(error!.message).toMatch(/used up its output limit before it wrote any text/)
    expect(askedLengths().slice(-2)).toEqual([8346, 32_346])
  })

  test('a stall while it thinks ends after its own limit and closes the connection', async () => {
    double.setThinking({ tokens: 1500, stallsAfter: 20 })
    const { kinds, error } = await read(modelOver(wire, { silenceMs: 60, thinkingSilenceMs: 300 }).stream(ask()))
    expect(kinds).toEqual(['thinking'])
    expect(error).toMatchObject({ code: 'timeout', startedText: false })
    expect(error!.message).toMatch(/for 0\.3 s/)
    await until('the connection to close', async () => double.log.count(wire, 'open') === 0)
  })

  test('canceling while it thinks closes the connection', async () => {
    double.setThinking({ tokens: 1500, stallsAfter: 20 })
    const stop = new AbortController()
    let error: unknown = null
    try {
      for await (const { kind } of modelOver(wire).stream(ask({ signal: stop.signal })))
        if (kind === 'thinking') stop.abort()
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code: 'cancelled', startedText: false })
    await until('the connection to close', async () => double.log.count(wire, 'open') === 0)
  })

  test.each([
    ['refused', { kind: 'refused' } as const, 'refused', 1],
    ['an error in the stream', { kind: 'error' } as const, 'upstream_failed', 3],
    ['a cut', { kind: 'cut' } as const, 'cut', 3],
  ])('a fault after thinking: %s', async (_, fault, code, calls) => {
    double.setThinking({ tokens: 40 })
    double.setFault(fault, wire)
    const model = modelOver(wire)
    const { error, text } = await read(model.stream(ask({ temperature: undefined })))
    expect(text).toBe('')
    expect(error).toMatchObject({ code, startedText: false })
    expect(double.log.count(wire)).toBe(calls)
  })
})

test.each([
  ['responses', 'gpt-4-thinking'],
  ['anthropic', 'claude-3-7-sonnet'],
  ['google', 'gemini-2.0-flash-thinking'],
] as const)('%s: a model that isn’t known to think, and does, gets room: %s', async (wire, LLM_MODEL) => {
  double.setThinking({ tokens: 1500 })
  const model = createLanguageModels({
    settings: modelSettings({ ...double.settingsFor(wire), LLM_MODEL }),
    platformDispatcher: agent,
    workspaceDispatcher: agent,
    userAgent: 'EarshotBot/test',
    limits: { backoffMs: 1 },
  }).platformModel()!
  // The second text knows.
  for (const limits of [[346, 32_346], [8346]]) {
    double.log.clear()
    const { text, error } = await read(model.stream(ask({ temperature: undefined })))
    expect(error).toBeNull()
    expect(text).toMatch(/undo\.$/)
    expect(askedLengths()).toEqual(limits)
  }
})

test('the time spent thinking is told each second', async () => {
  double.setThinking({ tokens: 25, hidden: true })
  double.setPace({ tokensPerSecond: 10 })
  double.setAnswer(() => 'Done.')
  const seconds: number[] = []
  for await (const event of modelOver('responses').stream(ask()))
    if (event.kind === 'thinking') seconds.push(event.seconds)
  double.setAnswer(null)
  expect(seconds.slice(0, 3)).toEqual([0, 1, 2])
})

test('a server without room for thinking gets the asked length, now and afterwards', async () => {
  const message = "This model's maximum context length is 4096 tokens. However, you requested 8400 tokens."
  double.setFault({ kind: 'status', status: 400, message, times: 1 }, 'openai')
  const model = modelOver('openai')
  for (const _ of [1, 2]) expect((await read(model.stream(ask()))).error).toBeNull()
  expect(double.log.calls.map(({ asked }) => asked.maxTokens)).toEqual([8346, 346, 346])
})

test.each([
  ['openai', 'reasoning_effort', '"llama3.3" does not support thinking'],
  ['openai', 'reasoning_effort', 'body.reasoning_effort: Extra inputs are not permitted'],
  ['responses', 'reasoning', "Unsupported parameter: 'reasoning.effort' is not supported with this model."],
  ['anthropic', 'output_config', 'This model does not support the effort parameter.'],
  ['google', 'thinkingConfig', 'Thinking level is not supported for this model.'],
] as const)('%s: a refused %s is left out in the retry and afterwards: %s', async (wire, field, message) => {
  double.setFault({ kind: 'status', status: 400, message, times: 1 }, wire)
  const model = modelOver(wire)
  for (const _ of [1, 2]) expect((await read(model.stream(ask()))).error).toBeNull()
  const fields = double.log.calls.map(({ body }) => field in { ...body, ...(body.generationConfig as object) })
  expect(fields).toEqual([true, false, false])
})
