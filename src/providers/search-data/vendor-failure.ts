import { OutboundError } from '#platform/outbound-error.ts'
import { SourceError, type SourceErrorKind, type SourceId } from './port.ts'

/** How a source is named in sentences, and which settings a person can change. */
export type VendorVoice = {
  source: SourceId
  label: string
  /** The variable that holds its address: "REDDIT_URL". */
  setting: string
  /** The variables that hold its credentials: "SERPAPI_KEY". Null when it needs none. */
  credentials: string | null
}

export type Fault = {
  kind: SourceErrorKind
  /** Follows the label: "answered 403: it blocks this address". No full stop. */
  what: string
  /** A second sentence saying what to do. */
  advice: string
  /** How often the same question may be asked again. */
  retries: number
  /** Whether it speaks against the vendor as a whole, not against this one question. */
  weighs: boolean
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** A SourceError with what the client needs to decide about another try. */
export class VendorFailure extends SourceError {
  readonly retries: number
  readonly weighs: boolean
  /** No further try will be made. */
  final = false

  constructor(voice: VendorVoice, fault: Fault) {
    super(voice.source, fault.kind, `${voice.label} ${fault.what}. ${fault.advice}`, {
      cause: fault.cause,
      retryAfterSeconds: fault.retryAfterSeconds ?? null,
    })
    this.retries = fault.retries
    this.weighs = fault.weighs
  }
}

const tryLater = 'Try again later, or leave the source out.'
const proxyAdvice = ({ setting }: VendorVoice) => `Set ${setting} to a proxy you run, or leave the source out.`
const checkAddress = ({ setting }: VendorVoice) => `Check the network and ${setting}, or leave the source out.`

/** Words that say no more than the number before them. */
const sameAsStatus = /^(unauthorized|forbidden|bad request|not found|too many requests|internal server error)$/i

/** What an HTTP status other than 2xx means. `words` is what the vendor itself said. */
export function faultOfStatus(
  voice: VendorVoice,
  status: number,
  words: string | null,
  retryAfterSeconds: number | null,
): Fault {
  const said = words && !sameAsStatus.test(words) ? ` ("${words}")` : ''
  const answered = (meaning: string) => `answered ${status}${said}${meaning}`
  if (status === 429) {
    const wait = retryAfterSeconds === null ? '' : ` and asks to wait ${duration(retryAfterSeconds)}`
    return {
      kind: 'rate_limited',
      what: answered(`: it takes no more questions from here for now${wait}`),
      advice: tryLater,
      retries: 2,
      weighs: true,
      retryAfterSeconds,
    }
  }
  if (status === 408 || status === 504)
    return { kind: 'timeout', what: answered(': it took too long'), advice: tryLater, retries: 1, weighs: true }
  if (status >= 500) {
    return {
      kind: 'server_error',
      what: answered(': it has trouble of its own'),
      advice: tryLater,
      retries: 2,
      weighs: true,
      retryAfterSeconds,
    }
  }
  if (status === 401 || (status === 403 && voice.credentials)) return refusedCredentials(voice, answered(''))
  if (status === 402) return outOfCredit(voice, answered(''))
  if (status === 403 || status === 451) {
    return {
      kind: 'blocked',
      what: answered(': it blocks this address'),
      advice: proxyAdvice(voice),
      retries: 0,
      weighs: true,
    }
  }
  if (status === 404) {
    return {
      kind: 'bad_answer',
      what: answered(': nothing is where its documentation puts it'),
      advice: `Check ${voice.setting}, or leave the source out.`,
      retries: 0,
      weighs: false,
    }
  }
  return {
    kind: 'bad_answer',
    what: answered(': it did not accept the question'),
    advice: 'Ask in other words, or leave the source out.',
    retries: 0,
    weighs: false,
  }
}

export function refusedCredentials(voice: VendorVoice, what: string): Fault {
  return voice.credentials
    ? {
        kind: 'unauthorized',
        what: `${what}: it does not accept ${voice.credentials}`,
        advice: `Check ${voice.credentials}.`,
        retries: 0,
        weighs: true,
      }
    : {
        kind: 'unauthorized',
        what: `${what}: it wants a sign-in`,
        advice: proxyAdvice(voice),
        retries: 0,
        weighs: true,
      }
}

export const outOfCredit = (voice: VendorVoice, what: string): Fault => ({
  kind: 'unauthorized',
  what: `${what}: the account has no credit left`,
  advice: `Top up the account at ${voice.label}, or leave the source out.`,
  retries: 0,
  weighs: true,
})

export const faultOfTimeout = (ms: number): Fault => ({
  kind: 'timeout',
  what: `gave no full answer within ${duration(ms / 1000)}`,
  advice: tryLater,
  retries: 1,
  weighs: true,
})

export const faultOfLongWait = (seconds: number): Fault => ({
  kind: 'rate_limited',
  what: `asked to be left alone for another ${duration(seconds)}`,
  advice: tryLater,
  retries: 0,
  weighs: false,
  retryAfterSeconds: seconds,
})

export const faultOfOpenCircuit = (times: number, seconds: number): Fault => ({
  kind: 'circuit_open',
  what: `failed ${times} times in a row and is left alone for ${duration(seconds)}`,
  advice: tryLater,
  retries: 0,
  weighs: false,
  retryAfterSeconds: seconds,
})

export const cancelled = (voice: VendorVoice) =>
  new SourceError(voice.source, 'cancelled', `The question to ${voice.label} was cancelled.`)

/** A web page where data should be: a wall against robots, or something else at that address. */
export function faultOfPage(voice: VendorVoice, page: string): Fault {
  const isWall = /captcha|unusual traffic|are you a (robot|human)|not a robot|consent|access denied|cloudflare|blocked/i
  if (isWall.test(page)) {
    return {
      kind: 'blocked',
      what: 'answered with a page for people instead of data: it blocks this address',
      advice: proxyAdvice(voice),
      retries: 0,
      weighs: true,
    }
  }
  return {
    kind: 'bad_answer',
    what: 'answered with a web page instead of data',
    advice: `Check ${voice.setting}, or leave the source out.`,
    retries: 0,
    weighs: true,
  }
}

export const brokenOff: Fault = {
  kind: 'bad_answer',
  what: 'sent an answer that breaks off or is no JSON',
  advice: tryLater,
  retries: 1,
  weighs: true,
}

export const unknownShape = (cause: unknown): Fault => ({
  kind: 'bad_answer',
  what: 'answered in a shape Earshot does not know',
  advice: 'Report it, and leave the source out until then.',
  retries: 0,
  weighs: false,
  cause,
})

export const tooLarge = (maxBytes: number): Fault => ({
  kind: 'bad_answer',
  what: `sent more than ${maxBytes / 1e6} MB, which is not read`,
  advice: tryLater,
  retries: 0,
  weighs: true,
})

/** Why a request brought no answer at all. */
export function faultOfNetwork(voice: VendorVoice, error: unknown, host: string): Fault {
  const failure = OutboundError.from(error, host)
  const reason = failure.message.replace(/\.$/, '')
  const said = { what: `could not be asked: ${reason}`, cause: failure }
  switch (failure.kind) {
    case 'timeout':
      return { ...said, kind: 'timeout', advice: tryLater, retries: 1, weighs: true }
    case 'blocked':
      return {
        ...said,
        kind: 'blocked',
        advice: `Add the host to OUTBOUND_ALLOW if ${voice.setting} is right.`,
        retries: 0,
        weighs: false,
      }
    case 'too_large':
    case 'too_many_redirects':
    case 'bad_url':
      return { ...said, kind: 'bad_answer', advice: checkAddress(voice), retries: 0, weighs: true }
    default:
      return { ...said, kind: 'unreachable', advice: checkAddress(voice), retries: 2, weighs: true }
  }
}

export function duration(seconds: number) {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
