import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import { storable } from '#platform/sanitize-text.ts'
import { SourceError } from '../port.ts'
import { BodyTooLarge, getRetryAfter, looksLikePage, readBody, vendorWords } from './vendor-body.ts'
import {
  brokenOff,
  cancelled,
  type Fault,
  faultOfNetwork,
  faultOfPage,
  faultOfStatus,
  faultOfTimeout,
  tooLarge,
  unknownShape,
  type VendorFailure,
  type VendorVoice,
} from './vendor-errors.ts'
import type { Payment } from './vendor-payment.ts'
import type { VendorFetch, VendorLimits, VendorRequest } from './vendor-request.ts'

export type VendorExchangeOptions = {
  voice: VendorVoice
  limits: Pick<VendorLimits, 'timeoutMs' | 'maxBytes'>
  /** May hold `{lang}`. */
  address: string
  fetch: VendorFetch
  toFailure(fault: Fault): VendorFailure
}

/** Sends one request to a vendor and reads its answer, within the time and size allowed. @throws SourceError */
export function createVendorExchange({ voice, limits, address, fetch, toFailure }: VendorExchangeOptions) {
  const timed = timeout(limits.timeoutMs, TimeoutStrategy.Aggressive)
  return exchange

  async function exchange<Answer>(request: VendorRequest<Answer>, payment: Payment | null): Promise<Answer> {
    const url = getUrl(address, request)
    try {
      return await timed.execute(
        // The signal is looked at here: cockatiel aborts it on the way out whatever happened.
        ({ signal }) =>
          converse(url, request, signal, payment).catch((error) => Promise.reject(explain(error, url, signal))),
        request.signal,
      )
    } catch (error) {
      if (request.signal.aborted) throw cancelled(voice)
      if (error instanceof TaskCancelledError) throw toFailure(faultOfTimeout(limits.timeoutMs))
      throw error
    }
  }

  function explain(error: unknown, url: URL, signal: AbortSignal): SourceError {
    if (error instanceof SourceError) return error
    if (error instanceof BodyTooLarge) return toFailure(tooLarge(limits.maxBytes))
    return toFailure(signal.aborted ? faultOfTimeout(limits.timeoutMs) : faultOfNetwork(voice, error, url.hostname))
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
      throw toFailure(getRefusal(response, text, request))
    }
    const body = parseBody(text, request)
    if (payment) await payment.settle(request.paid?.getCost?.(body) ?? request.paid?.call.usd ?? 0)
    const fault = request.check?.(body)
    if (fault) throw toFailure(fault)
    try {
      return request.read(body)
    } catch (error) {
      throw toFailure(unknownShape(error))
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
      throw toFailure(looksLikePage(text) ? faultOfPage(voice, text) : brokenOff)
    }
  }
}

function getUrl(address: string, { path, lang, query = {} }: Pick<VendorRequest<unknown>, 'path' | 'lang' | 'query'>) {
  const url = new URL(address.replace('{lang}', lang ?? '') + path)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

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
