import { OutboundError } from '#platform/outbound/outbound-error.ts'
import { SourceError, type SourceErrorKind, type SourceId } from '../port.ts'

/** How a source is named in sentences, and which settings a person can change. */
export type VendorVoice = {
  source: SourceId
  label: string
  /** The variable that holds its address: "REDDIT_URL". */
  setting: string
  /** The variables that hold its credentials: "SERPAPI_KEY". Null when it needs none. */
  credentials: string | null
  /** What to do when it refuses to answer, where a proxy is not it. */
  refusalAdvice?: string
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
    super(voice.source, fault.kind, customerSentence(voice.label, fault), {
      cause: fault.cause,
      details: `${voice.label} ${fault.what}. ${fault.advice}`,
      retryAfterSeconds: fault.retryAfterSeconds ?? null,
    })
    this.retries = fault.retries
    this.weighs = fault.weighs
  }
}

const tryLater = 'Try again later, or leave the source out.'

/** What customers read: no status codes, settings or hosts. */
function customerSentence(label: string, { kind, retryAfterSeconds }: Fault): string {
  switch (kind) {
    case 'unreachable':
      return `${label} couldn’t be reached. ${tryLater}`
    case 'timeout':
      return `${label} took too long to respond. ${tryLater}`
    case 'rate_limited':
      return retryAfterSeconds
        ? `${label} is limiting requests. Try again in ${duration(retryAfterSeconds)}, or leave the source out.`
        : `${label} is limiting requests. ${tryLater}`
    case 'blocked':
      return `${label} doesn’t accept requests from this server. Leave the source out, or ask your administrator.`
    case 'unauthorized':
      return `${label} can’t be used on this server right now. Leave the source out, or ask your administrator.`
    case 'server_error':
      return `${label} is having problems. ${tryLater}`
    case 'unsupported':
      return `${label} doesn’t cover this country or language.`
    case 'circuit_open':
      return `${label} is having problems and is paused for ${duration(retryAfterSeconds ?? 0)}. ${tryLater}`
    default:
      return `${label} sent a response Earshot couldn’t use. ${tryLater}`
  }
}
const proxyAdvice = ({ setting, refusalAdvice }: VendorVoice) =>
  refusalAdvice ?? `Set ${setting} to a proxy you run, or leave the source out.`
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
  const quoted = words && !sameAsStatus.test(words) ? ` ("${words}")` : ''
  const answered = (meaning: string) => `answered ${status}${quoted}${meaning}`
  if (status === 429) {
    const wait = retryAfterSeconds === null ? '' : ` and asks to wait ${duration(retryAfterSeconds)}`
    return {
      kind: 'rate_limited',
      what: answered(`: it is rate-limiting this server${wait}`),
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
      what: answered(': it is having problems'),
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
      what: answered(': it blocks this server’s IP address'),
      advice: proxyAdvice(voice),
      retries: 0,
      weighs: true,
    }
  }
  if (status === 404) {
    return {
      kind: 'bad_answer',
      what: answered(': the documented endpoint doesn’t exist'),
      advice: `Check ${voice.setting}, or leave the source out.`,
      retries: 0,
      weighs: false,
    }
  }
  return {
    kind: 'bad_answer',
    what: answered(': it rejected the request'),
    advice: 'Try other words, or leave the source out.',
    retries: 0,
    weighs: false,
  }
}

export function refusedCredentials(voice: VendorVoice, what: string): Fault {
  return voice.credentials
    ? {
        kind: 'unauthorized',
        what: `${what}: it rejected ${voice.credentials}`,
        advice: `Check ${voice.credentials}.`,
        retries: 0,
        weighs: true,
      }
    : {
        kind: 'unauthorized',
        what: `${what}: it requires a sign-in`,
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
  what: `didn’t finish responding within ${duration(ms / 1000)}`,
  advice: tryLater,
  retries: 1,
  weighs: true,
})

export const faultOfLongWait = (seconds: number): Fault => ({
  kind: 'rate_limited',
  what: `asked to wait another ${duration(seconds)}`,
  advice: tryLater,
  retries: 0,
  weighs: false,
  retryAfterSeconds: seconds,
})

export const faultOfOpenCircuit = (times: number, seconds: number): Fault => ({
  kind: 'circuit_open',
  what: `failed ${times} times in a row and is paused for ${duration(seconds)}`,
  advice: tryLater,
  retries: 0,
  weighs: false,
  retryAfterSeconds: seconds,
})

export const cancelled = (voice: VendorVoice) =>
  new SourceError(voice.source, 'cancelled', `The request to ${voice.label} was cancelled.`)

/** A web page where data should be: a wall against robots, or something else at that address. */
export function faultOfPage(voice: VendorVoice, page: string): Fault {
  const isWall = /captcha|unusual traffic|are you a (robot|human)|not a robot|consent|access denied|cloudflare|blocked/i
  if (isWall.test(page)) {
    return {
      kind: 'blocked',
      what: 'answered with a web page instead of data: it blocks this server’s IP address',
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
  what: 'sent a response that is cut off or isn’t JSON',
  advice: tryLater,
  retries: 1,
  weighs: true,
}

export const unknownShape = (cause: unknown): Fault => ({
  kind: 'bad_answer',
  what: 'answered in a shape Earshot doesn’t know',
  advice: 'Report the problem, and leave the source out until it’s fixed.',
  retries: 0,
  weighs: false,
  cause,
})

export const tooLarge = (maxBytes: number): Fault => ({
  kind: 'bad_answer',
  what: `sent more than ${maxBytes / 1e6} MB, which is over the limit`,
  advice: tryLater,
  retries: 0,
  weighs: true,
})

/** Why a request brought no answer at all. */
export function faultOfNetwork(voice: VendorVoice, error: unknown, host: string): Fault {
  const failure = OutboundError.from(error, host)
  const reason = failure.message.replace(/\.$/, '')
  const base = { what: `couldn’t be reached: ${reason}`, cause: failure }
  switch (failure.kind) {
    case 'timeout':
      return { ...base, kind: 'timeout', advice: tryLater, retries: 1, weighs: true }
    case 'blocked':
      return {
        ...base,
        kind: 'blocked',
        advice: `Add the host to OUTBOUND_ALLOW if ${voice.setting} is right.`,
        retries: 0,
        weighs: false,
      }
    case 'too_large':
    case 'too_many_redirects':
    case 'bad_url':
      return { ...base, kind: 'bad_answer', advice: checkAddress(voice), retries: 0, weighs: true }
    default:
      return { ...base, kind: 'unreachable', advice: checkAddress(voice), retries: 2, weighs: true }
  }
}

export function duration(seconds: number) {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
