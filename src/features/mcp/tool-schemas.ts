import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Endpoint } from '#kit/endpoint.ts'
import { createSchemas, type FieldNote, type Json } from '#platform/openapi-schemas.ts'
import { type Tool, waitSeconds } from './tools.ts'

/** Describes tools in JSON Schema, from the contracts and the API's field descriptions. */
export function createToolSchemas(fields: Record<string, FieldNote>) {
  const schemas = createSchemas({ shapes: {}, fields })
  const made = new Map<string, ListedTool>()

  return (tool: Tool): ListedTool => {
    const known = made.get(tool.name)
    if (known) return known
    const { properties, required } = schemas.of(tool.endpoint.input, 'input') as {
      properties: Record<string, Json>
      required?: string[]
    }
    const hidden = hiddenFields(tool)
    const listed: ListedTool = {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(Object.entries(properties).filter(([name]) => !hidden.has(name))),
          ...extraFields(tool),
        } as ListedTool['inputSchema']['properties'],
        required: (required ?? []).filter((name) => !hidden.has(name)),
        additionalProperties: false,
      },
      annotations: {
        title: tool.title,
        readOnlyHint: tool.readOnly,
        destructiveHint: false,
        openWorldHint: tool.spends !== undefined,
      },
    }
    made.set(tool.name, listed)
    return listed
  }
}

/** Fields that assistants can't set. The workspace always comes from the key. */
export const hiddenFields = ({ endpoint, without }: Tool) =>
  new Set([...(isOfWorkspace(endpoint) ? ['workspace_id'] : []), ...(without ?? [])])

export const isOfWorkspace = ({ access }: Endpoint) => access.kind === 'workspace' && access.by === 'workspace_id'

function extraFields({ endpoint, follow }: Tool): Record<string, Json> {
  return {
    ...(follow === 'report'
      ? {
          wait_seconds: {
            type: 'integer',
            minimum: 0,
            maximum: waitSeconds.max,
            default: waitSeconds.default,
            description: 'How long to wait for the report. It keeps running afterwards. 0: don’t wait.',
          },
        }
      : {}),
    ...(endpoint.idempotent
      ? {
          idempotency_key: {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            description:
              'For safe retries: the same key and fields within 24 hours return the first result and use no units.',
          },
        }
      : {}),
  }
}
