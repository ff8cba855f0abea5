import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import type { Dispatcher } from 'undici'
import { describe, expect, test } from 'vitest'
import { createLanguageModels, type ModelVendor } from './catalogue.ts'
import { ModelError, type ModelEvent, type ModelRequest } from './port.ts'

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name))

/** Responds to each request with the bytes, split at `cuts`. */
function playback(bytes: Buffer, cuts: number[] = []) {
  const sent: Dispatcher.DispatchOptions[] = []
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: () => {},
    pause: () => {},
    resume: () => {},
  }
  const dispatcher = {
    dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      sent.push(options)
      handler.onRequestStart?.(controller, null)
      handler.onResponseStart?.(controller, 200, { 'content-type': 'text/event-stream' })
      const edges = [0, ...cuts, bytes.length]
      for (const [at, start] of edges.slice(0, -1).entries())
        handler.onResponseData?.(controller, bytes.subarray(start, edges[at + 1]))
      handler.onResponseEnd?.(controller, {})
      return true
    },
  } as unknown as Dispatcher
  return { dispatcher, sent }
}

function modelOver({ dispatcher }: { dispatcher: Dispatcher }, provider: ModelVendor, model = 'm-1') {
  return createLanguageModels({
    settings: {
      main: { provider, baseUrl: 'http://model.test', apiKey: 'a-key-for-tests', model },
      fallback: null,
    },
    platformDispatcher: dispatcher,
    workspaceDispatcher: dispatcher,
    userAgent: 'EarshotBot/test',
    limits: { retries: 0 },
  }).platformModel()!
}

const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', text: 'What does cold brew taste like?' }],
  maxOutputTokens: 200,
  signal: new AbortController().signal,
  ...more,
})

async function read(events: AsyncIterable<ModelEvent>) {
  const all: ModelEvent[] = []
  for await (const event of events) all.push(event)
  const of = <Kind extends ModelEvent['kind']>(kind: Kind) =>
    all.filter((event) => event.kind === kind) as Extract<ModelEvent, { kind: Kind }>[]
  return {
    order: all.map(({ kind }) => kind).filter((kind, at, kinds) => kind !== kinds[at - 1]),
    model: of('start')[0]?.model,
    text: of('text')
      .map(({ text }) => text)
      .join(''),
    usage: of('usage').map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])[0],
    reason: of('end')[0]?.reason,
  }
}

const sentence = 'Cold brew schmeckt süß – 冷萃 ☕️.'

describe('documented responses of the vendors', () => {
  test.each([
    ['openai.sse', 'openai-compatible', 'gpt-4.1-mini-2025-04-14', sentence, [19, 12], 'stop'],
    // Hidden reasoning first, then text with annotations; no mark after the last event.
    ['responses.sse', 'openai', 'gpt-6.1-sol-2026-10-12', sentence, [36, 87], 'stop'],
    ['anthropic.sse', 'anthropic', 'claude-sonnet-4-5-20250929', sentence, [25, 15], 'stop'],
    ['google.sse', 'google', 'gemini-2.5-flash', sentence, [12, 18], 'stop'],
    // Comments first, reasoning in its own field, token counts in a chunk that still has a choice.
    ['openrouter.sse', 'openai-compatible', 'deepseek/deepseek-r1', 'Cold brew.', [8, 44], 'length'],
    ['groq.sse', 'openai-compatible', 'llama-3.3-70b-versatile', 'Cold brew.', [11, 4], 'stop'],
    // Reasoning and text as parts.
    ['mistral.sse', 'openai-compatible', 'magistral-medium-latest', 'Cold brew.', [9, 21], 'stop'],
    // Reasoning within the text, with its tags split between chunks.
    ['ollama.sse', 'ollama', 'qwen3:8b', 'Cold brew.', [14, 37], 'stop'],
  ] as const)('%s', async (name, provider, model, text, usage, reason) => {
    const found = await read(modelOver(playback(fixture(name)), provider).stream(ask()))
    expect(found).toEqual({ order: ['start', 'text', 'usage', 'end'], model, text, usage, reason })
  })

  test('a prompt blocked by Google is a refusal with a reason', async () => {
    const error = await read(modelOver(playback(fixture('google-blocked.sse')), 'google').stream(ask())).catch((e) => e)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ code: 'refused', retryable: false, startedText: false })
    expect(error.message).toContain('its rules on prohibited content')
  })
})

describe('tokens from a prompt cache are part of the input', () => {
  const text = [{ type: 'text', text: 'Cold.' }]
  test.each([
    [
      'openai-compatible',
      {
        choices: [{ message: { content: 'Cold.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1500, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1024 } },
      },
    ],
    [
      'openai',
      {
        status: 'completed',
        output: [{ type: 'message', content: [{ type: 'output_text', text: 'Cold.' }] }],
        usage: { input_tokens: 1500, output_tokens: 2, input_tokens_details: { cached_tokens: 1024 } },
      },
    ],
    [
      'anthropic',
      {
        content: text,
        stop_reason: 'end_turn',
        usage: { input_tokens: 400, cache_creation_input_tokens: 76, cache_read_input_tokens: 1024, output_tokens: 2 },
      },
    ],
    [
      'google',
      {
        candidates: [{ content: { parts: [{ text: 'Cold.' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 1500, cachedContentTokenCount: 1024, candidatesTokenCount: 2 },
      },
    ],
  ] as const)('%s', async (provider, body) => {
    const usage: ModelEvent[] = []
    const model = modelOver(playback(Buffer.from(JSON.stringify(body))), provider)
    for await (const event of model.stream(ask())) if (event.kind === 'usage') usage.push(event)
    expect(usage).toEqual([{ kind: 'usage', inputTokens: 1500, outputTokens: 2, cachedTokens: 1024 }])
  })
})

describe('a response that ends early', () => {
  const whole = (body: unknown) => playback(Buffer.from(JSON.stringify(body)))
  const refusal = (provider: ModelVendor, body: unknown) =>
    read(modelOver(whole(body), provider).stream(ask())).then(
      () => null,
      (error: ModelError) => [error.code, error.message],
    )

  test('Anthropic’s full context window counts as a text that was cut', async () => {
    const body = { content: [{ type: 'text', text: 'Half' }], stop_reason: 'model_context_window_exceeded' }
    expect(await read(modelOver(whole(body), 'anthropic').stream(ask()))).toMatchObject({
      text: 'Half',
      reason: 'length',
    })
  })

  test('Anthropic’s refusal includes its explanation if there is one', async () => {
    const details = { type: 'refusal', category: 'cyber', explanation: 'It asks for an attack.' }
    expect(await refusal('anthropic', { content: [], stop_reason: 'refusal', stop_details: details })).toEqual([
      'refused',
      expect.stringContaining('declined to write this (It asks for an attack)'),
    ])
    expect(await refusal('anthropic', { content: [], stop_reason: 'refusal' })).toEqual([
      'refused',
      expect.stringContaining('declined to write this.'),
    ])
    const streamed = [
      { type: 'message_start', message: { model: 'm', usage: {} } },
      { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: details } },
      { type: 'message_stop' },
    ]
    const bytes = Buffer.from(streamed.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''))
    const error = await read(modelOver(playback(bytes), 'anthropic').stream(ask())).catch((e) => e)
    expect(error.message).toContain('It asks for an attack')
  })

  test.each([
    [{ promptFeedback: { blockReason: 'MODEL_ARMOR', blockReasonMessage: 'Matched a policy.' } }, 'Matched a policy'],
    [{ candidates: [{ finishReason: 'MODEL_ARMOR' }] }, 'Model Armor policy'],
    [{ candidates: [{ finishReason: 'SAFETY', finishMessage: 'Too violent.' }] }, 'Too violent'],
  ])('a block by Vertex AI is a refusal with a reason: %j', async (body, words) => {
    expect(await refusal('google', body)).toEqual(['refused', expect.stringContaining(words)])
  })
})

const vendors = [
  ['openai.sse', 'openai-compatible'],
  ['responses.sse', 'openai'],
  ['anthropic.sse', 'anthropic'],
  ['google.sse', 'google'],
] as const

describe('chunking', () => {
  test.each(vendors)('%s is read the same if split at any byte', async (name, provider) => {
    const bytes = fixture(name)
    for (let cut = 1; cut < bytes.length; cut++) {
      const { text, reason } = await read(modelOver(playback(bytes, [cut]), provider).stream(ask()))
      expect([cut, text, reason]).toEqual([cut, sentence, 'stop'])
    }
  })

  test.each(vendors)('%s is read the same if split into any chunks', async (name, provider) => {
    const bytes = fixture(name)
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const sorted = places.toSorted((a, b) => a - b)
        const { text, usage, reason } = await read(modelOver(playback(bytes, sorted), provider).stream(ask()))
        expect([text, usage?.length, reason]).toEqual([sentence, 2, 'stop'])
      }),
      { numRuns: 150 },
    )
  })
})

describe('requests', () => {
  const request = ask({
    messages: [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'First.' },
      { role: 'user', text: 'Second.' },
      { role: 'assistant', text: 'Said.' },
      { role: 'user', text: 'Third.' },
    ],
    temperature: 0.4,
    stop: ['END'],
  })

  async function getAsked(provider: ModelVendor, name: string, asked = request, model = 'm-1') {
    const player = playback(fixture(name))
    await read(modelOver(player, provider, model).stream(asked))
    const { origin, path, headers, body } = player.sent[0]!
    return { url: `${origin}${path}`, headers: headers as Record<string, string>, body: JSON.parse(String(body)) }
  }

  test('OpenAI: by the Responses API, with low effort, storing nothing', async () => {
    const { url, headers, body } = await getAsked('openai', 'responses.sse', { ...request, cacheKey: 'doc-1' })
    expect(url).toBe('http://model.test/v1/responses')
    expect(headers).toMatchObject({ authorization: 'Bearer a-key-for-tests', 'user-agent': 'EarshotBot/test' })
    expect(body).toEqual({
      model: 'm-1',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'First.\n\nSecond.' },
        { role: 'assistant', content: 'Said.' },
        { role: 'user', content: 'Third.' },
      ],
      max_output_tokens: 8200,
      stream: true,
      store: false,
      reasoning: { effort: 'low' },
      prompt_cache_key: 'doc-1',
    })
  })

  test('a model known not to think gets its temperature and no room for thinking', async () => {
    const asked = async (provider: ModelVendor, name: string, model: string) =>
      (await getAsked(provider, name, request, model)).body
    expect(await asked('openai', 'responses.sse', 'gpt-4.1-mini')).toMatchObject({
      max_output_tokens: 200,
      temperature: 0.4,
    })
    expect(await asked('openai-compatible', 'openai.sse', 'openai/gpt-4o')).toMatchObject({ max_tokens: 200 })
    expect(await asked('anthropic', 'anthropic.sse', 'claude-haiku-4-5')).toMatchObject({ max_tokens: 200 })
    expect(await asked('google', 'google.sse', 'gemini-2.0-flash')).toMatchObject({
      generationConfig: { maxOutputTokens: 200 },
    })
  })

  test('a model’s own output limit isn’t exceeded', async () => {
    const long = { ...request, maxOutputTokens: 60_000 }
    const { body } = await getAsked('google', 'google.sse', long, 'gemini-3.8-flash')
    expect(body.generationConfig.maxOutputTokens).toBe(65_536)
  })

  test.each([
    ['claude-sonnet-5-5', false],
    ['claude-opus-4-8', false],
    ['claude-opus-4-6', true],
  ])('%s gets a temperature: %s', async (model, expected) => {
    const { body } = await getAsked('anthropic', 'anthropic.sse', request, model)
    expect('temperature' in body).toBe(expected)
    expect(body.output_config).toEqual({ effort: 'low' })
  })

  test.each([
    ['gemini-2.5-pro', { thinkingBudget: 1024, includeThoughts: true }],
    ['models/gemini-3.8-flash', { thinkingLevel: 'low', includeThoughts: true }],
  ])('%s gets %j', async (model, expected) => {
    const { body } = await getAsked('google', 'google.sse', request, model)
    expect(body.generationConfig.thinkingConfig).toEqual(expected)
  })

  test('a stable beginning is cached by Anthropic', async () => {
    const messages = [
      { role: 'system' as const, text: 'Be brief.', stable: true },
      { role: 'user' as const, text: 'The brief.', stable: true },
      { role: 'user' as const, text: 'This part.' },
    ]
    const { body } = await getAsked('anthropic', 'anthropic.sse', { ...request, messages })
    expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }])
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The brief.', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'This part.' },
        ],
      },
    ])
  })

  test('a JSON shape is passed on as each vendor takes it', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    }
    const shaped = { ...request, json: { name: 'answer', schema } }
    const asked = async (provider: ModelVendor, name: string) => (await getAsked(provider, name, shaped)).body
    expect((await asked('openai', 'responses.sse')).text.format).toEqual({
      type: 'json_schema',
      name: 'answer',
      schema,
      strict: true,
    })
    expect((await asked('openai-compatible', 'openai.sse')).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', schema, strict: true },
    })
    expect((await asked('anthropic', 'anthropic.sse')).output_config).toEqual({
      effort: 'low',
      format: { type: 'json_schema', schema },
    })
    expect((await asked('google', 'google.sse')).generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    })
  })

  test('compatible servers get max_tokens', async () => {
    const { body } = await getAsked('openai-compatible', 'openai.sse')
    expect(body).toMatchObject({ max_tokens: 8200, temperature: 0.4, reasoning_effort: 'low' })
    expect(body).not.toHaveProperty('max_completion_tokens')
  })

  test('Anthropic: system message separate, consecutive messages of a role merged', async () => {
    const { url, headers, body } = await getAsked('anthropic', 'anthropic.sse')
    expect(url).toBe('http://model.test/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': 'a-key-for-tests', 'anthropic-version': '2023-06-01' })
    expect(body).toEqual({
      model: 'm-1',
      max_tokens: 8200,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'First.\n\nSecond.' },
        { role: 'assistant', content: 'Said.' },
        { role: 'user', content: 'Third.' },
      ],
      stream: true,
      output_config: { effort: 'low' },
      temperature: 0.4,
      stop_sequences: ['END'],
    })
  })

  test('Google: the key isn’t in the URL', async () => {
    const { url, headers, body } = await getAsked('google', 'google.sse')
    expect(url).toBe('http://model.test/v1beta/models/m-1:streamGenerateContent?alt=sse')
    expect(headers).toMatchObject({ 'x-goog-api-key': 'a-key-for-tests' })
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'First.\n\nSecond.' }] },
        { role: 'model', parts: [{ text: 'Said.' }] },
        { role: 'user', parts: [{ text: 'Third.' }] },
      ],
      generationConfig: {
        maxOutputTokens: 8200,
        temperature: 0.4,
        stopSequences: ['END'],
        thinkingConfig: { thinkingLevel: 'low', includeThoughts: true },
      },
    })
  })

  test.each(vendors)('a request for JSON also says so in the prompt (%s)', async (name, provider) => {
    const { body } = await getAsked(provider, name, ask({ json: true }))
    expect(JSON.stringify(body)).toContain('Answer with one JSON object')
  })
})
