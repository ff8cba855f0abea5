import { getFields } from '#kit/endpoint-facts.ts'
import { AppError } from '#kit/errors.ts'
import type { Caller } from './caller.ts'
import { type Tool, waitSeconds } from './rules/tools.ts'
import { hiddenFields, isOfWorkspace, maxFileBytes } from './tool-schemas.ts'

type Fields = Record<string, unknown>

export type ToolInput = {
  /** Fields of the call itself. */
  input: Fields
  idempotencyKey: string | undefined
  waitSeconds: number
  confirmed: boolean
  maxCostUsd: number | undefined
}

/**
 * Separates the fields that only tools have from those of the call, which the API validates.
 * @throws AppError invalid_input
 */
export function readToolInput(tool: Tool, given: Fields, { workspace }: Caller): ToolInput {
  for (const name of hiddenFields(tool))
    if (name in given)
      throw invalid(name, `This tool has no field ${name}. The key belongs to one workspace.`, 'unknown_field')
  const { idempotency_key, wait_seconds = waitSeconds.default, confirm, ...rest } = given
  if (idempotency_key !== undefined && (typeof idempotency_key !== 'string' || !tool.endpoint.idempotent))
    throw invalid(
      'idempotency_key',
      'idempotency_key must be text, and only tools that create something or use credits accept one.',
      'invalid',
    )
  if (typeof wait_seconds !== 'number' || !(wait_seconds >= 0 && wait_seconds <= waitSeconds.max))
    throw new AppError('invalid_input', `wait_seconds must be a number from 0 to ${waitSeconds.max}.`, {
      field: 'wait_seconds',
      reason: 'out_of_range',
      params: { min: 0, max: waitSeconds.max },
    })
  if (confirm !== undefined && typeof confirm !== 'boolean')
    throw invalid('confirm', 'confirm must be true or false.', 'invalid')
  const { max_cost_usd, ...own } = rest
  if (max_cost_usd !== undefined && (!tool.costLimit || typeof max_cost_usd !== 'number' || !(max_cost_usd >= 0)))
    throw invalid(
      'max_cost_usd',
      tool.costLimit
        ? 'max_cost_usd must be a number from 0.'
        : 'The price of this tool isn’t known before it runs. Use confirm instead of max_cost_usd.',
      'invalid',
    )
  return {
    input: {
      ...withFiles(tool, own),
      ...(isOfWorkspace(tool.endpoint) ? { workspace_id: workspace.workspaceId } : {}),
    },
    idempotencyKey: idempotency_key,
    waitSeconds: wait_seconds,
    confirmed: confirm === true,
    maxCostUsd: max_cost_usd as number | undefined,
  }
}

/** Files come as `{name, text}` or `{name, base64}`. */
function withFiles({ endpoint }: Tool, input: Fields): Fields {
  if (endpoint.body !== 'multipart') return input
  const isFileField = (name: string) => getFields(endpoint.input)[name]?.safeParse(new File([''], 'a')).success ?? false
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, isFileField(name) ? toFile(name, value) : value]),
  )
}

function toFile(field: string, value: unknown): File {
  const { name, text, base64 } = (typeof value === 'object' && value !== null ? value : {}) as Fields
  const content = typeof text === 'string' ? text : typeof base64 === 'string' ? Buffer.from(base64, 'base64') : null
  if (typeof name !== 'string' || name === '' || content === null)
    throw invalid(field, `${field} must be an object with name, and text or base64.`, 'invalid_file')
  if (content.length > maxFileBytes)
    throw new AppError('too_large', 'The file is too large for an assistant. Upload it in the app or over HTTP.', {
      field,
      reason: 'file_too_large',
    })
  return new File([content as BlobPart], name)
}

const invalid = (field: string, message: string, reason: string) =>
  new AppError('invalid_input', message, { field, reason })
