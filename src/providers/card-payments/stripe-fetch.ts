import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'

/** Timeout of one Stripe call, its retries included. */
export const patienceMs = 20_000
const answerMaxBytes = 4_000_000

const deadlines = new AsyncLocalStorage<number>()

/**
 * The SDK's way out: through our guard, and never past the deadline of what is being asked. The SDK counts a timeout for
 * each of its tries; people wait for all of them together. It knows no path before its own: one is put there here.
 */
export const fetchWithin = (fetch: OutboundFetch, pathPrefix: string): typeof globalThis.fetch =>
  ((url: string, init: RequestInit) => {
    const left = (deadlines.getStore() ?? Date.now() + patienceMs) - Date.now()
    if (left <= 0) throw new Error('The time for this was over.')
    const { signal, ...request } = init
    const target = new URL(url)
    target.pathname = pathPrefix + target.pathname
    return fetch(target, {
      ...(request as Omit<RequestInit, 'redirect' | 'signal'>),
      ...(signal ? { signal } : {}),
      timeoutMs: left,
      maxBytes: answerMaxBytes,
      redirects: 0,
    })
  }) as typeof globalThis.fetch

/** @throws AppError upstream_failed when it takes longer than 20 s */
export async function withPatience<T>(request: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent()), patienceMs)
    timer.unref()
  })
  try {
    return await Promise.race([deadlines.run(Date.now() + patienceMs, request), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

export const silent = (cause?: Error) =>
  new AppError('upstream_failed', 'Stripe didn’t respond. You weren’t charged. Try again in a moment.', {
    reason: 'payment_provider_not_responding',
    params: { provider: 'Stripe' },
    cause,
  })
