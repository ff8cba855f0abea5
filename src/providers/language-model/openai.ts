import type { ModelRequest } from './port.ts'
import { createReasoningFilter } from './reasoning-filter.ts'
import {
  type Fields,
  getDay,
  getFields,
  getShape,
  joinParts,
  type Reader,
  type ReceivedAnswer,
  saysAnything,
  splitMessages,
  toList,
  toText,
  toTokenCount,
  type Wire,
} from './wire-format.ts'

/** What the request can do without, when a server does not know it. */
const optional = ['stream_options', 'temperature', 'stop', 'response_format', 'reasoning_effort'] as const
/** What servers say of a field they do not take. */
const refusal =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra|only the default|invalid/i

/**
 * Chat Completions, as the servers answer that speak like OpenAI: Ollama, vLLM, LM Studio, llama.cpp, OpenRouter, Groq,
 * Mistral. OpenAI itself is asked by its Responses API.
 * Source: https://platform.openai.com/docs/api-reference/chat/streaming
 */
export const openAiWire: Wire = {
  basePath: '/v1',
  pastedPath: /\/chat\/completions$/,
  request: (request, model, key) => ({
    path: '/chat/completions',
    headers: { authorization: key === null ? undefined : `Bearer ${key}` },
    body: toBody(request, model),
  }),
  mayThink: (model) => !withoutReasoning.test(model),
  adapt,
  reader,
  describe: (model, key) => describeOpenAiModel(model, key),
}

/** Asks OpenAI, and servers like it, about a model. They tell only when it's shut down. */
export const describeOpenAiModel: NonNullable<Wire['describe']> = (model, key) => ({
  path: `/models/${encodeURIComponent(model)}`,
  headers: { authorization: key === null ? undefined : `Bearer ${key}` },
  read: (body) => ({ contextTokens: null, outputTokens: null, shutdownOn: getDay(body.shutdown_date) }),
})

/** Models of OpenAI that don't reason, behind a gateway's prefix too. */
export const withoutReasoning = /(?:^|\/)(?:gpt-(?:3|4)|chatgpt-4)/

function toBody(request: ModelRequest, model: string): Fields {
  const { maxOutputTokens, temperature, stop, json } = request
  const shape = getShape(request)
  return {
    model,
    messages: joinTurns(request),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stop?.length ? { stop: stop.slice(0, 4) } : {}),
    ...(shape ? { response_format: { type: 'json_schema', json_schema: { ...shape, strict: true } } } : {}),
    ...(json && !shape ? { response_format: { type: 'json_object' } } : {}),
    ...(withoutReasoning.test(model) ? {} : { reasoning_effort: 'low' }),
  }
}

/** Chat templates of many open models want speakers to take turns. */
function joinTurns(request: ModelRequest): Fields[] {
  const { instructions, turns } = splitMessages(request)
  return [
    ...instructions.map(({ role, text }) => ({ role, content: text })),
    ...turns.map(({ role, parts }) => ({ role, content: joinParts(parts) })),
  ]
}

function adapt(body: Fields, vendorWords: string): Fields | null {
  if (!refusal.test(vendorWords)) return null
  // Servers name the ability instead of the field: “"llama3" does not support thinking”.
  if ('reasoning_effort' in body && /\b(?:think|thinking|reasoning)\b/i.test(vendorWords)) {
    const { reasoning_effort: _, ...accepted } = body
    return accepted
  }
  const { max_tokens, max_completion_tokens, ...others } = body
  if (max_tokens !== undefined && vendorWords.includes('max_completion_tokens'))
    return { ...others, max_completion_tokens: max_tokens }
  if (max_completion_tokens !== undefined && vendorWords.includes('max_completion_tokens'))
    return { ...others, max_tokens: max_completion_tokens }
  const refused = optional.find((name) => name in body && new RegExp(`\\b${name}\\b`).test(vendorWords))
  if (!refused) return null
  const { [refused]: _, ...accepted } = body
  return accepted
}

function reader(received: ReceivedAnswer): Reader {
  const reasoningFilter = createReasoningFilter()
  let refusal = ''

  function read(body: Fields, part: 'delta' | 'message') {
    if (received.model === null && toText(body.model) !== '') received.model = toText(body.model)
    readUsage(body)
    const choice = getChoice(body)
    const { role: _, ...delta } = getFields(choice[part])
    // Servers name reasoning differently, and some send it in parts of the content.
    if (saysAnything(delta)) received.progressed = true
    const text = getContent(delta.content)
    if (text !== '') {
      const passed = reasoningFilter.pass(text)
      received.text += passed
      received.thinking = passed === '' && reasoningFilter.isThinking
    } else if (delta.reasoning_content || delta.reasoning || isThought(delta.content)) received.thinking = true
    if (typeof delta.refusal === 'string') refusal += delta.refusal
    if (typeof choice.finish_reason === 'string') end(choice.finish_reason)
  }

  function readUsage(body: Fields) {
    // Groq reports usage under `x_groq`.
    const usage = getFields(body.usage ?? getFields(body.x_groq).usage)
    received.inputTokens = toTokenCount(usage.prompt_tokens) ?? received.inputTokens
    received.outputTokens = toTokenCount(usage.completion_tokens) ?? received.outputTokens
    const { cached_tokens: cached } = getFields(usage.prompt_tokens_details)
    received.cachedTokens = toTokenCount(cached) ?? received.cachedTokens
  }

  function end(reason: string) {
    received.text += reasoningFilter.rest()
    received.end = reason === 'stop' || reason === 'length' ? reason : 'other'
    if (reason === 'content_filter') received.refusal = 'its content filter'
    else if (refusal !== '') received.refusal = refusal
  }

  return {
    message: (body) => read(body, 'delta'),
    whole(body) {
      read(body, 'message')
      received.complete = Array.isArray(body.choices)
    },
    ended() {
      received.text += reasoningFilter.rest()
    },
  }
}

/** Mistral's thoughts are parts of the content. */
const isThought = (content: unknown) => toList(content).some((part) => getFields(part).type === 'thinking')

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
