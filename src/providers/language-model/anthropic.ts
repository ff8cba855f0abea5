import type { ModelRequest } from './port.ts'
import {
  countOf,
  type Fields,
  fieldsOf,
  type Heard,
  listOf,
  type Reader,
  splitMessages,
  sumOf,
  textOf,
  type Wire,
} from './wire.ts'

/** Messages. Source: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicWire: Wire = {
  basePath: '/v1',
  pastedPath: /\/messages$/,
  request: (request, model, key) => ({
    path: '/messages',
    headers: { 'anthropic-version': '2023-06-01', 'x-api-key': key ?? undefined },
    body: bodyOf(request, model),
  }),
  // Newer models take no temperature.
  adapt(body, vendorWords) {
    const { temperature, ...kept } = body
    return temperature !== undefined && /\btemperature\b/.test(vendorWords) ? kept : null
  },
  reader,
}

function bodyOf(request: ModelRequest, model: string): Fields {
  const { maxOutputTokens, temperature, stop } = request
  const { instructions, turns } = splitMessages(request)
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(instructions ? { system: instructions } : {}),
    messages: turns.map(({ role, text }) => ({ role, content: text })),
    stream: true,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stop?.length ? { stop_sequences: stop } : {}),
  }
}

function reader(heard: Heard): Reader {
  function readUsage(value: unknown) {
    const usage = fieldsOf(value)
    if (countOf(usage.input_tokens) !== null)
      heard.inputTokens = sumOf(usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens)
    heard.outputTokens = countOf(usage.output_tokens) ?? heard.outputTokens
  }

  function end(reason: unknown) {
    if (typeof reason !== 'string') return
    const known = { end_turn: 'stop', stop_sequence: 'stop', max_tokens: 'length' } as const
    heard.end = known[reason as keyof typeof known] ?? 'other'
    if (reason === 'refusal') heard.refusal = ''
  }

  return {
    message(body) {
      switch (body.type) {
        case 'message_start': {
          const message = fieldsOf(body.message)
          heard.model = textOf(message.model) || null
          readUsage(message.usage)
          // What it counts here is a beginning; only the last count says how many were written.
          heard.outputTokens = null
          return
        }
        case 'content_block_start':
          heard.text += textOf(fieldsOf(body.content_block).text)
          return
        case 'content_block_delta': {
          const delta = fieldsOf(body.delta)
          // Thoughts, signatures and tool inputs are deltas of other types.
          if (delta.type === 'text_delta') heard.text += textOf(delta.text)
          return
        }
        case 'message_delta':
          end(fieldsOf(body.delta).stop_reason)
          readUsage(body.usage)
          return
        case 'message_stop':
          heard.complete = true
      }
    },
    whole(body) {
      heard.model = textOf(body.model) || null
      for (const block of listOf(body.content).map(fieldsOf))
        if (block.type === 'text') heard.text += textOf(block.text)
      readUsage(body.usage)
      end(body.stop_reason)
      heard.complete = Array.isArray(body.content)
    },
  }
}
