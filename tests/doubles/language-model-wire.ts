import { randomUUID } from 'node:crypto'

/** The double's wire formats, as documented by their vendors. */

export const wires = ['openai', 'responses', 'anthropic', 'google'] as const
export type ModelWire = (typeof wires)[number]

export type AskedModel = {
  wire: ModelWire
  model: string
  stream: boolean
  /** The instructions, joined. */
  system: string
  messages: { role: string; text: string }[]
  maxTokens: number
  json: boolean
  wantsUsage: boolean
}

export type Ending = 'stop' | 'length' | 'refused'

/** `output` is the text; `thinking` are the tokens before it. */
export type Usage = { input: number; output: number; thinking?: number }

/** How a response is written: functions for each message, returning what to send. */
export type Writer = {
  begin(): string
  token(text: string): string
  /** Reasoning, which isn't part of the text. Empty: it stays hidden, and only its beginning is sent. */
  thought(text: string): string
  /** A message without content. */
  idle(): string
  /** @param usage null leaves it out */
  finish(ending: Ending, usage: Usage | null): string
  /** An error after status 200. */
  error(type: string, message: string): string
  /** The response without streaming. */
  whole(text: string, ending: Ending, usage: Usage): string
  /** The body of an error response. */
  failure(status: number, message: string): unknown
}

type Json = Record<string, unknown>
type Content = string | { text: string }[]

const joinContent = (content: Content) =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('\n\n')

/** The wire format and the content of a request, or null for anything else. */
export function readCall(path: string, text: string): AskedModel | null {
  const google = /\/models\/([^/]+):(streamGenerateContent|generateContent)$/.exec(path)
  const wire = google
    ? 'google'
    : path.endsWith('/chat/completions')
      ? 'openai'
      : path.endsWith('/responses')
        ? 'responses'
        : path.endsWith('/messages')
          ? 'anthropic'
          : null
  if (!wire) return null
  const body = JSON.parse(text) as Json
  if (google) return readGoogle(body, decodeURIComponent(google[1]!), google[2] === 'streamGenerateContent')
  if (wire === 'responses') return readResponses(body)
  const messages = (body.messages as { role: string; content: Content }[]).map(({ role, content }) => ({
    role,
    text: joinContent(content),
  }))
  return {
    wire,
    model: String(body.model),
    stream: body.stream === true,
    system:
      wire === 'anthropic'
        ? joinContent((body.system ?? '') as Content)
        : messages
            .filter(({ role }) => role === 'system')
            .map((message) => message.text)
            .join('\n\n'),
    messages: messages.filter(({ role }) => role !== 'system'),
    maxTokens: Number(body.max_completion_tokens ?? body.max_tokens ?? 4096),
    json: body.response_format !== undefined || (body.output_config as Json | undefined)?.format !== undefined,
    wantsUsage: wire === 'anthropic' || (body.stream_options as Json | undefined)?.include_usage === true,
  }
}

function readGoogle(body: Json, model: string, stream: boolean): AskedModel {
  const textIn = (content: unknown) =>
    ((content as { parts: { text: string }[] } | undefined)?.parts ?? []).map(({ text }) => text).join('')
  const settings = (body.generationConfig ?? {}) as Json
  return {
    wire: 'google',
    model,
    stream,
    system: textIn(body.systemInstruction),
    messages: (body.contents as { role: string }[]).map((content) => ({
      role: content.role === 'model' ? 'assistant' : content.role,
      text: textIn(content),
    })),
    maxTokens: Number(settings.maxOutputTokens ?? 8192),
    json: settings.responseMimeType === 'application/json',
    wantsUsage: true,
  }
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (value: { type: string }) => `event: ${value.type}\n${data(value)}`

/** What a thinking model of today refuses in a request, in its vendor's words; null for a request it takes. */
export function refusalOf(wire: ModelWire, body: Json): string | null {
  const config = (body.generationConfig ?? {}) as Json
  const thinking = (config.thinkingConfig ?? {}) as Json
  if (wire === 'openai' && body.temperature !== undefined)
    return "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported."
  if (wire === 'responses' && body.temperature !== undefined)
    return "Unsupported parameter: 'temperature' is not supported with this model."
  if (wire === 'anthropic' && body.temperature !== undefined) return '`temperature` is deprecated for this model.'
  if (wire === 'anthropic' && (body.thinking as Json | undefined)?.budget_tokens !== undefined)
    return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".'
  if (thinking.thinkingLevel !== undefined && thinking.thinkingBudget !== undefined)
    return 'You can only set only one of thinking budget and thinking level.'
  return null
}

const knownToResponses = new Set(
  'model instructions input max_output_tokens stream store reasoning temperature text prompt_cache_key'.split(' '),
)

/** OpenAI refuses fields it doesn't know and limits below 16. */
export function refusalOfResponses(body: Json): string | null {
  const unknown = Object.keys(body).find((name) => !knownToResponses.has(name))
  if (unknown) return `Unknown parameter: '${unknown}'.`
  if (Number(body.max_output_tokens) < 16)
    return "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16."
  return null
}

function readResponses(body: Json): AskedModel {
  return {
    wire: 'responses',
    model: String(body.model),
    stream: body.stream === true,
    system: String(body.instructions ?? ''),
    messages: (body.input as { role: string; content: Content }[]).map(({ role, content }) => ({
      role,
      text: joinContent(content),
    })),
    maxTokens: Number(body.max_output_tokens ?? 128_000),
    json: /^json/.test(String(((body.text as Json | undefined)?.format as Json | undefined)?.type ?? '')),
    wantsUsage: true,
  }
}

export function writerFor({ wire, model, wantsUsage }: AskedModel): Writer {
  if (wire === 'responses') return responses(model)
  if (wire === 'openai') return openAi(model, wantsUsage)
  return wire === 'anthropic' ? anthropic(model) : google(model)
}

function openAi(model: string, wantsUsage: boolean): Writer {
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
  const reasons = { stop: 'stop', length: 'length', refused: 'content_filter' }
  const chunk = (delta: Json, reason: string | null) =>
    data({
      ...head,
      object: 'chat.completion.chunk',
      system_fingerprint: null,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    })
  const count = ({ input, output, thinking }: Usage) => ({
    prompt_tokens: input,
    completion_tokens: output + (thinking ?? 0),
    total_tokens: input + output + (thinking ?? 0),
    ...(thinking === undefined ? {} : { completion_tokens_details: { reasoning_tokens: thinking } }),
  })
  return {
    begin: () => chunk({ role: 'assistant', content: '' }, null),
    token: (text) => chunk({ content: text }, null),
    thought: (text) => (text === '' ? '' : chunk({ reasoning_content: text }, null)),
    idle: () => chunk({ content: '' }, null),
    finish: (ending, usage) =>
      chunk({}, reasons[ending]) +
      (usage && wantsUsage
        ? data({ ...head, object: 'chat.completion.chunk', choices: [], usage: count(usage) })
        : '') +
      'data: [DONE]\n\n',
    error: (type, message) => data({ error: { message, type, param: null, code: null } }),
    whole: (text, ending, usage) =>
      JSON.stringify({
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: reasons[ending] }],
        usage: count(usage),
      }),
    failure: (status, message) => ({
      error: {
        message,
        type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error',
        param: null,
        code: status === 401 ? 'invalid_api_key' : null,
      },
    }),
  }
}

function anthropic(model: string): Writer {
  const id = `msg_${randomUUID()}`
  const reasons = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' }
  const message = { id, type: 'message', role: 'assistant', model, content: [] as unknown[], stop_sequence: null }
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  }
  const event = (value: Json) => named(value as { type: string })
  /** The open block and its number. */
  let block: 'thinking' | 'text' | null = null
  let index = -1
  const close = () => {
    const signature =
      block === 'thinking'
        ? event({ type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } })
        : ''
    const end = block === null ? '' : signature + event({ type: 'content_block_stop', index })
    block = null
    return end
  }
  const open = (kind: 'thinking' | 'text') => {
    if (block === kind) return ''
    const before = close()
    block = kind
    index++
    const empty = kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' }
    return before + event({ type: 'content_block_start', index, content_block: empty })
  }
  const write = (text: string) =>
    open('text') + event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } })
  return {
    begin: () =>
      event({
        type: 'message_start',
        message: { ...message, stop_reason: null, usage: { input_tokens: 25, output_tokens: 1 } },
      }) + event({ type: 'ping' }),
    token: write,
    thought: (thinking) =>
      open('thinking') +
      (thinking === ''
        ? ''
        : event({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } })),
    idle: () => write(''),
    finish: (ending, usage) =>
      close() +
      event({
        type: 'message_delta',
        delta: { stop_reason: reasons[ending], stop_sequence: null },
        ...(usage ? { usage: { input_tokens: usage.input, output_tokens: usage.output + (usage.thinking ?? 0) } } : {}),
      }) +
      event({ type: 'message_stop' }),
    error: (type, text) => named({ type: 'error', error: { type, message: text } } as { type: string }),
    whole: (text, ending, usage) =>
      JSON.stringify({
        ...message,
        content: [{ type: 'text', text }],
        stop_reason: reasons[ending],
        usage: { input_tokens: usage.input, output_tokens: usage.output + (usage.thinking ?? 0) },
      }),
    failure: (status, text) => ({ type: 'error', error: { type: types[status] ?? 'api_error', message: text } }),
  }
}

function google(model: string): Writer {
  const reasons = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }
  const statuses: Record<number, string> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    503: 'UNAVAILABLE',
  }
  const answer = (text: string, ending: Ending | null, usage: Usage | null) => ({
    candidates: [
      {
        ...(text === '' && ending ? {} : { content: { parts: [{ text }], role: 'model' } }),
        ...(ending ? { finishReason: reasons[ending] } : {}),
        index: 0,
      },
    ],
    ...(usage
      ? {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.input + usage.output + (usage.thinking ?? 0),
            ...(usage.thinking === undefined ? {} : { thoughtsTokenCount: usage.thinking }),
          },
        }
      : {}),
    modelVersion: model,
  })
  const codes: Record<string, number> = { overloaded_error: 503, rate_limit_error: 429 }
  return {
    begin: () => '',
    token: (text) => data(answer(text, null, null)),
    thought: (text) =>
      text === ''
        ? ''
        : data({
            candidates: [{ content: { parts: [{ text, thought: true }], role: 'model' }, index: 0 }],
            modelVersion: model,
          }),
    idle: () => data(answer('', null, null)),
    finish: (ending, usage) => data(answer('', ending, usage)),
    error: (type, message) => data({ error: { code: codes[type] ?? 500, message, status: 'UNAVAILABLE' } }),
    whole: (text, ending, usage) => JSON.stringify([answer(text, ending, usage)]),
    failure: (status, message) => ({ error: { code: status, message, status: statuses[status] ?? 'INTERNAL' } }),
  }
}

/** The Responses API: typed events with a number, and no mark after the last one. */
function responses(model: string): Writer {
  const id = `resp_${randomUUID()}`
  let number = 0
  let item: 'reasoning' | 'message' | null = null
  let index = -1
  const event = (type: string, value: Json) => named({ type, sequence_number: number++, ...value } as { type: string })
  const response = (status: string, more: Json = {}) => ({
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: null,
    incomplete_details: null,
    model,
    output: [] as unknown[],
    store: false,
    usage: null,
    ...more,
  })
  const itemOf = (type: 'reasoning' | 'message', status: string) =>
    type === 'reasoning'
      ? { id: `rs_${index}`, type, summary: [] }
      : { id: `msg_${index}`, type, status, role: 'assistant', content: [] }
  const close = () => {
    const end =
      item === null ? '' : event('response.output_item.done', { output_index: index, item: itemOf(item, 'completed') })
    item = null
    return end
  }
  const open = (type: 'reasoning' | 'message') => {
    if (item === type) return ''
    const before = close()
    item = type
    index++
    return (
      before +
      event('response.output_item.added', { output_index: index, item: itemOf(type, 'in_progress') }) +
      (type === 'message'
        ? event('response.content_part.added', {
            item_id: `msg_${index}`,
            output_index: index,
            content_index: 0,
            part: { type: 'output_text', annotations: [], text: '' },
          })
        : '')
    )
  }
  const delta = (text: string) =>
    open('message') +
    event('response.output_text.delta', { item_id: `msg_${index}`, output_index: index, content_index: 0, delta: text })
  const count = ({ input, output, thinking = 0 }: Usage) => ({
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output + thinking,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: input + output + thinking,
  })
  const ended = (ending: Ending, usage: Usage | null, output: unknown[] = []) =>
    response(ending === 'stop' ? 'completed' : 'incomplete', {
      output,
      usage: usage && count(usage),
      incomplete_details:
        ending === 'stop' ? null : { reason: ending === 'length' ? 'max_output_tokens' : 'content_filter' },
    })
  const codes: Record<string, string> = { overloaded_error: 'server_error', rate_limit_error: 'rate_limit_exceeded' }
  return {
    begin: () =>
      event('response.created', { response: response('in_progress') }) +
      event('response.in_progress', { response: response('in_progress') }),
    token: delta,
    thought: (text) =>
      open('reasoning') +
      (text === ''
        ? ''
        : event('response.reasoning_summary_text.delta', {
            item_id: `rs_${index}`,
            output_index: index,
            summary_index: 0,
            delta: text,
          })),
    idle: () => event('keepalive', {}),
    finish: (ending, usage) =>
      close() +
      event(ending === 'stop' ? 'response.completed' : 'response.incomplete', { response: ended(ending, usage) }),
    error: (type, message) =>
      event('response.failed', {
        response: response('failed', { error: { code: codes[type] ?? 'server_error', message } }),
      }),
    whole: (text, ending, usage) =>
      JSON.stringify(
        ended(ending, usage, [
          {
            type: 'message',
            id: 'msg_0',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
      ),
    failure: (status, message) => openAi(model, false).failure(status, message),
  }
}
