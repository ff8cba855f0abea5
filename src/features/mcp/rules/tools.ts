import { type Effect, type Endpoint, type Role, roleAtLeast, type Scope } from '#kit/endpoint.ts'
import { getEffect, getFields, getOperationId, isSpending } from '#kit/endpoint-facts.ts'

/**
 * MCP tools: every call of the public API that an API key can make is one. Each tool makes its call with the assistant's own key,
 * so the API alone decides roles, scopes, limits and messages.
 */

export type Tool = {
  /** The call's operationId in OpenAPI. */
  name: string
  endpoint: Endpoint
  role: Role
  scope: Scope
  effect: Effect
  /** Whether it may use credits or money, so that it needs `confirm` or `max_cost_usd`. */
  spends: boolean
  /** How `max_cost_usd` is kept: by the call's own field, or by asking for the price first. Null: the price isn't known before. */
  costLimit: 'max_cost_usd' | 'budget_usd' | 'dry_run' | null
}

/** All tools: the calls with an API scope. */
export const getTools = (endpoints: Endpoint[]): Tool[] => endpoints.flatMap((endpoint) => toTool(endpoint) ?? [])

function toTool(endpoint: Endpoint): Tool | null {
  const { access } = endpoint
  if (access.kind !== 'workspace' || access.scope === null) return null
  const spends = isSpending(endpoint)
  const fields = getFields(endpoint.input)
  const costLimit = (['max_cost_usd', 'budget_usd', 'dry_run'] as const).find((name) => name in fields) ?? null
  return {
    name: getOperationId(endpoint),
    endpoint,
    role: access.role,
    scope: access.scope,
    effect: getEffect(endpoint),
    spends,
    costLimit: spends ? costLimit : null,
  }
}

/** The tools a key can use with its scopes and its creator's role. */
export const toolsFor = (tools: Tool[], role: Role, scopes: readonly Scope[]) =>
  tools.filter((tool) => scopes.includes(tool.scope) && roleAtLeast(role, tool.role))

/** Seconds to wait for a report, or to read a stream of progress. Many assistants time out after one minute. */
export const waitSeconds = { default: 50, max: 600 }
