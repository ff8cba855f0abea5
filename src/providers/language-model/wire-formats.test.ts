import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import type { Dispatcher } from 'undici'
import { describe, expect, test } from 'vitest'
import { createLanguageModels, type ModelVendor } from './catalogue.ts'
import { ModelError, type ModelEvent, type ModelRequest } from './port.ts'

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name))

/** Answers each request with the bytes, split at `cuts`. */
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

function modelOver({ dispatcher }: { dispatcher: Dispatcher }, provider: ModelVendor) {
  return createLanguageModels({
    settings: {
      main: { provider, baseUrl: 'http://model.test', apiKey: 'a-key-for-tests', model: 'm-1' },
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

describe('what the vendors document reads as it is meant', () => {
  test.each([
    ['openai.sse', 'openai', 'gpt-4.1-mini-2025-04-14', sentence, [19, 12], 'stop'],
    ['anthropic.sse', 'anthropic', 'claude-sonnet-4-5-20250929', sentence, [25, 15], 'stop'],
    ['google.sse', 'google', 'gemini-2.5-flash', sentence, [12, 18], 'stop'],
    // Comments first, thoughts beside the text, counts in a chunk that still has a choice.
    ['openrouter.sse', 'openai-compatible', 'deepseek/deepseek-r1', 'Cold brew.', [8, 44], 'length'],
    ['groq.sse', 'openai-compatible', 'llama-3.3-70b-versatile', 'Cold brew.', [11, 4], 'stop'],
    // Thoughts and text as parts.
    ['mistral.sse', 'openai-compatible', 'magistral-medium-latest', 'Cold brew.', [9, 21], 'stop'],
    // Thoughts in the text itself, their marks torn apart.
    ['ollama.sse', 'ollama', 'qwen3:8b', 'Cold brew.', [14, 37], 'stop'],
  ] as const)('%s', async (name, provider, model, text, usage, reason) => {
    const found = await read(modelOver(playback(fixture(name)), provider).stream(ask()))
    expect(found).toEqual({ order: ['start', 'text', 'usage', 'end'], model, text, usage, reason })
  })

  test('a prompt Google blocks is refused in words', async () => {
    const error = await read(modelOver(playback(fixture('google-blocked.sse')), 'google').stream(ask())).catch((e) => e)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ code: 'refused', retryable: false, startedText: false })
    expect(error.message).toContain('its rules on prohibited content')
  })
})

describe('an answer that ends before its end', () => {
  const whole = (body: unknown) => playback(Buffer.from(JSON.stringify(body)))
  const refusal = (provider: ModelVendor, body: unknown) =>
    read(modelOver(whole(body), provider).stream(ask())).then(
      () => null,
      (error: ModelError) => [error.code, error.message],
    )

  test('Anthropic’s full context window is a cut text', async () => {
    const body = { content: [{ type: 'text', text: 'Half' }], stop_reason: 'model_context_window_exceeded' }
    expect(await read(modelOver(whole(body), 'anthropic').stream(ask()))).toMatchObject({
      text: 'Half',
      reason: 'length',
    })
  })

  test('Anthropic’s refusal gives its explanation, and one without stands by itself', async () => {
    const said = { type: 'refusal', category: 'cyber', explanation: 'It asks for an attack.' }
    expect(await refusal('anthropic', { content: [], stop_reason: 'refusal', stop_details: said })).toEqual([
      'refused',
      expect.stringContaining('declined to write this (It asks for an attack)'),
    ])
    expect(await refusal('anthropic', { content: [], stop_reason: 'refusal' })).toEqual([
      'refused',
      expect.stringContaining('declined to write this.'),
    ])
    const streamed = [
      { type: 'message_start', message: { model: 'm', usage: {} } },
      { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: said } },
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
  ])('a block by Vertex AI is a refusal in words: %j', async (body, words) => {
    expect(await refusal('google', body)).toEqual(['refused', expect.stringContaining(words)])
  })
})

const vendors = [
  ['openai.sse', 'openai'],
  ['anthropic.sse', 'anthropic'],
  ['google.sse', 'google'],
] as const

describe('however the bytes are cut', () => {
  test.each(vendors)('%s is read the same, cut in two at every byte', async (name, provider) => {
    const bytes = fixture(name)
    for (let cut = 1; cut < bytes.length; cut++) {
      const { text, reason } = await read(modelOver(playback(bytes, [cut]), provider).stream(ask()))
      expect([cut, text, reason]).toEqual([cut, sentence, 'stop'])
    }
  })

  test.each(vendors)('%s is read the same, cut anywhere any number of times', async (name, provider) => {
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

describe('what is asked', () => {
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

  async function getAsked(provider: ModelVendor, name: string, asked = request) {
    const player = playback(fixture(name))
    await read(modelOver(player, provider).stream(asked))
    const { origin, path, headers, body } = player.sent[0]!
    return { url: `${origin}${path}`, headers: headers as Record<string, string>, body: JSON.parse(String(body)) }
  }

  test('OpenAI', async () => {
    const { url, headers, body } = await getAsked('openai', 'openai.sse')
    expect(url).toBe('http://model.test/v1/chat/completions')
    expect(headers).toMatchObject({ authorization: 'Bearer a-key-for-tests', 'user-agent': 'EarshotBot/test' })
    expect(body).toMatchObject({
      model: 'm-1',
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 200,
      temperature: 0.4,
      stop: ['END'],
    })
    expect(body.messages).toHaveLength(5)
  })

  test('those that speak like OpenAI still take max_tokens', async () => {
    const { body } = await getAsked('openai-compatible', 'openai.sse')
    expect(body).toMatchObject({ max_tokens: 200 })
    expect(body).not.toHaveProperty('max_completion_tokens')
  })

  test('Anthropic: instructions apart, speakers in turn', async () => {
    const { url, headers, body } = await getAsked('anthropic', 'anthropic.sse')
    expect(url).toBe('http://model.test/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': 'a-key-for-tests', 'anthropic-version': '2023-06-01' })
    expect(body).toEqual({
      model: 'm-1',
      max_tokens: 200,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'First.\n\nSecond.' },
        { role: 'assistant', content: 'Said.' },
        { role: 'user', content: 'Third.' },
      ],
      stream: true,
      temperature: 0.4,
      stop_sequences: ['END'],
    })
  })

  test('Google: the key stays out of the address', async () => {
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
      generationConfig: { maxOutputTokens: 200, temperature: 0.4, stopSequences: ['END'] },
    })
  })

  test.each(vendors)('JSON is wished for in the words too (%s)', async (name, provider) => {
    const { body } = await getAsked(provider, name, ask({ json: true }))
    expect(JSON.stringify(body)).toContain('Answer with one JSON object')
  })
})
