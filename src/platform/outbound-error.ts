export type OutboundErrorKind =
  | 'blocked'
  | 'timeout'
  | 'too_large'
  | 'unreachable'
  | 'too_many_redirects'
  | 'bad_url'
  | 'cancelled'

const reasonOfCode: Record<string, string> = {
  ENOTFOUND: 'wasn’t found in DNS',
  EAI_AGAIN: 'couldn’t be looked up in DNS',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  EHOSTUNREACH: 'can’t be reached from this server',
  ENETUNREACH: 'can’t be reached from this server',
  EPIPE: 'closed the connection',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate from an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** A request that brought no answer. `message` is one sentence naming the host. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind
  readonly host: string

  /** @param what follows the host's name in the sentence: "refused the connection". */
  constructor(kind: OutboundErrorKind, host: string, what: string, options?: { cause?: unknown }) {
    super(kind === 'cancelled' ? `The request to ${host} ${what}.` : `${host} ${what}.`, options)
    this.kind = kind
    this.host = host
  }

  static blocked(host: string) {
    return new OutboundError('blocked', host, 'is at a private or reserved address, which isn’t allowed')
  }

  /** Whatever a fetch threw, in our words. */
  static from(error: unknown, host: string): OutboundError {
    for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
      if (cause instanceof OutboundError) return cause
      const code = getCode(cause)
      if (code && timeoutCodes.has(code))
        return new OutboundError('timeout', host, 'didn’t respond in time', { cause: error })
      if (code && reasonOfCode[code])
        return new OutboundError('unreachable', host, reasonOfCode[code], { cause: error })
    }
    return new OutboundError('unreachable', host, 'couldn’t be reached or cut off its response', { cause: error })
  }
}

/** Where several addresses were tried, the code of the first failure. */
function getCode(error: Error & { code?: unknown }): string | undefined {
  if (typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return error.errors.map((inner) => getCode(inner)).find(Boolean)
  return undefined
}
