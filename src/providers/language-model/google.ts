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

/** generateContent, streamed. Source: https://ai.google.dev/api/generate-content */
export const googleWire: Wire = {
  basePath: '/v1beta',
  pastedPath: /\/models(\/.*)?$/,
  request: (request, model, key) => ({
    path: `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:streamGenerateContent?alt=sse`,
    headers: { 'x-goog-api-key': key ?? undefined },
    body: bodyOf(request),
  }),
  reader,
}

function bodyOf(request: ModelRequest): Fields {
  const { maxOutputTokens, temperature, stop, json } = request
  const { instructions, turns } = splitMessages(request)
  return {
    ...(instructions ? { systemInstruction: { parts: [{ text: instructions }] } } : {}),
    contents: turns.map(({ role, text }) => ({ role: role === 'assistant' ? 'model' : 'user', parts: [{ text }] })),
    generationConfig: {
      maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(stop?.length ? { stopSequences: stop } : {}),
      ...(json ? { responseMimeType: 'application/json' } : {}),
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
}

function reader(heard: Heard): Reader {
  function read(body: Fields) {
    if (heard.model === null && textOf(body.modelVersion) !== '') heard.model = textOf(body.modelVersion)
    const blocked = textOf(fieldsOf(body.promptFeedback).blockReason)
    if (blocked !== '') refuse(blocked)
    const candidate = fieldsOf(listOf(body.candidates)[0])
    for (const part of listOf(fieldsOf(candidate.content).parts).map(fieldsOf))
      if (part.thought !== true) heard.text += textOf(part.text)
    readUsage(fieldsOf(body.usageMetadata))
    const reason = textOf(candidate.finishReason)
    if (reason === '' || reason === 'FINISH_REASON_UNSPECIFIED') return
    heard.end = reason === 'STOP' ? 'stop' : reason === 'MAX_TOKENS' ? 'length' : 'other'
    if (reason in refusals) refuse(reason)
  }

  function refuse(reason: string) {
    heard.end = 'other'
    heard.refusal = refusals[reason] ?? reason.toLowerCase().replaceAll('_', ' ')
  }

  function readUsage(usage: Fields) {
    heard.inputTokens = countOf(usage.promptTokenCount) ?? heard.inputTokens
    // Thoughts are charged as output.
    heard.outputTokens = sumOf(usage.candidatesTokenCount, usage.thoughtsTokenCount) ?? heard.outputTokens
  }

  return { message: read, whole: read }
}
