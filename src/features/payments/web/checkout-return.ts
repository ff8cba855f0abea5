import type { OrderRef } from './use-order.ts'

/** What an address asks about: our own reference first, as Stripe's session is ours only when it was begun here. */
export function readOrderRef(request: Request): OrderRef | null {
  const params = new URL(request.url).searchParams
  const [reference, session] = [params.get('reference'), params.get('session_id')]
  if (reference) return { reference }
  return session ? { session_id: session } : null
}
