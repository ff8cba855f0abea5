import type { ModelRequest } from './port.ts'
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

/** generateContent, streamed. Source: https://ai.google.dev/api/generate-content */
export const googleWire: Wire = {
  basePath: '/v1beta',
  pastedPath: /\/models(\/.*)?$/,
  request: (request, model, key) => ({
    path: `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:streamGenerateContent?alt=sse`,
    headers: { 'x-goog-api-key': key ?? undefined },
    body: toBody(request, model),
  }),
  mayThink: (model) => getThinkingConfig(model) !== null,
  adapt,
  reader,
  describe: (model, key) => ({
    path: `/models/${encodeURIComponent(model.replace(/^models\//, ''))}`,
    headers: { 'x-goog-api-key': key ?? undefined },
    read: (body) => ({
      contextTokens: toTokenCount(body.inputTokenLimit),
      outputTokens: toTokenCount(body.outputTokenLimit),
      shutdownOn: null,
    }),
  }),
}

/** What generationConfig can do without: sampling parameters are deprecated, and older or smaller models know no JSON mode. */
const optional = ['temperature', 'stopSequences', 'responseJsonSchema', 'responseMimeType', 'thinkingConfig'] as const

/** Google names a field as it was sent or in snake_case, inside a sentence or a path. */
function adapt(body: Fields, vendorWords: string): Fields | null {
  const config = getFields(body.generationConfig)
  const words = vendorWords.toLowerCase().replaceAll('_', '')
  // "JSON mode is not enabled for this model" names the value and no field.
  const isNamed = (name: string) =>
    words.includes(name.toLowerCase()) ||
    (name === 'responseMimeType' && /\bjson mode\b/.test(words)) ||
    (name === 'thinkingConfig' && words.includes('thinking'))
  const refused = optional.find((name) => name in config && isNamed(name))
  if (!refused) return null
  const { [refused]: _, ...accepted } = config
  return { ...body, generationConfig: accepted }
}

const budgetTokens = 1024

/**
 * Little thinking, with summaries, which show that the model is at work. Gemini 2.5 takes a budget in tokens, later models
 * a level. Source: https://ai.google.dev/gemini-api/docs/thinking
 */
function getThinkingConfig(model: string): Fields | null {
  const name = model.replace(/^models\//, '')
  if (/^(?:gemini-[12]\.[05]|gemma|learnlm)/.test(name) && !name.startsWith('gemini-2.5')) return null
  return name.startsWith('gemini-2.5')
    ? { thinkingBudget: budgetTokens, includeThoughts: true }
    : { thinkingLevel: 'low', includeThoughts: true }
}

/** Google caches equal beginnings automatically: https://ai.google.dev/gemini-api/docs/caching */
function toBody(request: ModelRequest, model: string): Fields {
  const { maxOutputTokens, temperature, stop, json } = request
  const { instructions, turns } = splitMessages(request)
  const thinkingConfig = getThinkingConfig(model)
  const shape = getShape(request)
  return {
    ...(instructions.length > 0 ? { systemInstruction: { parts: [{ text: joinParts(instructions) }] } } : {}),
    contents: turns.map(({ role, parts }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: joinParts(parts) }],
    })),
    generationConfig: {
      maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(stop?.length ? { stopSequences: stop } : {}),
      ...(json ? { responseMimeType: 'application/json' } : {}),
      ...(shape ? { responseJsonSchema: shape.schema } : {}),
      ...(thinkingConfig ? { thinkingConfig } : {}),
    },
  }
}

/** Reasons to end that say the text was not wanted, in words. */
const refusals: Record<string, string> = {
  SAFETY: 'its safety filter',
  RECITATION: 'it would have repeated a source word for word',
  BLOCKLIST: 'a word on its blocklist',
  PROHIBITED_CONTENT: 'its rules on prohibited content',
  SPII: 'personal data',
  LANGUAGE: 'a language it does not write',
  MODEL_ARMOR: 'a Model Armor policy of its Google Cloud project',
}

function reader(received: ReceivedAnswer): Reader {
  function read(body: Fields) {
    if (received.model === null && toText(body.modelVersion) !== '') received.model = toText(body.modelVersion)
    const feedback = getFields(body.promptFeedback)
    const blocked = toText(feedback.blockReason)
    if (blocked !== '') refuse(blocked, toText(feedback.blockReasonMessage))
    const candidate = getFields(toList(body.candidates)[0])
    for (const { thought, ...part } of toList(getFields(candidate.content).parts).map(getFields)) {
      if (!saysAnything(part)) continue
      received.progressed = true
      received.thinking = thought === true
      if (thought !== true) received.text += toText(part.text)
    }
    readUsage(getFields(body.usageMetadata))
    const reason = toText(candidate.finishReason)
    if (reason === '' || reason === 'FINISH_REASON_UNSPECIFIED') return
    received.end = reason === 'STOP' ? 'stop' : reason === 'MAX_TOKENS' ? 'length' : 'other'
    if (reason in refusals) refuse(reason, toText(candidate.finishMessage))
  }

  function refuse(reason: string, message: string) {
    received.end = 'other'
    const name = refusals[reason] ?? reason.toLowerCase().replaceAll('_', ' ')
    received.refusal = message === '' ? name : `${name}: ${message}`
  }

  function readUsage(usage: Fields) {
    received.inputTokens = toTokenCount(usage.promptTokenCount) ?? received.inputTokens
    received.cachedTokens = toTokenCount(usage.cachedContentTokenCount) ?? received.cachedTokens
    // Thoughts are charged as output.
    received.outputTokens = getSum(usage.candidatesTokenCount, usage.thoughtsTokenCount) ?? received.outputTokens
  }

  return { message: read, whole: read }
}
