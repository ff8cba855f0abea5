import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '#platform/outbound/outbound-fetch.ts'
import {
  type LanguageModels,
  type ModelFault,
  startLanguageModels,
  wires,
} from '../../../tests/doubles/language-models.ts'
import { until } from '../../../tests/support/wait-until.ts'
import { createLanguageModels, type ModelSetting, modelSettings } from './catalogue.ts'
import { type ModelLimits, maxCharacters } from './model-client.ts'
import { type LanguageModel, ModelError, type ModelEvent, type ModelRequest } from './port.ts'

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
  double.setAnswer(null)
  double.setThinking(null)
  double.setPace({ tokensPerSecond: 0, firstTokenMs: 0 })
})

const quick: Partial<ModelLimits> = { backoffMs: 1 }
const impatient: Partial<ModelLimits> = { firstTokenMs: 250, silenceMs: 150 }

function modelsWith(settings: ReturnType<typeof modelSettings>, limits: Partial<ModelLimits> = {}) {
  return createLanguageModels({
    settings,
    platformDispatcher: agent,
    workspaceDispatcher: agent,
    userAgent: 'EarshotBot/test',
    limits: { ...quick, ...limits },
  })
}

const modelOver = (wire: (typeof wires)[number], limits?: Partial<ModelLimits>): LanguageModel =>
  modelsWith(modelSettings(double.settingsFor(wire)), limits).platformModel()!

const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', text: 'Write about "cold brew coffee".' }],
  maxOutputTokens: 4000,
  signal: new AbortController().signal,
  ...more,
})

/** All events and the error that ended the stream. */
async function read(events: AsyncIterable<ModelEvent>) {
  const all: ModelEvent[] = []
  let error: unknown = null
  try {
    for await (const event of events) all.push(event)
  } catch (thrown) {
    error = thrown
  }
  return {
    text: all.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    kinds: [...new Set(all.map(({ kind }) => kind))],
    usage: all.find((event) => event.kind === 'usage'),
    end: all.find((event) => event.kind === 'end'),
    error: error as ModelError | null,
  }
}

type Case = [
  name: string,
  fault: ModelFault,
  code: ModelError['code'],
  words: RegExp,
  textBefore: boolean,
  calls: number,
]

const cases: Case[] = [
  ['401', { kind: 'status', status: 401 }, 'unauthorized', /rejected\. Check LLM_API_KEY/, false, 1],
  ['403', { kind: 'status', status: 403 }, 'unauthorized', /LLM_API_KEY has access to double-1/, false, 1],
  ['402', { kind: 'status', status: 402 }, 'no_credit', /no credit left/, false, 1],
  ['404', { kind: 'status', status: 404 }, 'unavailable', /LLM_MODEL \(double-1\) and LLM_BASE_URL/, false, 1],
  ['400', { kind: 'status', status: 400, message: 'Too long' }, 'invalid_request', /“Too long”/, false, 1],
  ['a redirect', { kind: 'status', status: 302 }, 'unavailable', /Change LLM_BASE_URL/, false, 1],
  ['429', { kind: 'status', status: 429 }, 'rate_limited', /Try again in a moment/, false, 3],
  ['429 for an hour', { kind: 'status', status: 429, retryAfter: 3600 }, 'rate_limited', /in 3600 s/, false, 1],
  ['408', { kind: 'status', status: 408 }, 'upstream_failed', /returned HTTP 408/, false, 3],
  ['409', { kind: 'status', status: 409 }, 'upstream_failed', /returned HTTP 409/, false, 3],
  ['500', { kind: 'status', status: 500 }, 'upstream_failed', /returned HTTP 500/, false, 3],
  ['529', { kind: 'status', status: 529 }, 'upstream_failed', /returned HTTP 529/, false, 3],
  ['a broken connection', { kind: 'reset' }, 'upstream_failed', /closed the connection/, false, 3],
  ['silence from the start', { kind: 'hang' }, 'timeout', /sent no text for 0.25 s/, false, 1],
  ['nothing but comments', { kind: 'comments' }, 'timeout', /sent no text for 0.25 s/, false, 1],
  ['silence in the middle', { kind: 'silent', after: 5 }, 'timeout', /sent no more text for 0.15 s/, true, 1],
  ['a web page', { kind: 'html' }, 'garbled', /web page instead of a response\. Check that LLM_BASE_URL is/, false, 1],
  ['broken JSON', { kind: 'garbage', after: 5 }, 'garbled', /couldn’t be parsed/, true, 1],
  ['noise from the start', { kind: 'noise' }, 'garbled', /couldn’t be parsed/, false, 1],
  ['a line of 10 MB', { kind: 'long-line', after: 5 }, 'garbled', /line longer than 1 MB/, true, 1],
  ['a cut', { kind: 'cut', after: 5 }, 'cut', /partway through its response/, true, 1],
  ['an end without its mark', { kind: 'unfinished', after: 5 }, 'cut', /partway through its response/, true, 1],
  ['no text', { kind: 'empty' }, 'empty', /no text/, false, 1],
  ['no byte', { kind: 'nothing' }, 'empty', /no text/, false, 1],
  ['declining', { kind: 'refused' }, 'refused', /declined to write this/, false, 1],
  ['declining in the middle', { kind: 'refused', after: 5 }, 'refused', /declined to write this/, true, 1],
  [
    'overload inside 200',
    { kind: 'error' },
    'upstream_failed',
    /reported an error in its stream: “Overloaded”/,
    false,
    3,
  ],
  ['an error in the middle', { kind: 'error', after: 5 }, 'upstream_failed', /“Overloaded”/, true, 1],
  ['a limit inside 200', { kind: 'error', type: 'rate_limit_error' }, 'rate_limited', /in its stream/, false, 3],
]

describe.each(wires)('faults with the %s wire format', (wire) => {
  test.each(cases)('%s', async (_, fault, code, words, textBefore, calls) => {
    double.setFault(fault, wire)
    const model = modelOver(wire, code === 'timeout' ? impatient : {})
    const { text, error, end } = await read(model.stream(ask()))
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ code, startedText: textBefore, model: 'double-1' })
    expect(error!.message).toMatch(words)
    expect(error!.message).not.toContain('double-model-key')
    expect(text.startsWith('Part 1 looks')).toBe(textBefore)
    expect(end).toBeUndefined()
    expect(double.log.count(wire)).toBe(calls)
    // An error leaves no connection open.
    await until('the connection to close', async () => double.log.count(wire, 'open') === 0)
  })

  test('a successful stream has all events in order and the token counts', async () => {
    const { kinds, text, usage, end, error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    expect(kinds).toEqual(['start', 'text', 'usage', 'end'])
    expect(text).toMatch(/^Part 1 looks at cold brew coffee\.[\s\S]*undo\.$/)
    expect(usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: double.log.calls[0]!.sentTokens })
    expect(end).toEqual({ kind: 'end', reason: 'stop' })
  })

  test('a response cut by the token limit says so', async () => {
    double.setAnswer(function* () {
      for (;;) yield ' a'
    })
    const { end } = await read(modelOver(wire).stream(ask({ maxOutputTokens: 7 })))
    expect(end).toEqual({ kind: 'end', reason: 'length' })
  })

  test('a response that isn’t streamed is accepted', async () => {
    double.setFault({ kind: 'whole' }, wire)
    const { text, usage, end } = await read(modelOver(wire).stream(ask()))
    expect(text).toMatch(/^Part 1 looks[\s\S]*undo\.$/)
    expect(usage).toMatchObject({ outputTokens: double.log.calls[0]!.sentTokens })
    expect(end).toEqual({ kind: 'end', reason: 'stop' })
  })

  test('missing token counts are null', async () => {
    double.setFault({ kind: 'no-usage' }, wire)
    const { usage, error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    expect(usage).toMatchObject({ outputTokens: null })
  })

  test('a connection the server leaves open after the end doesn’t delay the result', async () => {
    double.setFault({ kind: 'lingers' }, wire)
    const { text, end, error } = await read(modelOver(wire, { afterEndMs: 150 }).stream(ask()))
    expect(error).toBeNull()
    expect(text).toMatch(/undo\.$/)
    expect(end).toEqual({ kind: 'end', reason: 'stop' })
    await until('the connection to close', async () => double.log.count(wire, 'open') === 0)
  })

  test('characters split between chunks stay intact', async () => {
    double.setFault({ kind: 'pieces', bytes: 1 }, wire)
    double.setAnswer(() => 'Süß, 冷萃 ☕️')
    const { text, error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    expect(text).toBe('Süß, 冷萃 ☕️')
  })

  test('a request that fails before any text is retried', async () => {
    double.setFault({ kind: 'status', status: 503, times: 2 }, wire)
    const { text, error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    expect(text).toMatch(/undo\.$/)
    expect(double.log.count(wire)).toBe(3)
  })

  test('Retry-After is respected', async () => {
    double.setFault({ kind: 'status', status: 429, retryAfter: 1, times: 1 }, wire)
    const { error } = await read(modelOver(wire).stream(ask()))
    expect(error).toBeNull()
    const [first, second] = double.log.calls
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(990)
  })

  test('canceling closes the connection immediately', async () => {
    double.setPace({ tokensPerSecond: 20 })
    const stop = new AbortController()
    const reading = read(modelOver(wire).stream(ask({ signal: stop.signal })))
    await until('text on its way', async () => (double.log.calls[0]?.sentTokens ?? 0) >= 2)
    const stoppedAt = Date.now()
    stop.abort()
    expect((await reading).error).toMatchObject({ code: 'cancelled', startedText: true })
    await until('the connection to close', async () => double.log.count(wire, 'left') === 1)
    expect(double.log.calls[0]!.endedAt! - stoppedAt).toBeLessThan(1000)
  })

  test('canceling before the response starts closes the connection too', async () => {
    double.setFault({ kind: 'hang' }, wire)
    const stop = new AbortController()
    const reading = read(modelOver(wire).stream(ask({ signal: stop.signal })))
    await until('the call', async () => double.log.count(wire) === 1)
    stop.abort()
    expect((await reading).error).toMatchObject({ code: 'cancelled', startedText: false })
    await until('the connection to close', async () => double.log.count(wire, 'open') === 0)
  })

  test('leaving the loop closes the connection', async () => {
    double.setPace({ tokensPerSecond: 20 })
    for await (const event of modelOver(wire).stream(ask())) if (event.kind === 'text') break
    await until('the connection to close', async () => double.log.count(wire, 'left') === 1)
  })

  test('a check reports the model and fails like a stream', async () => {
    expect(await modelOver(wire).check(new AbortController().signal)).toMatchObject({ model: 'double-1' })
    double.setFault({ kind: 'status', status: 401 }, wire)
    await expect(modelOver(wire).check(new AbortController().signal)).rejects.toThrow('Check LLM_API_KEY')
  })
})

describe.each(wires)('an endless response with the %s wire format', (wire) => {
  const closed = () => until('the connection to close', async () => double.log.count(wire, 'open') === 0)

  test('text over the limit ends the response, keeps the part within it and closes the connection', async () => {
    double.setFault({ kind: 'endless', after: 5 }, wire)
    const { text, error } = await read(modelOver(wire).stream(ask({ maxOutputTokens: 100 })))
    expect(error).toMatchObject({ code: 'too_long', startedText: true, retryable: false })
    expect(error!.message).toMatch(/far more text than requested/)
    expect(text).toMatch(/^Part 1 looks[\s\S]* word word/)
    expect(text.length).toBe(maxCharacters(100))
    await closed()
  })

  test('so does reasoning over the limit', async () => {
    double.setFault({ kind: 'endless-thoughts' }, wire)
    const limits = { maxAnswerBytes: () => 500_000 }
    const { text, error } = await read(modelOver(wire, limits).stream(ask({ maxOutputTokens: 100 })))
    expect(error).toMatchObject({ code: 'too_long', startedText: false, retryable: false })
    expect(text).toBe('')
    expect(double.log.count(wire)).toBe(1)
    await closed()
  })

  test('reasoning counts as activity, but the response has a total time limit', async () => {
    double.setFault({ kind: 'endless-thoughts' }, wire)
    const limits = { ...impatient, maxAnswerBytes: () => Number.POSITIVE_INFINITY, maxAnswerMs: 600 }
    const { error } = await read(modelOver(wire, limits).stream(ask()))
    expect(error).toMatchObject({ code: 'timeout', startedText: false })
    expect(error!.message).toMatch(/didn’t finish within 0.6 s/)
    await closed()
  })

  test.each([
    ['from the start', { kind: 'idle' } as const, /sent no (?:more )?text for/],
    ['in the middle', { kind: 'idle', after: 5 } as const, /sent no more text for 0.15 s/],
  ])('messages without content count as silence: %s', async (_, fault, words) => {
    double.setFault(fault, wire)
    const { error } = await read(modelOver(wire, impatient).stream(ask()))
    expect(error).toMatchObject({ code: 'timeout' })
    expect(error!.message).toMatch(words)
    await closed()
  })

  test('messages after the end don’t delay the result', async () => {
    double.setFault({ kind: 'idle-after-end', after: 5 }, wire)
    const { text, end, error } = await read(modelOver(wire, { afterEndMs: 150 }).stream(ask()))
    expect(error).toBeNull()
    expect(text).toMatch(/^Part 1 looks/)
    expect(end).toEqual({ kind: 'end', reason: 'stop' })
    await closed()
  })

  test.each([
    ['a JSON response over the limit is an error', { kind: 'endless-json' } as const, { code: 'too_long' }],
    ['white space over the limit is an error', { kind: 'endless-blank' } as const, { code: 'garbled' }],
  ])('%s', async (_, fault, expected) => {
    double.setFault(fault, wire)
    const { text, error } = await read(modelOver(wire, { maxLineBytes: 100_000, maxBodyBytes: 200_000 }).stream(ask()))
    expect(error).toMatchObject({ ...expected, startedText: false })
    expect(text).toBe('')
    expect(double.log.count(wire)).toBe(1)
    await closed()
  })

  test('a compressed response is rejected', async () => {
    double.setFault({ kind: 'gzip' }, wire)
    const { error } = await read(modelOver(wire).stream(ask()))
    expect(error).toMatchObject({ code: 'garbled', startedText: false })
    expect(error!.message).toMatch(/compressed/)
  })

  test('an unstreamed response over the limit is cut at the limit', async () => {
    double.setFault({ kind: 'whole' }, wire)
    double.setAnswer(function* () {
      yield 'x'.repeat(100_000)
    })
    const { text, error } = await read(modelOver(wire).stream(ask({ maxOutputTokens: 100 })))
    expect(error).toMatchObject({ code: 'too_long', startedText: true })
    expect(text.length).toBe(maxCharacters(100))
  })
})

test('connections are reused between requests', async () => {
  const own = new Agent({ connections: 1 })
  const models = createLanguageModels({
    settings: modelSettings(double.settings),
    platformDispatcher: own,
    workspaceDispatcher: own,
    userAgent: 'EarshotBot/test',
  })
  let connects = 0
  own.on('connect', () => connects++)
  for (let round = 0; round < 5; round++) await read(models.platformModel()!.stream(ask()))
  expect(connects).toBe(1)
  await own.destroy()
})

describe('a slow reader', () => {
  test('isn’t mistaken for a silent model, and the server has to wait', async () => {
    const tokens = 40_000
    double.setAnswer(function* () {
      for (let at = 0; at < tokens; at++) yield ` word${at}`
    })
    const model = modelOver('openai', { silenceMs: 300, pauseAt: 4096 })
    let words = 0
    let first = true
    for await (const event of model.stream(ask({ maxOutputTokens: tokens }))) {
      if (event.kind !== 'text') continue
      words += event.text.match(/ word/g)?.length ?? 0
      expect(event.text.length).toBeLessThan(4096 + 20_000)
      if (!first) continue
      first = false
      await new Promise((resolve) => setTimeout(resolve, 900))
      // The server sent only what fits into socket buffers, not the whole response.
      expect(double.log.calls[0]!.sentTokens).toBeLessThan(tokens)
    }
    expect(words).toBe(tokens)
  })
})

describe('keys', () => {
  const secret = 'sk-proj-abcdefghijklmnop0123456789'

  test('aren’t in errors, even if the vendor repeats them', async () => {
    double.setFault({
      kind: 'status',
      status: 401,
      message: `Incorrect API key provided: ${secret}. See sk-proj-abcd****6789`,
    })
    for (const wire of wires) {
      const setting = modelSettings({ ...double.settingsFor(wire), LLM_API_KEY: secret })
      const { error } = await read(modelsWith(setting).platformModel()!.stream(ask()))
      expect(error!.message).toContain('Incorrect API key provided: [key]')
      expect(JSON.stringify(error) + error!.stack + String(error!.cause)).not.toMatch(/sk-proj/)
    }
  })

  test('with invalid characters are reported before anything is sent', async () => {
    const setting = modelSettings({ ...double.settings, LLM_API_KEY: 'kéy\nkey' })
    const { error } = await read(modelsWith(setting).platformModel()!.stream(ask()))
    expect(error).toMatchObject({ code: 'unauthorized' })
    expect(double.log.count()).toBe(0)
  })
})

describe('parameters a server doesn’t support', () => {
  test.each([
    [
      'temperature',
      "Unsupported value: 'temperature' does not support 0.4 with this model. Only the default (1) value is supported.",
    ],
    ['stream_options', 'Unrecognized request argument supplied: stream_options'],
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
  ])('%s is left out in the retry and afterwards', async (field, message) => {
    const model = modelOver('openai')
    double.setFault({ kind: 'status', status: 400, message, times: 1 }, 'openai')
    expect((await read(model.stream(ask({ temperature: 0.4 })))).error).toBeNull()
    expect((await read(model.stream(ask({ temperature: 0.4 })))).error).toBeNull()
    expect(double.log.calls.map(({ body }) => field in body)).toEqual([true, false, false])
  })
})

describe('facts about a model from the vendor’s list', () => {
  test.each([
    ['openai', { contextTokens: null, outputTokens: null, shutdownOn: '2026-12-01' }],
    ['responses', { contextTokens: null, outputTokens: null, shutdownOn: '2026-12-01' }],
    ['anthropic', { contextTokens: 200_000, outputTokens: 64_000, shutdownOn: null }],
    ['google', { contextTokens: 1_048_576, outputTokens: 65_536, shutdownOn: null }],
  ] as const)('%s', async (wire, facts) => {
    expect(await modelOver(wire).describe(new AbortController().signal)).toEqual(facts)
  })

  test('are null for an unknown model or an unreachable server', async () => {
    const other = modelsWith(modelSettings({ ...double.settings, LLM_MODEL: 'gone' })).platformModel()!
    expect(await other.describe(new AbortController().signal)).toBeNull()
    const nobody = modelsWith(
      modelSettings({ ...double.settings, LLM_BASE_URL: 'http://127.0.0.1:9' }),
    ).platformModel()!
    expect(await nobody.describe(new AbortController().signal)).toBeNull()
  })
})

describe('parameters Gemini doesn’t support', () => {
  test.each([
    ['temperature', 'Invalid value at generation_config.temperature: sampling parameters are no longer supported.'],
    ['stopSequences', 'Invalid JSON payload received. Unknown name "stop_sequences" at \'generation_config\'.'],
    ['responseMimeType', 'JSON mode is not enabled for models/gemma-3-27b-it'],
  ])('%s is left out in the retry and afterwards', async (field, message) => {
    const model = modelOver('google')
    const request = ask({ temperature: 0.4, stop: ['END'], json: true })
    double.setFault({ kind: 'status', status: 400, message, times: 1 }, 'google')
    expect((await read(model.stream(request))).error).toBeNull()
    expect((await read(model.stream(request))).error).toBeNull()
    const configs = double.log.calls.map(({ body }) => body.generationConfig as Record<string, unknown>)
    expect(configs.map((config) => field in config)).toEqual([true, false, false])
    expect(Object.keys(configs[1]!)).toHaveLength(4)
  })

  test('an error about something else isn’t retried', async () => {
    double.setFault({ kind: 'status', status: 400, message: 'The input token count exceeds the limit.' }, 'google')
    const { error } = await read(modelOver('google').stream(ask({ temperature: 0.4 })))
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(double.log.count()).toBe(1)
  })
})

describe('server settings', () => {
  const fallback = (wire: (typeof wires)[number]) =>
    Object.fromEntries(
      Object.entries(double.settingsFor(wire)).map(([name, value]) => [name.replace('LLM_', 'LLM_FALLBACK_'), value]),
    )

  test.each([{}, { LLM_PROVIDER: 'builtin' }, { LLM_API_KEY: 'k', LLM_FALLBACK_PROVIDER: 'openai' }])(
    '%o configures no model',
    (environment) => {
      const models = modelsWith(modelSettings(environment))
      expect(models.platformModel()).toBeNull()
      expect(models.platformParts).toEqual([])
    },
  )

  test('a stream names the model that wrote it, also after a fallback', async () => {
    const models = modelsWith(modelSettings({ ...double.settings, ...fallback('anthropic') }), { retries: 0 })
    double.setFault({ kind: 'status', status: 503 }, 'openai')
    const events: ModelEvent[] = []
    for await (const event of models.platformModel()!.stream(ask())) events.push(event)
    expect(events[0]).toEqual({ kind: 'start', provider: 'anthropic', model: 'double-1' })
    expect(models.platformParts.map(({ role, model }) => [role, model.provider])).toEqual([
      ['main', 'openai-compatible'],
      ['fallback', 'anthropic'],
    ])
  })
})

describe('base URLs', () => {
  const workspace = (setting: Partial<ModelSetting>, allow: string[] = []) => {
    const outbound = createOutbound({ allow, userAgent: 'EarshotBot/test' })
    const models = createLanguageModels({
      settings: { main: null, fallback: null },
      platformDispatcher: agent,
      workspaceDispatcher: outbound.dispatcher,
      userAgent: 'EarshotBot/test',
      limits: { ...quick, retries: 0 },
    })
    expect(models.platformModel()).toBeNull()
    return models.workspaceModel({ provider: 'openai-compatible', model: 'm', ...setting })
  }

  test('a workspace can’t use a model at a private address', async () => {
    const { port } = new URL(double.url)
    for (const baseUrl of [
      double.url,
      `http://localhost:${port}/v1`,
      'http://169.254.169.254/latest',
      'http://[::1]:80',
    ]) {
      const { error } = await read(workspace({ baseUrl }).stream(ask()))
      expect(error).toMatchObject({ code: 'unavailable', retryable: false })
      expect(error!.message).toMatch(/private or reserved address.*Check the address in the workspace’s model settings/)
    }
    expect(double.log.count()).toBe(0)
  })

  test('a private address allowed by the operator works', async () => {
    const { error } = await read(workspace({ baseUrl: double.url }, ['127.0.0.1']).stream(ask()))
    expect(error).toBeNull()
  })

  test.each(['', '/', '/v1', '/v1/', '/v1/chat/completions'])('"%s" results in the same request', async (path) => {
    const { error } = await read(workspace({ baseUrl: double.url + path }, ['127.0.0.1']).stream(ask()))
    expect(error).toBeNull()
    expect(double.log.calls[0]!.path).toBe('/v1/chat/completions')
  })

  test.each([
    [{ baseUrl: 'ftp://example.com' }, /no valid http\(s\) URL/],
    [{ baseUrl: 'nonsense' }, /no valid http\(s\) URL/],
    [{ baseUrl: null }, /has no URL/],
    [{ provider: 'openai' as const, apiKey: null }, /needs an API key\. Set the API key/],
    [{ provider: 'ollama' as const, model: ' ' }, /has no model/],
  ])('%o is reported before anything is sent', async (setting, words) => {
    const { error } = await read(workspace(setting).stream(ask()))
    expect(error!.message).toMatch(words)
  })

  test('a server that isn’t running is reported as refused connection', async () => {
    const { error } = await read(workspace({ baseUrl: 'http://127.0.0.1:9' }, ['127.0.0.1']).stream(ask()))
    expect(error).toMatchObject({ code: 'upstream_failed', retryable: true })
    expect(error!.message).toMatch(/The model server at 127\.0\.0\.1:9 refused the connection/)
  })
})
