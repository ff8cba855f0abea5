import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAiWire } from './openai.ts'
import { getFields, ReceivedAnswer } from './wire-format.ts'

const wire = openAiWire('max_tokens')

/** What messages bring, with the shortcut and without. */
function getReceived(messages: string[], shortcut: boolean) {
  const received = new ReceivedAnswer()
  const reader = wire.reader(received)
  let unparsed = 0
  for (const data of messages) {
    if (shortcut && reader.repeated!(data)) unparsed++
    else reader.message(getFields(JSON.parse(data)), data)
  }
  reader.ended!()
  const { text, model, inputTokens, outputTokens, end, refusal } = received
  return { unparsed, brought: { text, model, inputTokens, outputTokens, end, refusal } }
}

const message = (delta: object, more: object = {}) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    model: 'double-1',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    ...more,
  })
const escapedWhole = (text: string) =>
  text.replace(/[\s\S]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    ' Hi',
    '"',
    '\\',
    '\n\n',
    '"content":"',
    '","content":"x',
    '}',
    'ü',
    '冷萃',
    '☕️',
    '<think>',
    '</think>',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 30 }),
)
const anyMessage = fc.oneof(
  { weight: 8, arbitrary: text.map((content) => message({ content })) },
  text.map((content) => message({ role: 'assistant', content })),
  text.map((content) => message({ content }, { created: 1 })),
  text.map((content) => message({ content, refusal: content })),
  // The same words twice, in either order, and as an escaped copy of itself.
  text.map((content) => message({ reasoning_content: content, content })),
  text.map((content) => message({ content, reasoning_content: content })),
  text.map((content) => message({}, { note: content, usage: { prompt_tokens: 3, completion_tokens: 4 } })),
  text.map((content) => `{"choices":[{"delta":{"content":"no","content":"${escapedWhole(content)}"}}]}`),
  text.map((content) => `{ "choices": [ {"delta": {"content" : ${JSON.stringify(content)} } } ], "content": "Hi" }`),
  text.map((content) => message({ content: [{ type: 'text', text: content }] })),
  text.map((content) => message({ content }, { choices: [{ delta: { content }, finish_reason: 'length' }] })),
)

test('messages are read alike with the shortcut and without', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 30 }), (messages) => {
      expect(getReceived(messages, true).brought).toEqual(getReceived(messages, false).brought)
    }),
    { numRuns: 2000 },
  )
})

test('of tokens that come as they mostly do, only those with something escaped are parsed', () => {
  const tokens = ['Cold', ' brew', ' is', ' "slow"', ' coffee.', '\n\n', 'Süß', ' 冷萃', ' ☕️', '.']
  const { unparsed, brought } = getReceived(
    [message({ role: 'assistant', content: '' }), ...tokens.map((content) => message({ content }))],
    true,
  )
  expect(brought).toMatchObject({ text: tokens.join(''), model: 'double-1' })
  expect(unparsed).toBe(tokens.length - 3)
})

test('a server that says something else each time is studied a few times and then parsed', () => {
  const messages = Array.from({ length: 40 }, (_, at) =>
    message({ content: `word${at} ` }, { obfuscation: 'x'.repeat(at) }),
  )
  const { unparsed, brought } = getReceived(messages, true)
  expect(unparsed).toBe(0)
  expect(brought.text).toBe(messages.map((_, at) => `word${at} `).join(''))
})
