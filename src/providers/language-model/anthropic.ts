import type { ModelMessage, ModelRequest } from './port.ts'
import {
  type Fields,
  getFields,
  getShape,
  getSum,
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

/** Messages. Source: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicWire: Wire = {
  basePath: '/v1',
  pastedPath: /\/messages$/,
  request: (request, model, key) => ({
    path: '/messages',
    headers: { 'anthropic-version': '2023-06-01', 'x-api-key': key ?? undefined },
    body: toBody(request, model),
  }),
  mayThink: takesEffort,
  adapt,
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

/** Models before 4.6, except Opus 4.5, know no effort and think only when they are told to. */
const withoutEffort = /^claude-(?:[123]|instant)|^claude-[a-z]+-4-(?:[01]\b|20\d{6})|^claude-(?:sonnet|haiku)-4-5\b/
/** From Opus 4.7 on, models refuse a temperature of one's own. */
const withoutTemperature = /^claude-(?:opus-4-[789]|[a-z]+-(?:[5-9]|\d{2})(?!\d))/

function takesEffort(model: string) {
  return !withoutEffort.test(model)
}

/** What a gateway or an older model may refuse; a later retry goes without it. */
function adapt(body: Fields, vendorWords: string): Fields | null {
  const { temperature, output_config: config, ...others } = body
  const { effort, format } = getFields(config)
  const rest = temperature === undefined ? others : { ...others, temperature }
  if (temperature !== undefined && /\btemperature\b/.test(vendorWords))
    return config === undefined ? others : { ...others, output_config: config }
  // Of the two the format is the newer one.
  if (format !== undefined && /\bformat\b|json_schema|structured/i.test(vendorWords))
    return effort === undefined ? rest : { ...rest, output_config: { effort } }
  if (effort !== undefined && /\beffort\b|output_config/.test(vendorWords))
    return format === undefined ? rest : { ...rest, output_config: { format } }
  return null
}

/**
 * Thinking is left to the model, at low effort: budgets were given up with 4.7, and some models can't stop thinking.
 * Source: https://platform.claude.com/docs/en/build-with-claude/effort
 */
function toBody(request: ModelRequest, model: string): Fields {
  const { maxOutputTokens, temperature, stop } = request
  const { instructions, turns } = splitMessages(request)
  const shape = getShape(request)
  const config = {
    ...(takesEffort(model) ? { effort: 'low' } : {}),
    ...(shape ? { format: { type: 'json_schema', schema: shape.schema } } : {}),
  }
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(instructions.length > 0 ? { system: toContent(instructions) } : {}),
    messages: turns.map(({ role, parts }) => ({ role, content: toContent(parts) })),
    stream: true,
    ...(Object.keys(config).length > 0 ? { output_config: config } : {}),
    ...(temperature === undefined || withoutTemperature.test(model) ? {} : { temperature }),
    ...(stop?.length ? { stop_sequences: stop } : {}),
  }
}

/**
 * One text, or blocks if a part is stable: the last stable one ends what is cached. A prompt too short to cache is charged as
 * usual. Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
function toContent(parts: ModelMessage[]): string | Fields[] {
  const last = parts.findLastIndex(({ stable }) => stable)
  if (last < 0) return joinParts(parts)
  return parts.map(({ text }, at) => ({
    type: 'text',
    text,
    ...(at === last ? { cache_control: { type: 'ephemeral' } } : {}),
  }))
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
    received.cachedTokens = toTokenCount(usage.cache_read_input_tokens) ?? received.cachedTokens
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
        case 'content_block_start': {
          const { type, ...block } = getFields(body.content_block)
          // Newer models leave their thoughts out: only the start and the end of the block are sent.
          received.thinking = type === 'thinking' || type === 'redacted_thinking'
          if (received.thinking || saysAnything(block)) received.progressed = true
          received.text += toText(block.text)
          return
        }
        case 'content_block_delta': {
          const { type, ...delta } = getFields(body.delta)
          if (saysAnything(delta)) received.progressed = true
          // Thoughts, signatures and tool inputs are deltas of other types.
          if (type === 'text_delta') received.text += toText(delta.text)
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
