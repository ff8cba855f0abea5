import { createRepeatedMessage } from './incremental-parser.ts'
import type { ModelRequest } from './port.ts'
import { createThoughtFilter } from './reasoning-filter.ts'
import {
  countOf,
  type Fields,
  getDay,
  getFields,
  type Heard,
  type Reader,
  spokenMessages,
  toList,
  toText,
  type Wire,
} from './wire-format.ts'

/** What the request can do without, when a server does not know it. */
const optional = ['stream_options', 'temperature', 'stop', 'response_format'] as const
/** What servers say of a field they do not take. */
const refusal =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra|only the default|invalid/i

/**
 * Chat Completions, as OpenAI and all that speak like it answer: Ollama, vLLM, LM Studio, llama.cpp, OpenRouter, Groq, Mistral.
 * Source: https://platform.openai.com/docs/api-reference/chat/streaming
 * @param lengthField how the server names the longest answer: OpenAI itself has given up `max_tokens`.
 */
export function openAiWire(lengthField: 'max_tokens' | 'max_completion_tokens'): Wire {
  return {
    basePath: '/v1',
    pastedPath: /\/chat\/completions$/,
    request: (request, model, key) => ({
      path: '/chat/completions',
      headers: { authorization: key === null ? undefined : `Bearer ${key}` },
      body: toBody(request, model, lengthField),
    }),
    adapt,
    reader,
    describe: (model, key) => ({
      path: `/models/${encodeURIComponent(model)}`,
      headers: { authorization: key === null ? undefined : `Bearer ${key}` },
      read: (body) => ({ contextTokens: null, outputTokens: null, shutdownOn: getDay(body.shutdown_date) }),
    }),
  }
}

function toBody(request: ModelRequest, model: string, lengthField: string): Fields {
  const { maxOutputTokens, temperature, stop, json } = request
  return {
    model,
    messages: spokenMessages(request).map(({ role, text }) => ({ role, content: text })),
    stream: true,
    stream_options: { include_usage: true },
    [lengthField]: maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stop?.length ? { stop: stop.slice(0, 4) } : {}),
    ...(json ? { response_format: { type: 'json_object' } } : {}),
  }
}

function adapt(body: Fields, vendorWords: string): Fields | null {
  if (!refusal.test(vendorWords)) return null
  const { max_tokens, max_completion_tokens, ...others } = body
  if (max_tokens !== undefined && vendorWords.includes('max_completion_tokens'))
    return { ...others, max_completion_tokens: max_tokens }
  if (max_completion_tokens !== undefined && vendorWords.includes('max_completion_tokens'))
    return { ...others, max_tokens: max_completion_tokens }
  const refused = optional.find((name) => name in body && new RegExp(`\\b${name}\\b`).test(vendorWords))
  if (!refused) return null
  const { [refused]: _, ...kept } = body
  return kept
}

function reader(heard: Heard): Reader {
  const thoughts = createThoughtFilter()
  const repeated = createRepeatedMessage((body) => getFields(getChoice(getFields(body)).delta).content)
  let refusal = ''

  function read(body: Fields, part: 'delta' | 'message') {
    if (heard.model === null && toText(body.model) !== '') heard.model = toText(body.model)
    readUsage(body)
    const choice = getChoice(body)
    const said = getFields(choice[part])
    const text = getContent(said.content)
    if (text !== '') heard.text += thoughts.pass(text)
    if (typeof said.refusal === 'string') refusal += said.refusal
    if (typeof choice.finish_reason === 'string') end(choice.finish_reason)
  }

  function readUsage(body: Fields) {
    // Groq tells it in a place of its own.
    const usage = getFields(body.usage ?? getFields(body.x_groq).usage)
    heard.inputTokens = countOf(usage.prompt_tokens) ?? heard.inputTokens
    heard.outputTokens = countOf(usage.completion_tokens) ?? heard.outputTokens
  }

  function end(reason: string) {
    heard.text += thoughts.rest()
    heard.end = reason === 'stop' || reason === 'length' ? reason : 'other'
    if (reason === 'content_filter') heard.refusal = 'its content filter'
    else if (refusal !== '') heard.refusal = refusal
  }

  return {
    repeated(data) {
      const text = repeated.read(data)
      if (text === null) return false
      const shown = text === '' ? '' : thoughts.pass(text)
      heard.text += shown
      heard.thoughts += text.length - shown.length
      return true
    },
    message(body, data) {
      read(body, 'delta')
      const { delta, finish_reason } = getChoice(body)
      const { content, refusal } = getFields(delta)
      const isTextAlone = finish_reason == null && refusal == null && body.usage == null && body.x_groq == null
      if (isTextAlone && typeof content === 'string') repeated.study(data, content)
    },
    whole(body) {
      read(body, 'message')
      heard.complete = Array.isArray(body.choices)
    },
    ended() {
      heard.text += thoughts.rest()
    },
  }
}

const getChoice = (body: Fields) => getFields(toList(body.choices)[0])

/** Text, or parts of which only the text counts: Mistral's thinking models send their thoughts as parts too. */
function getContent(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(getFields)
    .map((part) => (part.type === 'text' ? toText(part.text) : ''))
    .join('')
}
