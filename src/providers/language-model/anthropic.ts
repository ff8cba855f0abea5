import type { ModelRequest } from './port.ts'
import {
  type Fields,
  getFields,
  getSum,
  type Reader,
  type ReceivedAnswer,
  splitMessages,
  toList,
  toText,
  toTokenCount,
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
      contextTokens: toTokenCount(body.max_input_tokens),
      outputTokens: toTokenCount(body.max_tokens),
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

function reader(received: ReceivedAnswer): Reader {
  function readUsage(value: unknown) {
    const usage = getFields(value)
    if (toTokenCount(usage.input_tokens) !== null)
      received.inputTokens = getSum(
        usage.input_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
      )
    received.outputTokens = toTokenCount(usage.output_tokens) ?? received.outputTokens
  }

  function end({ stop_reason: reason, stop_details: details }: Fields) {
    if (typeof reason !== 'string') return
    const known = {
      end_turn: 'stop',
      stop_sequence: 'stop',
      max_tokens: 'length',
      model_context_window_exceeded: 'length',
    } as const
    received.end = known[reason as keyof typeof known] ?? 'other'
    if (reason === 'refusal') received.refusal = toText(getFields(details).explanation)
  }

  return {
    message(body) {
      switch (body.type) {
        case 'message_start': {
          const message = getFields(body.message)
          received.model = toText(message.model) || null
          readUsage(message.usage)
          // What it counts here is a beginning; only the last count says how many were written.
          received.outputTokens = null
          return
        }
        case 'content_block_start':
          received.text += toText(getFields(body.content_block).text)
          return
        case 'content_block_delta': {
          const delta = getFields(body.delta)
          // Thoughts, signatures and tool inputs are deltas of other types.
          if (delta.type === 'text_delta') received.text += toText(delta.text)
          return
        }
        case 'message_delta':
          end(getFields(body.delta))
          readUsage(body.usage)
          return
        case 'message_stop':
          received.complete = true
      }
    },
    whole(body) {
      received.model = toText(body.model) || null
      for (const block of toList(body.content).map(getFields))
        if (block.type === 'text') received.text += toText(block.text)
      readUsage(body.usage)
      end(body)
      received.complete = Array.isArray(body.content)
    },
  }
}
