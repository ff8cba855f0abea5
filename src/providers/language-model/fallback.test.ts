import { describe, expect, test } from 'vitest'
import { withFallback } from './fallback.ts'
import { type LanguageModel, ModelError, type ModelErrorCode, type ModelEvent } from './port.ts'

type Script = (string | ModelErrorCode)[]
const codes = new Set<string>([
  'upstream_failed',
  'timeout',
  'refused',
  'cancelled',
  'unauthorized',
  'rate_limited',
  'cut',
])

/** A model that yields these texts or fails with these codes, in order. */
function scripted(model: string, script: Script) {
  let asked = 0
  const speaker: LanguageModel = {
    provider: 'scripted',
    model,
    async *stream() {
      asked++
      let startedText = false
      for (const item of script) {
        if (codes.has(item))
          throw new ModelError(item as ModelErrorCode, `${model} failed.`, { provider: 'scripted', model, startedText })
        if (!startedText) yield { kind: 'start', provider: 'scripted', model }
        startedText = true
        yield { kind: 'text', text: item }
      }
      yield { kind: 'end', reason: 'stop' }
    },
    check: async () => ({ provider: 'scripted', model, firstTokenMs: 1 }),
    describe: async () => null,
  }
  return { speaker, asked: () => asked }
}

async function read(model: LanguageModel) {
  const events: ModelEvent[] = []
  let error: ModelError | null = null
  try {
    for await (const event of model.stream({ messages: [], maxOutputTokens: 10, signal: new AbortController().signal }))
      events.push(event)
  } catch (thrown) {
    error = thrown as ModelError
  }
  const start = events.find((event) => event.kind === 'start')
  return {
    wrote: start?.model ?? null,
    text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    error,
  }
}

describe('a fallback model', () => {
  test.each(['upstream_failed', 'timeout', 'unauthorized', 'rate_limited'] as const)(
    'takes over after %s',
    async (code) => {
      const model = withFallback(scripted('first', [code]).speaker, scripted('second', ['hello']).speaker)
      expect(await read(model)).toEqual({ wrote: 'second', text: 'hello', error: null })
    },
  )

  test.each([
    ['after text was received', ['half ', 'cut'] as Script, 'half '],
    ['a refusal', ['refused'] as Script, ''],
    ['a canceled request', ['cancelled'] as Script, ''],
  ])('doesn’t take over %s', async (_, script, text) => {
    const second = scripted('second', ['hello'])
    const found = await read(withFallback(scripted('first', script).speaker, second.speaker))
    expect(found.text).toBe(text)
    expect(found.error?.message).toBe('first failed.')
    expect(second.asked()).toBe(0)
  })

  test('reports both errors if it fails too', async () => {
    const model = withFallback(scripted('first', ['timeout']).speaker, scripted('second', ['unauthorized']).speaker)
    const { error } = await read(model)
    expect(error).toMatchObject({ code: 'unauthorized', retryable: true })
    expect(error?.message).toBe('first failed. The fallback failed too: second failed.')
  })

  test('gives the failed model a pause before using it again', async () => {
    const first = scripted('first', ['timeout'])
    const model = withFallback(first.speaker, scripted('second', ['hello']).speaker, { restMs: 60 })
    await read(model)
    await read(model)
    expect(first.asked()).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 70))
    await read(model)
    expect(first.asked()).toBe(2)
  })
})
