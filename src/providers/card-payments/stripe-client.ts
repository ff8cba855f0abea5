import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { CardAccountId } from './port.ts'
import { fetchWithin, patienceMs, silent, withPatience } from './stripe-fetch.ts'

/** The version of Stripe's API that the shapes here are of. It changes together with the SDK, whose types are of it too. */
const apiVersion = '2026-10-28.endive'
const retries = 2
const require = createRequire(import.meta.url)
const params = { provider: 'Stripe' }

export type StripeSettings = {
  id: CardAccountId
  secretKey: string | undefined
  webhookSecret: string | undefined
  /** In place of Stripe's own host. */
  apiBase: string | undefined
  fetch: OutboundFetch
}

export type StripeClient = ReturnType<typeof createStripeClient>

/** Stripe's SDK behind our guard, with its errors as AppErrors. */
export function createStripeClient({ id, secretKey, webhookSecret, apiBase, fetch }: StripeSettings) {
  const variable = id === 'stripe' ? 'STRIPE' : 'STRIPE_AE'
  let sdk: Stripe | undefined

  return {
    /** Settings that are missing, by name. */
    missing: [secretKey ? null : `${variable}_SECRET_KEY`, webhookSecret ? null : `${variable}_WEBHOOK_SECRET`].filter(
      (name) => name !== null,
    ),
    load,
    ask,

    /** Null when Stripe doesn't know the object. */
    askMaybe<T>(question: (stripe: Stripe) => Promise<T>): Promise<T | null> {
      return ask((stripe) => question(stripe).catch((error) => (isMissing(error) ? null : Promise.reject(error))))
    },
  }

  /** The SDK takes 20 MB of memory, which a server that sells nothing doesn't need. */
  function load(): Stripe {
    const Sdk = require('stripe') as typeof Stripe
    sdk ??= new Sdk(secretKey ?? 'not_set', {
      apiVersion,
      httpClient: Sdk.createFetchHttpClient(
        fetchWithin(fetch, apiBase ? new URL(apiBase).pathname.replace(/\/+$/, '') : ''),
      ),
      maxNetworkRetries: retries,
      timeout: patienceMs,
      telemetry: false,
      ...(apiBase ? getHost(apiBase) : {}),
    })
    return sdk
  }

  /** @throws AppError upstream_failed, without anything of the request in it */
  async function ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!secretKey)
      throw new AppError('unavailable', `${variable}_SECRET_KEY isn’t set.`, {
        reason: 'payment_provider_not_set_up',
        params,
        retryable: false,
      })
    const stripe = load()
    try {
      return await withPatience(() => question(stripe))
    } catch (error) {
      throw explain(error)
    }
  }

  function explain(error: unknown): unknown {
    if (!isStripeError(error)) return error
    // Its own error names headers and, in some messages, the key: of it goes on what helps to find the failure.
    const parts = [error.type, error.code, error.param, error.requestId, withoutKeys(error.message)].filter(Boolean)
    const cause = new Error(parts.join(' · '))
    if (error.type === 'StripeConnectionError') return silent(cause)
    if (error.statusCode === 401 || error.statusCode === 403)
      return new AppError(
        'upstream_failed',
        `Stripe rejected this installation’s credentials. Check ${variable}_SECRET_KEY.`,
        { reason: 'payment_provider_credentials', params, retryable: false, cause },
      )
    const retryable = error.statusCode === undefined || error.statusCode === 429 || error.statusCode >= 500
    return new AppError(
      'upstream_failed',
      retryable
        ? 'Stripe couldn’t process this. You weren’t charged. Try again in a moment.'
        : 'Stripe rejected this. You weren’t charged. The reason is in the server’s log.',
      { reason: retryable ? 'payment_provider_failed' : 'payment_provider_rejected', params, retryable, cause },
    )
  }

  function withoutKeys(text: string) {
    return [secretKey, webhookSecret].reduce<string>((left, key) => (key ? left.replaceAll(key, '…') : left), text)
  }
}

/** An idempotency key by content: the same request within a day is carried out once. */
export const once = (what: string, params: object) => ({
  idempotencyKey: `earshot-${what}-${createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 32)}`,
})

export const toId = (from: string | { id: string }) => (typeof from === 'string' ? from : from.id)

/** By the type that each of the SDK's errors has, without its classes. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && /^Stripe[A-Z]/.test(String(error.type))

export const isInvalidRequest = (error: unknown) => isStripeError(error) && error.type === 'StripeInvalidRequestError'

const isMissing = (error: unknown) =>
  isInvalidRequest(error) && (error as { code?: string }).code === 'resource_missing'

function getHost(base: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const { protocol, hostname, port } = new URL(base)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: Number(port || (scheme === 'http' ? 80 : 443)) }
}
