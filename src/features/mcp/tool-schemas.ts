import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Endpoint } from '#kit/endpoint.ts'
import { createSchemas, type Json } from '#platform/openapi/openapi-schemas.ts'
import { getToolDescription, getToolTitle } from './rules/describe-tool.ts'
import { type Tool, waitSeconds } from './rules/tools.ts'

/** Largest file in a tool's arguments or result, in bytes. The rest goes over HTTP. */
export const maxFileBytes = 2_500_000

/** Describes tools in JSON Schema, from the contracts. */
export function createToolSchemas() {
  const schemas = createSchemas()
  const made = new Map<string, ListedTool>()

  return (tool: Tool): ListedTool => {
    const known = made.get(tool.name)
    if (known) return known
    const schema = withoutReferences(schemas.of(tool.endpoint.input, 'input'), schemas.components) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !hiddenFields(tool).has(name))
    const title = getToolTitle(tool)
    const listed: ListedTool = {
      name: tool.name,
      title,
      description: getToolDescription(tool),
      inputSchema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(properties.map(([name, field]) => [name, isFile(field) ? toFileSchema(field) : field])),
          ...extraFields(tool),
        } as ListedTool['inputSchema']['properties'],
        required: (schema.required ?? []).filter((name) => !hiddenFields(tool).has(name)),
        additionalProperties: false,
      },
      annotations: {
        title,
        readOnlyHint: tool.effect === 'read',
        destructiveHint: tool.effect === 'delete',
        idempotentHint: tool.effect === 'read',
        openWorldHint: tool.spends,
      },
      // MCP has no annotation for spending.
      _meta: { 'earshot/spends': tool.spends, 'earshot/scope': tool.scope },
    }
    made.set(tool.name, listed)
    return listed
  }
}

/** Fields that assistants can't set. The workspace always comes from the key. */
export const hiddenFields = ({ endpoint }: Tool) => new Set(isOfWorkspace(endpoint) ? ['workspace_id'] : [])

export const isOfWorkspace = ({ access }: Endpoint) => access.kind === 'workspace' && access.by === 'workspace_id'

/** Whether a tool waits for events: of a new report, or of a stream of progress. */
export const canWait = ({ endpoint }: Tool) =>
  endpoint.path === '/reports/new' || (endpoint.kind === 'events' && endpoint.method === 'GET')

const isFile = (field: Json) => field.contentMediaType === 'application/octet-stream'

const toFileSchema = ({ description }: Json): Json => ({
  type: 'object',
  description,
  properties: {
    name: { type: 'string', description: 'Name of the file, with its ending.' },
    text: { type: 'string', description: 'What is in the file, if it’s text.' },
    base64: { type: 'string', description: 'What is in the file, as base64. Up to 2.5 MB.' },
  },
  required: ['name'],
  additionalProperties: false,
})

/** Many clients don't resolve references, so the shapes are written where they are used. */
function withoutReferences(schema: unknown, components: Record<string, Json>, depth = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutReferences(each, components, depth))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...own } = schema as Json
  if (typeof $ref === 'string') {
    // A shape that contains itself would never end.
    const shape = depth < 6 ? components[$ref.split('/').at(-1)!] : {}
    return withoutReferences({ ...shape, ...own }, components, depth + 1)
  }
  return Object.fromEntries(
    Object.entries(own).map(([name, each]) => [name, withoutReferences(each, components, depth)]),
  )
}

function extraFields(tool: Tool): Record<string, Json> {
  const { endpoint, spends, costLimit } = tool
  const wait = {
    type: 'number',
    minimum: 0,
    maximum: waitSeconds.max,
    default: waitSeconds.default,
    description: 'How long to wait, in seconds. What runs goes on afterwards. 0: don’t wait.',
  }
  const confirm = { type: 'boolean', description: 'true: the user has agreed that this uses credits or money.' }
  const limit = {
    type: 'number',
    minimum: 0,
    description:
      costLimit === 'budget_usd'
        ? 'The most this may cost, in US dollars: sets budget_usd.'
        : 'The most this may cost in fees of paid sources, in US dollars. Above that nothing is done.',
  }
  const key = {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'For safe retries: the same key and fields within 24 hours return the first result and use no credits.',
  }
  return {
    ...(canWait(tool) ? { wait_seconds: wait } : {}),
    ...(spends ? { confirm } : {}),
    ...(costLimit && costLimit !== 'max_cost_usd' ? { max_cost_usd: limit } : {}),
    ...(endpoint.idempotent ? { idempotency_key: key } : {}),
  }
}
