import { OutboundError } from '#platform/outbound/outbound-error.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { Fault, Voice } from './model-fault.ts'
import { ModelError } from './port.ts'
import { type Fields, getFields, toText, toTokenCount } from './wire-format.ts'

/** Carries a fault until it becomes a ModelError. */
export class FaultError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.what)
    this.fault = fault
  }
}

export function modelError(fault: Fault, voice: Voice, startedText: boolean): ModelError {
  const { provider, model, label } = voice
  return new ModelError(fault.code, redact(`${label} ${fault.what}. ${fault.advice}`, voice), {
    provider,
    model,
    startedText,
    retryable: fault.retryable,
    retryAfterSeconds: fault.retryAfterSeconds ?? null,
    cause: fault.cause,
  })
}

const tryAgain = 'Try again in a moment.'

export const faults = {
  /** The connection failed or was lost. */
  network(error: unknown, { settings }: Voice): Fault {
    const { kind, message, host } = OutboundError.from(error, '')
    const what = message.slice(host.length).replace(/\.$/, '').trim()
    if (kind === 'blocked')
      return {
        code: 'unavailable',
        what,
        advice: `Check ${settings.address}.`,
        cause: error,
      }
    const advice = `Check that it is running, and check ${settings.address}.`
    return {
      code: kind === 'timeout' ? 'timeout' : 'upstream_failed',
      what,
      advice,
      retry: true,
      cause: error,
    }
  },
  silent: (ms: number, started: boolean): Fault => ({
    code: 'timeout',
    what: `${started ? 'sent no more text' : 'sent no text'} for ${ms < 1000 ? ms / 1000 : Math.round(ms / 1000)} s`,
    advice: tryAgain,
  }),
  cut: (started: boolean, cause?: unknown): Fault => ({
    code: 'cut',
    what: started ? 'stopped partway through its response' : 'ended its response before sending any text',
    advice: tryAgain,
    retry: true,
    cause,
  }),
  html: ({ settings }: Voice): Fault => ({
    code: 'garbled',
    what: 'returned a web page instead of a response',
    advice: `Check that ${settings.address} is the URL of its API.`,
    retryable: false,
  }),
  tooLong: (maxBytes: number): Fault => ({
    code: 'garbled',
    what: `sent a line longer than ${maxBytes / 1e6} MB`,
    advice: 'Try again, or use another model.',
  }),
  /** Far more than the requested length: the response won't end without us. */
  tooMuch: (): Fault => ({
    code: 'too_long',
    what: 'sent far more text than requested, so the response was stopped',
    advice: 'Try another model, or check the length limit of the server.',
  }),
  unfinished: (ms: number): Fault => ({
    code: 'timeout',
    what: `didn’t finish within ${ms < 60_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} minutes`}, so the response was stopped`,
    advice: 'Try again, or use a faster model.',
  }),
  compressed: ({ settings }: Voice): Fault => ({
    code: 'garbled',
    what: 'sent a compressed response, but compression was not requested',
    advice: `Turn off compression on the server or proxy, or check ${settings.address}.`,
    retryable: false,
  }),
  notJson: (cause: unknown): Fault => ({
    code: 'garbled',
    what: 'sent a response that couldn’t be parsed',
    advice: tryAgain,
    cause,
  }),
  empty: (): Fault => ({
    code: 'empty',
    what: 'returned no text',
    advice: 'Try again, or rephrase the task.',
  }),
  spentBeforeText: (): Fault => ({
    code: 'empty',
    what: 'used up its output limit before it wrote any text',
    advice: 'Try again, or use a model that thinks less.',
    retryable: false,
    spentOnThinking: true,
  }),
  refused: (reason: string): Fault => ({
    code: 'refused',
    what: `declined to write this${reason ? ` (${shortened(reason)})` : ''}`,
    advice: 'Rephrase the task, or use another model.',
  }),
  cancelled: (): Fault => ({ code: 'cancelled', what: 'stopped writing', advice: 'The request was canceled.' }),
  setting: (what: string, advice: string): Fault => ({ code: 'unavailable', what, advice }),
  noKey: ({ settings }: Voice): Fault => ({
    code: 'unauthorized',
    what: 'needs an API key',
    advice: `Set ${settings.key}.`,
  }),
  badKey: ({ settings }: Voice): Fault => ({
    code: 'unauthorized',
    what: 'can’t be used with this API key, because the key contains invalid characters',
    advice: `Check ${settings.key}.`,
  }),
}

const statusOfType: Record<string, number> = {
  authentication_error: 401,
  billing_error: 402,
  insufficient_quota: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  invalid_request_error: 400,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** An error inside a stream that began with 200. */
export function faultInside(error: unknown, voice: Voice): Fault {
  const { code, type, status } = getFields(error)
  const number = [code, status].map((value) => Number(value)).find((value) => value >= 400 && value <= 599)
  const named = statusOfType[toText(code)] ?? statusOfType[toText(type)]
  return faultOfStatus(number ?? named ?? 500, { error }, null, voice, 'reported an error in its stream')
}

/**
 * Maps an HTTP status to a fault.
 * @param retryAfterSeconds from the header
 * @param event precedes the vendor's message: "returned HTTP 503"
 */
export function faultOfStatus(
  status: number,
  body: unknown,
  retryAfterSeconds: number | null,
  voice: Voice,
  event = `returned HTTP ${status}`,
): Fault {
  const { settings, model, provider } = voice
  const { words, kinds } = vendorError(body)
  const quoted = words ? `${event}: “${shortened(words)}”` : event
  const common = { what: storable(quoted), vendorWords: words, status }
  const is = (pattern: RegExp) => pattern.test(kinds)
  if (status === 402 || is(/insufficient_quota|billing/) || /credit balance is too low/i.test(words))
    return {
      ...common,
      code: 'no_credit',
      advice: `The account behind ${settings.key} has no credit left. Add credit with the vendor, or use another key.`,
    }
  if (status === 401 || is(/API_KEY_INVALID|invalid_api_key/))
    return { ...common, code: 'unauthorized', advice: `The API key was rejected. Check ${settings.key}.` }
  if (status === 403)
    return { ...common, code: 'unauthorized', advice: `Check that ${settings.key} has access to ${model}.` }
  if (status === 404) {
    const alternatives: Record<string, string> = {
      ollama: `, or run “ollama pull ${model}”`,
      openai: ', or choose openai-compatible if this server has no Responses API',
    }
    return {
      ...common,
      code: 'unavailable',
      advice: `Check ${settings.model} (${model}) and ${settings.address}${alternatives[provider] ?? ''}.`,
    }
  }
  if (status === 429) {
    const advice = retryAfterSeconds ? `Try again in ${retryAfterSeconds} s.` : tryAgain
    return { ...common, code: 'rate_limited', advice, retry: true, retryAfterSeconds }
  }
  if (status === 408 || status === 409 || status >= 500)
    return { ...common, code: 'upstream_failed', advice: tryAgain, retry: true, retryAfterSeconds }
  if (status < 400)
    return {
      ...common,
      code: 'unavailable',
      advice: `The URL redirects elsewhere. Change ${settings.address} to the model’s URL.`,
    }
  return { ...common, code: 'invalid_request', advice: 'The model doesn’t accept this request.' }
}

/** The message of a vendor's error, and all its codes, types and reasons. */
function vendorError(body: unknown): { words: string; kinds: string } {
  const outer = getFields(Array.isArray(body) ? body[0] : body)
  const error = typeof outer.error === 'string' ? { message: outer.error } : getFields(outer.error)
  const words = [error.message, outer.message, outer.detail].map(toText).find((text) => text.trim() !== '') ?? ''
  const details = Array.isArray(error.details) ? error.details.map((detail) => getFields(detail).reason) : []
  return { words, kinds: [error.type, error.code, error.status, outer.type, ...details].map(toText).join(' ') }
}

/** Seconds to wait before a retry, which Google puts into the body: "retryDelay": "34s". */
export function retryDelayInside(body: Fields): number | null {
  const details = getFields(body.error).details
  const delays = (Array.isArray(details) ? details : []).map((detail) => toText(getFields(detail).retryDelay))
  const seconds = toTokenCount(Number.parseFloat(delays.find((delay) => /^[\d.]+s$/.test(delay)) ?? ''))
  return seconds === null ? null : Math.ceil(seconds)
}

/** `Retry-After`, in seconds or as a date; `retry-after-ms` where a vendor is more exact. */
export function getRetryAfter(
  headers: Record<string, string | string[] | undefined>,
  nowMs = Date.now(),
): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (exact >= 0) return Math.ceil(exact / 1000)
  const value = String(headers['retry-after'] ?? '')
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value))
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000))
}

const shortened = (words: string) => {
  const line = words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.”"]+$/, '')
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

/** Matches API keys of known vendors, including partly masked ones in OpenAI's messages. */
const keyLike = /\b(?:sk|pk|gsk|xai|AIza|rk)[-_A-Za-z0-9]{2,}[-_*.A-Za-z0-9]{6,}/g

function redact(text: string, { secrets }: Voice): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[key]')
  return clean.replace(keyLike, '[key]')
}
