import type { AskedOrder } from './use-order.ts'

/** What an address asks about: our own reference first, as Stripe's session is ours only when it was begun here. */
export function askedOrder(request: Request): AskedOrder | null {
  const asked = new URL(request.url).searchParams
  const [reference, session] = [asked.get('reference'), asked.get('session_id')]
  if (reference) return { reference }
  return session ? { session_id: session } : null
}
