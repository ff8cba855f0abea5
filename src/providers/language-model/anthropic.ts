import type { ModelRequest } from './port.ts'
import {
  countOf,
  type Fields,
  getFields,
  getSum,
  type Heard,
  type Reader,
  splitMessages,
  toList,
  toText,
  type Wire,
} from './wire-format.ts'

/** Messages. Source: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicWire: Wire = {
  basePath: '/v1',
  pastedPath: /\/messages$/,
  request: (request, model, key) => ({
    path: '/messages',
    headers: { 'anthropic-version': '2023-06-01', 'x-api-key': key ?? undefined },
    body: toBody(request, model),
  }),
  // Newer models take no temperature.
  adapt(body, vendorWords) {
    const { temperature, ...kept } = body
    return temperature !== undefined && /\btemperature\b/.test(vendorWords) ? kept : null
  },
  reader,
  describe: (model, key) => ({
    path: `/models/${encodeURIComponent(model)}`,
    headers: { 'anthropic-version': '2023-06-01', 'x-api-key': key ?? undefined },
    read: (body) => ({
      contextTokens: countOf(body.max_input_tokens),
      outputTokens: countOf(body.max_tokens),
      shutdownOn: null,
    }),
  }),
}

function toBody(request: ModelRequest, model: string): Fields {
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
    const usage = getFields(value)
    if (countOf(usage.input_tokens) !== null)
      heard.inputTokens = getSum(usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens)
    heard.outputTokens = countOf(usage.output_tokens) ?? heard.outputTokens
  }

  function end({ stop_reason: reason, stop_details: details }: Fields) {
    if (typeof reason !== 'string') return
    const known = {
      end_turn: 'stop',
      stop_sequence: 'stop',
      max_tokens: 'length',
      model_context_window_exceeded: 'length',
    } as const
    heard.end = known[reason as keyof typeof known] ?? 'other'
    if (reason === 'refusal') heard.refusal = toText(getFields(details).explanation)
  }

  return {
    message(body) {
      switch (body.type) {
        case 'message_start': {
          const message = getFields(body.message)
          heard.model = toText(message.model) || null
          readUsage(message.usage)
          // What it counts here is a beginning; only the last count says how many were written.
          heard.outputTokens = null
          return
        }
        case 'content_block_start':
          heard.text += toText(getFields(body.content_block).text)
          return
        case 'content_block_delta': {
          const delta = getFields(body.delta)
          // Thoughts, signatures and tool inputs are deltas of other types.
          if (delta.type === 'text_delta') heard.text += toText(delta.text)
          return
        }
        case 'message_delta':
          end(getFields(body.delta))
          readUsage(body.usage)
          return
        case 'message_stop':
          heard.complete = true
      }
    },
    whole(body) {
      heard.model = toText(body.model) || null
      for (const block of toList(body.content).map(getFields))
        if (block.type === 'text') heard.text += toText(block.text)
      readUsage(body.usage)
      end(body)
      heard.complete = Array.isArray(body.content)
    },
  }
}
