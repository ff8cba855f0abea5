export type OutboundErrorKind =
  | 'blocked'
  | 'timeout'
  | 'too_large'
  | 'unreachable'
  | 'too_many_redirects'
  | 'bad_url'
  | 'cancelled'

/** Why a request brought no answer: its kind, or what is known of a host that couldn't be reached. */
export type OutboundReason =
  | OutboundErrorKind
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_closed'
  | 'invalid_certificate'

type Cause = { reason: OutboundReason; what: string }

const closed: Cause = { reason: 'connection_closed', what: 'closed the connection' }
const noRoute: Cause = { reason: 'unreachable', what: 'can’t be reached from this server' }
const invalidCertificate = (what: string): Cause => ({ reason: 'invalid_certificate', what })

const causeOfCode: Record<string, Cause> = {
  ENOTFOUND: { reason: 'host_not_found', what: 'wasn’t found in DNS' },
  EAI_AGAIN: { reason: 'unreachable', what: 'couldn’t be looked up in DNS' },
  ECONNREFUSED: { reason: 'connection_refused', what: 'refused the connection' },
  ECONNRESET: closed,
  UND_ERR_SOCKET: closed,
  EPIPE: closed,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  CERT_HAS_EXPIRED: invalidCertificate('has an expired certificate'),
  DEPTH_ZERO_SELF_SIGNED_CERT: invalidCertificate('has a self-signed certificate'),
  SELF_SIGNED_CERT_IN_CHAIN: invalidCertificate('has a self-signed certificate'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: invalidCertificate('has a certificate from an unknown authority'),
  ERR_TLS_CERT_ALTNAME_INVALID: invalidCertificate('has a certificate for another name'),
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
  readonly reason: OutboundReason

  /** @param what follows the host's name in the sentence: "refused the connection". */
  constructor(
    kind: OutboundErrorKind,
    host: string,
    what: string,
    { reason = kind, cause }: { reason?: OutboundReason; cause?: unknown } = {},
  ) {
    super(kind === 'cancelled' ? `The request to ${host} ${what}.` : `${host} ${what}.`, { cause })
    this.kind = kind
    this.host = host
    this.reason = reason
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
      const known = code && causeOfCode[code]
      if (known) return new OutboundError('unreachable', host, known.what, { reason: known.reason, cause: error })
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
