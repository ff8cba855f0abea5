import type { OrderRef } from './use-order.ts'

/** The order a return URL names: by our reference, else by Stripe's session id. */
export function readOrderRef(request: Request): OrderRef | null {
  const params = new URL(request.url).searchParams
  const [reference, session] = [params.get('reference'), params.get('session_id')]
  if (reference) return { reference }
  return session ? { session_id: session } : null
}
