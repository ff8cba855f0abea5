import { faultInside } from './model-errors.ts'
import type { Voice } from './model-fault.ts'
import { describeOpenAiModel, withoutReasoning } from './openai.ts'
import type { ModelRequest } from './port.ts'
import {
  type Fields,
  getFields,
  getShape,
  joinParts,
  type Reader,
  type ReceivedAnswer,
  splitMessages,
  toList,
  toText,
  toTokenCount,
  type Wire,
} from './wire-format.ts'

/**
 * OpenAI's Responses API. Nothing is stored at OpenAI.
 * Source: https://developers.openai.com/api/reference/resources/responses
 */
export const openAiResponsesWire: Wire = {
  basePath: '/v1',
  pastedPath: /\/(?:responses|chat\/completions)$/,
  request: (request, model, key) => ({
    path: '/responses',
    headers: { authorization: key === null ? undefined : `Bearer ${key}` },
    body: toBody(request, model),
  }),
  mayThink: (model) => !withoutReasoning.test(model),
  adapt,
  reader,
  describe: describeOpenAiModel,
}

/** The least OpenAI takes. */
const minOutputTokens = 16

function toBody(request: ModelRequest, model: string): Fields {
  const { maxOutputTokens, temperature, json, cacheKey } = request
  const { instructions, turns } = splitMessages(request)
  const shape = getShape(request)
  const reasons = !withoutReasoning.test(model)
  return {
    model,
    ...(instructions.length > 0 ? { instructions: joinParts(instructions) } : {}),
    input: turns.map(({ role, parts }) => ({ role, content: joinParts(parts) })),
    max_output_tokens: Math.max(minOutputTokens, maxOutputTokens),
    stream: true,
    store: false,
    // A reasoning model takes no temperature: https://developers.openai.com/api/docs/guides/deployment-checklist
    ...(reasons ? { reasoning: { effort: 'low' } } : {}),
    ...(reasons || temperature === undefined ? {} : { temperature }),
    ...(shape ? { text: { format: { type: 'json_schema', ...shape, strict: true } } } : {}),
    ...(json && !shape ? { text: { format: { type: 'json_object' } } } : {}),
    ...(cacheKey ? { prompt_cache_key: cacheKey } : {}),
  }
}

const optional = ['reasoning', 'temperature', 'text', 'prompt_cache_key', 'store'] as const

/** "Unsupported parameter: 'reasoning.effort' is not supported with this model." */
function adapt(body: Fields, vendorWords: string): Fields | null {
  const refused = optional.find(
    (name) => name in body && new RegExp(`\\b${name === 'text' ? 'text\\.format' : name}\\b`).test(vendorWords),
  )
  if (!refused) return null
  const { [refused]: _, ...accepted } = body
  return accepted
}

function reader(received: ReceivedAnswer, voice: Voice): Reader {
  let refusal = ''

  function readUsage(value: unknown) {
    const usage = getFields(value)
    received.inputTokens = toTokenCount(usage.input_tokens) ?? received.inputTokens
    const { cached_tokens: cached } = getFields(usage.input_tokens_details)
    received.cachedTokens = toTokenCount(cached) ?? received.cachedTokens
    // Reasoning is part of it.
    received.outputTokens = toTokenCount(usage.output_tokens) ?? received.outputTokens
  }

  function readModel({ model }: Fields) {
    if (received.model === null && toText(model) !== '') received.model = toText(model)
  }

  /** @param response with its `status`: completed, incomplete, failed, cancelled */
  function end(response: Fields) {
    readModel(response)
    readUsage(response.usage)
    const { status, error, incomplete_details: details } = response
    if (status === 'failed') received.fault = faultInside(error ?? {}, voice)
    const reason = toText(getFields(details).reason)
    received.end = status === 'completed' ? 'stop' : reason === 'max_output_tokens' ? 'length' : 'other'
    if (reason === 'content_filter') received.refusal = 'its content filter'
    else if (refusal !== '') received.refusal = refusal
    received.complete = true
  }

  return {
    message(body) {
      switch (body.type) {
        case 'response.output_text.delta':
          received.text += toText(body.delta)
          received.thinking = false
          received.progressed = true
          return
        case 'response.created':
          readModel(getFields(body.response))
          return
        case 'response.output_item.added':
          // Reasoning stays hidden: only the start and the end of its item are sent.
          received.thinking = getFields(body.item).type === 'reasoning'
          received.progressed = true
          return
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          received.thinking = true
          received.progressed ||= toText(body.delta) !== ''
          return
        case 'response.refusal.delta':
          refusal += toText(body.delta)
          received.progressed = true
          return
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
        case 'response.cancelled':
          end(getFields(body.response))
          return
        case 'error':
          received.fault = faultInside(body, voice)
      }
    },
    whole(body) {
      for (const item of toList(body.output).map(getFields))
        for (const part of toList(item.content).map(getFields)) {
          if (part.type === 'output_text') received.text += toText(part.text)
          if (part.type === 'refusal') refusal += toText(part.refusal)
        }
      end(body)
      received.complete = Array.isArray(body.output)
    },
  }
}
