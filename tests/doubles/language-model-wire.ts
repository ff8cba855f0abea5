import { randomUUID } from 'node:crypto'

/** The formats the double speaks, as their vendors document them. */

export const wires = ['openai', 'anthropic', 'google'] as const
export type ModelWire = (typeof wires)[number]

export type AskedModel = {
  wire: ModelWire
  model: string
  stream: boolean
  /** The instructions, in one piece. */
  system: string
  messages: { role: string; text: string }[]
  maxTokens: number
  json: boolean
  wantsUsage: boolean
}

export type Ending = 'stop' | 'length' | 'refused'

/** How one answer is written, message by message, each ready to be sent. */
export type Writer = {
  begin(): string
  token(text: string): string
  /** Reasoning, which is no part of the answer. */
  thought(text: string): string
  /** A message like those of the answer that says nothing. */
  idle(): string
  /** @param usage null: nothing is said of it. */
  finish(ending: Ending, usage: { input: number; output: number } | null): string
  /** An error after 200 was said. */
  error(type: string, message: string): string
  /** The answer in one piece. */
  whole(text: string, ending: Ending, usage: { input: number; output: number }): string
  /** The body of an answer with a status of failure. */
  failure(status: number, message: string): unknown
}

type Json = Record<string, unknown>

/** Which wire a call speaks, and what it asks; null for anything else. */
export function readCall(path: string, text: string): AskedModel | null {
  const google = /\/models\/([^/]+):(streamGenerateContent|generateContent)$/.exec(path)
  const wire = google
    ? 'google'
    : path.endsWith('/chat/completions')
      ? 'openai'
      : path.endsWith('/messages')
        ? 'anthropic'
        : null
  if (!wire) return null
  const body = JSON.parse(text) as Json
  if (google) return readGoogle(body, decodeURIComponent(google[1]!), google[2] === 'streamGenerateContent')
  const messages = (body.messages as { role: string; content: string }[]).map(({ role, content }) => ({
    role,
    text: content,
  }))
  return {
    wire,
    model: String(body.model),
    stream: body.stream === true,
    system:
      wire === 'anthropic'
        ? String(body.system ?? '')
        : messages
            .filter(({ role }) => role === 'system')
            .map((message) => message.text)
            .join('\n\n'),
    messages: messages.filter(({ role }) => role !== 'system'),
    maxTokens: Number(body.max_completion_tokens ?? body.max_tokens ?? 4096),
    json: body.response_format !== undefined,
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

export function writerFor({ wire, model, wantsUsage }: AskedModel): Writer {
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
  const count = ({ input, output }: { input: number; output: number }) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
  })
  return {
    begin: () => chunk({ role: 'assistant', content: '' }, null),
    token: (text) => chunk({ content: text }, null),
    thought: (text) => chunk({ reasoning_content: text }, null),
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
  return {
    begin: () =>
      named({
        type: 'message_start',
        message: { ...message, stop_reason: null, usage: { input_tokens: 25, output_tokens: 1 } },
      } as { type: string }) +
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string }) +
      named({ type: 'ping' }),
    token: (text) =>
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as { type: string }),
    thought: (thinking) =>
      named({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } } as { type: string }),
    idle: () =>
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '' } } as { type: string }),
    finish: (ending, usage) =>
      named({ type: 'content_block_stop', index: 0 } as { type: string }) +
      named({
        type: 'message_delta',
        delta: { stop_reason: reasons[ending], stop_sequence: null },
        ...(usage ? { usage: { input_tokens: usage.input, output_tokens: usage.output } } : {}),
      } as { type: string }) +
      named({ type: 'message_stop' }),
    error: (type, text) => named({ type: 'error', error: { type, message: text } } as { type: string }),
    whole: (text, ending, usage) =>
      JSON.stringify({
        ...message,
        content: [{ type: 'text', text }],
        stop_reason: reasons[ending],
        usage: { input_tokens: usage.input, output_tokens: usage.output },
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
  const answer = (text: string, ending: Ending | null, usage: { input: number; output: number } | null) => ({
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
            totalTokenCount: usage.input + usage.output,
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
      data({
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
