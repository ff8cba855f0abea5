import { BrokenCircuitError, DelegateBackoff, handleWhen, retry } from 'cockatiel'
import PQueue from 'p-queue'
import { type SharedPacing, SourceError, type SourceErrorKind, type SourceId } from '../port.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import {
  cancelled,
  type Fault,
  faultOfLongWait,
  faultOfOpenCircuit,
  VendorFailure,
  type VendorVoice,
} from './vendor-errors.ts'
import { createVendorExchange } from './vendor-exchange.ts'
import { type Payment, reservePayment, wasSent } from './vendor-payment.ts'
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
  /** With the clients of other processes. */
  pacing?: SharedPacing
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
  const { source, label, setting, credentials, refusalAdvice, fetch, log, pacing, onAsk } = options
  const voice: VendorVoice = { source, label, setting, credentials, refusalAdvice }
  const limits = { ...defaultLimits, ...options.limits }
  const address = (options.baseUrl ?? options.vendorUrl ?? '').replace(/\/+$/, '')
  const isRealHost = options.vendorUrl !== null && getHost(address) === getHost(options.vendorUrl)
  /** A source may ask two hosts, each at its own pace. */
  const vendor = `${source} ${getHost(address)}`
  const secrets = (options.secrets ?? []).filter((secret) => secret.length > 0)
  let restUntil = 0
  const exchange = createVendorExchange({ voice, limits, address, fetch, toFailure: fail })

  const queue = new PQueue({
    concurrency: limits.concurrency,
    ...(isRealHost && limits.spacingMs > 0 ? { interval: limits.spacingMs, intervalCap: 1, strict: true } : {}),
  })
  const breaker = createCircuitBreaker(limits, (ms) => {
    log?.warn({ source, ms }, 'A source keeps failing and is paused')
    pacing?.pause(vendor, { openMs: ms })
  })
  const retrying = retry(
    handleWhen((error) => error instanceof VendorFailure && !error.final),
    {
      maxAttempts: limits.retries,
      backoff: new DelegateBackoff(({ attempt, result }) => delayBefore(attempt, result)),
    },
  )

  async function ask<Answer>(request: VendorRequest<Answer>): Promise<Answer> {
    const { signal } = request
    try {
      if (signal.aborted) throw cancelled(voice)
      const answer = await queue.add(
        () => breaker.execute(() => retrying.execute(({ attempt }) => tryOnce(request, attempt), signal)),
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
    if (error instanceof BrokenCircuitError)
      return fail(faultOfOpenCircuit(limits.breakAfter, breaker.getOpenSeconds()))
    throw error
  }

  async function tryOnce<Answer>(request: VendorRequest<Answer>, attempt: number): Promise<Answer> {
    const startedAt = Date.now()
    let payment: Payment | null = null
    try {
      await untilStart(request.signal)
      payment = await reservePayment(request.paid, (err) =>
        log?.warn({ err, source }, 'What a call cost could not be written: its whole price counts'),
      )
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
      const { kind, message, details } = error
      log?.warn({ source, path: request.path, attempt, kind, details, ms: Date.now() - startedAt }, message)
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

  function fail(fault: Fault) {
    return new VendorFailure(voice, { ...fault, what: secrets.reduce(cut, fault.what) })
  }

  function delayBefore(attempt: number, result: unknown) {
    const { error } = result as { error?: unknown }
    if (error instanceof VendorFailure && error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000
    const full = Math.max(limits.backoffMs, isRealHost ? limits.spacingMs : 0) * 2 ** (attempt - 1)
    return full * (1 - Math.random() / 2)
  }

  async function untilRested(signal: AbortSignal) {
    for (let waitMs = restUntil - Date.now(); waitMs > 0 && !signal.aborted; waitMs = restUntil - Date.now()) {
      if (waitMs > limits.maxWaitMs) throw fail(faultOfLongWait(Math.ceil(waitMs / 1000)))
      await sleep(waitMs, signal)
    }
    if (signal.aborted) throw cancelled(voice)
  }

  /** The queue keeps the pace of this process; the others ask the same vendor. */
  async function untilStart(signal: AbortSignal) {
    await untilRested(signal)
    if (!pacing) return
    const { restMs, openMs } = await pacing.untilStart(vendor, isRealHost ? limits.spacingMs : 0, signal)
    if (signal.aborted) throw cancelled(voice)
    if (openMs > 0) {
      breaker.openFor(openMs)
      throw new BrokenCircuitError()
    }
    if (restMs <= 0) return
    restUntil = Math.max(restUntil, Date.now() + restMs)
    await untilStart(signal)
  }

  function restFor(ms: number) {
    restUntil = Math.max(restUntil, Date.now() + ms)
    pacing?.pause(vendor, { restMs: ms })
  }

  return { voice, address, concurrency: limits.concurrency, ask, restFor }
}

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
