import type { z } from 'zod'
import type { Effect, Endpoint } from './endpoint.ts'

/** What OpenAPI, assistants' tools and the client package tell about a call, read from its contract. */

/** The call's name in OpenAPI, among assistants' tools and in the client package's types: `post_reports_new`. */
export const getOperationId = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('_')

/** Last words of paths whose calls take something away, or out of the public. */
const deleting = /(delete|remove|unpublish|unshare|cancel|disconnect|revoke|undo)$/

/** What a call does. Those that viewers may make, and those a scope of reading allows, change nothing. */
export function getEffect({ effect, method, path, access }: Endpoint): Effect {
  if (effect) return effect
  const isRead = access.kind === 'workspace' && (access.role === 'viewer' || access.scope?.endsWith(':read'))
  if (method === 'GET' || isRead) return 'read'
  return deleting.test(path) ? 'delete' : 'write'
}

const spendingFields = ['dry_run', 'budget_usd', 'max_cost_usd']

/**
 * Whether a call may use credits or money, unless its contract says so itself: streams that write text do, and what has a field that
 * estimates or limits the cost.
 */
export function isSpending(endpoint: Endpoint): boolean {
  if (endpoint.spends !== null) return endpoint.spends
  const fields = getFields(endpoint.input)
  if (endpoint.kind === 'events' && endpoint.method === 'POST') return true
  return getEffect(endpoint) !== 'read' && spendingFields.some((name) => name in fields)
}

/** The fields of an input, by name. */
export const getFields = (input: z.ZodType): Record<string, z.ZodType> =>
  (input._zod.def as { shape?: Record<string, z.ZodType> }).shape ?? {}
