import { createRepeatedMessage } from './incremental-parser.ts'
import type { ModelRequest } from './port.ts'
import { createReasoningFilter } from './reasoning-filter.ts'
import {
  type Fields,
  getDay,
  getFields,
  getMessages,
  type Reader,
  type ReceivedAnswer,
  toList,
  toText,
  toTokenCount,
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
    messages: getMessages(request).map(({ role, text }) => ({ role, content: text })),
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

function reader(received: ReceivedAnswer): Reader {
  const reasoningFilter = createReasoningFilter()
  const repeated = createRepeatedMessage((body) => getFields(getChoice(getFields(body)).delta).content)
  let refusal = ''

  function read(body: Fields, part: 'delta' | 'message') {
    if (received.model === null && toText(body.model) !== '') received.model = toText(body.model)
    readUsage(body)
    const choice = getChoice(body)
    const delta = getFields(choice[part])
    const text = getContent(delta.content)
    if (text !== '') received.text += reasoningFilter.pass(text)
    if (typeof delta.refusal === 'string') refusal += delta.refusal
    if (typeof choice.finish_reason === 'string') end(choice.finish_reason)
  }

  function readUsage(body: Fields) {
    // Groq reports usage under `x_groq`.
    const usage = getFields(body.usage ?? getFields(body.x_groq).usage)
    received.inputTokens = toTokenCount(usage.prompt_tokens) ?? received.inputTokens
    received.outputTokens = toTokenCount(usage.completion_tokens) ?? received.outputTokens
  }

  function end(reason: string) {
    received.text += reasoningFilter.rest()
    received.end = reason === 'stop' || reason === 'length' ? reason : 'other'
    if (reason === 'content_filter') received.refusal = 'its content filter'
    else if (refusal !== '') received.refusal = refusal
  }

  return {
    repeated(data) {
      const text = repeated.read(data)
      if (text === null) return false
      const shown = text === '' ? '' : reasoningFilter.pass(text)
      received.text += shown
      received.reasoningLength += text.length - shown.length
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
      received.complete = Array.isArray(body.choices)
    },
    ended() {
      received.text += reasoningFilter.rest()
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
