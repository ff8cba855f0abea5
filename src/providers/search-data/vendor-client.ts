import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  IterableBackoff,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel'
import PQueue from 'p-queue'
import { OutboundError } from '#platform/outbound-error.ts'
import { storable } from '#platform/sanitize-text.ts'
import { type Reservation, SourceError, type SourceErrorKind, type SourceId } from './port.ts'
import { BodyTooLarge, getRetryAfter, looksLikePage, readBody, vendorWords } from './vendor-body.ts'
import {
  brokenOff,
  cancelled,
  type Fault,
  faultOfLongWait,
  faultOfNetwork,
  faultOfOpenCircuit,
  faultOfPage,
  faultOfStatus,
  faultOfTimeout,
  tooLarge,
  unknownShape,
  VendorFailure,
  type VendorVoice,
} from './vendor-errors.ts'
import {
  defaultLimits,
  type VendorFetch,
  type VendorLimits,
  type VendorLog,
  type VendorRequest,
} from './vendor-request.ts'

export type VendorClientOptions = VendorVoice & {
  fetch: VendorFetch
  /** The vendor's own address; null for software people run themselves. May hold `{lang}`. */
  vendorUrl: string | null
  /** Replaces it. */
  baseUrl?: string
  limits?: Partial<VendorLimits>
  /** Cut out of anything quoted from the vendor. */
  secrets?: readonly string[]
  log?: VendorLog
  /** Called with the outcome of each request. */
  onAsk?: (source: SourceId, outcome: 'ok' | SourceErrorKind) => void
}

export type VendorClient = {
  voice: VendorVoice
  /** The address in use, for cache keys. */
  address: string
  concurrency: number
  /** @throws SourceError */
  ask<Answer>(request: VendorRequest<Answer>): Promise<Answer>
  /** Sends nothing more for so long: the vendor asked for it. */
  restFor(ms: number): void
}

/**
 * HTTP client for one vendor: concurrency limit, rate limit, timeout, retry, a circuit breaker for a vendor that
 * keeps failing, and one readable sentence per failure.
 */
export function createVendorClient(options: VendorClientOptions): VendorClient {
  const { source, label, setting, credentials, refusalAdvice, fetch, log, onAsk } = options
  const voice: VendorVoice = { source, label, setting, credentials, refusalAdvice }
  const limits = { ...defaultLimits, ...options.limits }
  const address = (options.baseUrl ?? options.vendorUrl ?? '').replace(/\/+$/, '')
  const isRealHost = options.vendorUrl !== null && getHost(address) === getHost(options.vendorUrl)
  const secrets = (options.secrets ?? []).filter((secret) => secret.length > 0)
  let restUntil = 0

  const queue = new PQueue({
    concurrency: limits.concurrency,
    ...(isRealHost && limits.spacingMs > 0 ? { interval: limits.spacingMs, intervalCap: 1, strict: true } : {}),
  })
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof VendorFailure && error.weighs),
    { halfOpenAfter: new IterableBackoff(limits.breakForMs), breaker: new ConsecutiveBreaker(limits.breakAfter) },
  )
  const retrying = retry(
    handleWhen((error) => error instanceof VendorFailure && !error.final),
    {
      maxAttempts: limits.retries,
      backoff: new DelegateBackoff(({ attempt, result }) => delayBefore(attempt, result)),
    },
  )
  const timed = timeout(limits.timeoutMs, TimeoutStrategy.Aggressive)
  let openUntil = 0
  let timesOpened = 0
  breaker.onBreak(() => {
    const ms = limits.breakForMs[Math.min(timesOpened++, limits.breakForMs.length - 1)] ?? 0
    openUntil = Date.now() + ms
    log?.warn({ source, ms }, 'A source keeps failing and is paused')
  })
  breaker.onReset(() => {
    timesOpened = 0
  })

  async function ask<Answer>(request: VendorRequest<Answer>): Promise<Answer> {
    const { signal } = request
    try {
      if (signal.aborted) throw cancelled(voice)
      const answer = await queue.add(
        () => breaker.execute(() => retrying.execute(({ attempt }) => tryOnce(request, attempt), signal), signal),
        { signal },
      )
      onAsk?.(source, 'ok')
      return answer
    } catch (error) {
      const failure = settle(error, signal)
      // A caller's exhausted budget says nothing about the vendor.
      if (failure.kind !== 'budget' && failure.kind !== 'unplanned') onAsk?.(source, failure.kind)
      throw failure
    }
  }

  function settle(error: unknown, signal: AbortSignal): SourceError {
    if (signal.aborted) return cancelled(voice)
    if (error instanceof SourceError) return error
    if (error instanceof BrokenCircuitError) {
      return fail(faultOfOpenCircuit(limits.breakAfter, Math.max(1, Math.ceil((openUntil - Date.now()) / 1000))))
    }
    throw error
  }

  async function tryOnce<Answer>(request: VendorRequest<Answer>, attempt: number): Promise<Answer> {
    const startedAt = Date.now()
    let payment: Payment | null = null
    try {
      await untilRested(request.signal)
      payment = await pay(request)
      const answer = await exchange(request, payment)
      log?.debug({ source, path: request.path, attempt, ms: Date.now() - startedAt }, 'A source answered')
      return answer
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      obeyWait(error)
      if (payment && !payment.isSettled) {
        // Whether it was charged is not known: it counts as spent, and is not asked again.
        if (wasSent(error)) error.final = true
        else await payment.settle(0)
      }
      if (attempt >= error.retries) error.final = true
      const { kind, message } = error
      log?.warn({ source, path: request.path, attempt, kind, ms: Date.now() - startedAt }, message)
      throw error
    }
  }

  /** A wait the vendor asked for holds for all questions; one too long to sit out ends this one. */
  function obeyWait(error: VendorFailure) {
    if (error.retryAfterSeconds === null || error.kind === 'circuit_open') return
    const waitMs = error.retryAfterSeconds * 1000
    if (waitMs > limits.maxWaitMs) error.final = true
    // A `Retry-After` too long to wait for is remembered only for the vendor's real host; a proxy is retried
    // when a person asks again.
    if (waitMs <= limits.maxWaitMs || isRealHost) restFor(waitMs)
  }

  /** Sets the price of a call aside before it is made. A settlement that cannot be written leaves the whole price counted. */
  async function pay({ paid }: Pick<VendorRequest<unknown>, 'paid'>): Promise<Payment | null> {
    if (!paid?.spending) return null
    const reservation: Reservation = await paid.spending.reserve(paid.call)
    const payment: Payment = {
      isSettled: false,
      async settle(usd) {
        if (payment.isSettled) return
        payment.isSettled = true
        await reservation
          .settle(usd)
          .catch((err) => log?.warn({ err, source }, 'What a call cost could not be written: its whole price counts'))
      },
    }
    return payment
  }

  async function exchange<Answer>(request: VendorRequest<Answer>, payment: Payment | null): Promise<Answer> {
    const url = getAddress(request)
    try {
      return await timed.execute(
        // The signal is looked at here: cockatiel aborts it on the way out whatever happened.
        ({ signal }) =>
          converse(url, request, signal, payment).catch((error) => Promise.reject(explain(error, url, signal))),
        request.signal,
      )
    } catch (error) {
      if (request.signal.aborted) throw cancelled(voice)
      if (error instanceof TaskCancelledError) throw fail(faultOfTimeout(limits.timeoutMs))
      throw error
    }
  }

  function explain(error: unknown, url: URL, signal: AbortSignal): SourceError {
    if (error instanceof SourceError) return error
    if (error instanceof BodyTooLarge) return fail(tooLarge(limits.maxBytes))
    return fail(signal.aborted ? faultOfTimeout(limits.timeoutMs) : faultOfNetwork(voice, error, url.hostname))
  }

  async function converse<Answer>(
    url: URL,
    request: VendorRequest<Answer>,
    signal: AbortSignal,
    payment: Payment | null,
  ): Promise<Answer> {
    const response = await fetch(url.href, { ...getMessage(request), signal })
    const text = await readBody(response, limits.maxBytes)
    const meant = response.ok ? null : request.answerTo?.(response.status)
    if (meant) return meant.answer
    if (!response.ok) {
      await payment?.settle(0)
      throw fail(getRefusal(response, text, request))
    }
    const body = parseBody(text, request)
    if (payment) await payment.settle(request.paid?.getCost?.(body) ?? request.paid?.call.usd ?? 0)
    const fault = request.check?.(body)
    if (fault) throw fail(fault)
    try {
      return request.read(body)
    } catch (error) {
      throw fail(unknownShape(error))
    }
  }

  function getRefusal(response: Response, text: string, request: Pick<VendorRequest<unknown>, 'explain'>): Fault {
    const body = jsonOrNull(text)
    const retryAfter = getRetryAfter(response.headers.get('retry-after'), Date.now())
    return (
      request.explain?.(response.status, body, retryAfter, text) ??
      faultOfStatus(voice, response.status, vendorWords(body ?? getPlainText(response, text)), retryAfter)
    )
  }

  function parseBody(text: string, request: Pick<VendorRequest<unknown>, 'parse'>) {
    try {
      // What they say is kept: one character that no database holds would cost the whole report.
      return storable((request.parse ?? JSON.parse)(text) as unknown)
    } catch {
      throw fail(looksLikePage(text) ? faultOfPage(voice, text) : brokenOff)
    }
  }

  function fail(fault: Fault) {
    return new VendorFailure(voice, { ...fault, what: secrets.reduce(cut, fault.what) })
  }

  function getAddress({ path, lang, query = {} }: Pick<VendorRequest<unknown>, 'path' | 'lang' | 'query'>) {
    const url = new URL(address.replace('{lang}', lang ?? '') + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
    }
    return url
  }

  function delayBefore(attempt: number, result: unknown) {
    const { error } = result as { error?: unknown }
    if (error instanceof VendorFailure && error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000
    const full = Math.max(limits.backoffMs, isRealHost ? limits.spacingMs : 0) * 2 ** (attempt - 1)
    return full * (1 - Math.random() / 2)
  }

  async function untilRested(signal: AbortSignal) {
    for (let waitMs = restUntil - Date.now(); waitMs > 0; waitMs = restUntil - Date.now()) {
      if (waitMs > limits.maxWaitMs) throw fail(faultOfLongWait(Math.ceil(waitMs / 1000)))
      await sleep(waitMs, signal)
    }
    if (signal.aborted) throw cancelled(voice)
  }

  function restFor(ms: number) {
    restUntil = Math.max(restUntil, Date.now() + ms)
  }

  return { voice, address, concurrency: limits.concurrency, ask, restFor }
}

type Payment = Reservation & { isSettled: boolean }

/** Whether a vendor may have had the question: not where its host has no address or refused the connection. */
function wasSent(error: VendorFailure) {
  for (let cause: unknown = error.cause, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++) {
    const { code } = cause as { code?: string }
    if (code && neverSent.has(code)) return false
    if (cause instanceof OutboundError && ['blocked', 'bad_url'].includes(cause.kind)) return false
  }
  return true
}

const neverSent = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function getMessage({ headers, json, form }: Pick<VendorRequest<unknown>, 'headers' | 'json' | 'form'>) {
  const accept = { accept: 'application/json', ...headers }
  if (form) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', headers: { ...accept, ...type }, body: new URLSearchParams(form).toString() }
  }
  return json === undefined
    ? { method: 'GET', headers: accept }
    : { method: 'POST', headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(json) }
}

function jsonOrNull(text: string): unknown {
  try {
    return storable(JSON.parse(text))
  } catch {
    return null
  }
}

const getPlainText = (response: Response, text: string) =>
  /^text\/plain\b/i.test(response.headers.get('content-type') ?? '') ? { message: storable(text) } : null

const getHost = (address: string) => URL.parse(address.replace('{lang}', 'en'))?.host
const cut = (text: string, secret: string) => text.replaceAll(secret, '[cut]')

/** Resolves early when the signal aborts. */
function sleep(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}
