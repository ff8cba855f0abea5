import type { Endpoint } from '../../src/kit/endpoint.ts'
import { getFields } from '../../src/kit/endpoint-facts.ts'
import { createSchemas, type Schemas } from '../../src/platform/openapi/openapi-schemas.ts'
import { comment, toKey, toType } from './types.ts'

type Json = { [name: string]: unknown }

/** `POST /reports/new` is `reports.new`; names in the path are left out. */
const toWords = ({ path }: Endpoint) => path.split('/').filter((word) => word && !word.startsWith(':'))

/** The table that the runtime makes its functions from. */
export function writeCalls(endpoints: Endpoint[]): string {
  const lines = endpoints.map((endpoint) =>
    JSON.stringify({
      name: toWords(endpoint),
      method: endpoint.method,
      path: endpoint.path.replace(/:(\w+)/g, '{$1}'),
      kind: endpoint.kind,
      multipart: endpoint.body === 'multipart',
      workspace: 'workspace_id' in getFields(endpoint.input),
    }),
  )
  return `export const calls = [\n  ${lines.join(',\n  ')},\n]\n`
}

export function writeTypes(endpoints: Endpoint[]): string {
  const schemas = createSchemas()
  const tree: Tree = { call: null, inner: new Map() }
  for (const endpoint of endpoints) {
    let node = tree
    for (const word of toWords(endpoint)) {
      if (!node.inner.has(word)) node.inner.set(word, { call: null, inner: new Map() })
      node = node.inner.get(word)!
    }
    if (node.call) throw new Error(`${endpoint.path} has the same name as ${node.call.path}`)
    node.call = endpoint
  }
  const client = writeTree(tree, schemas, '')
  const shapes = Object.entries(schemas.components).map(
    ([name, schema]) => `export type ${name} = ${toType(schema as Json)}\n`,
  )
  return `${head}\n${shapes.join('\n')}\nexport type Earshot = ${client}\n`
}

type Tree = { call: Endpoint | null; inner: Map<string, Tree> }

/** A call is a function. One whose path goes on in other calls has them as properties. */
function writeTree({ call, inner }: Tree, schemas: Schemas, indent: string): string {
  const own = call ? writeCall(call, schemas, indent) : null
  if (inner.size === 0) return own!
  const deeper = `${indent}  `
  const members = [...inner].map(
    ([word, node]) =>
      `${comment(node.call?.summary, deeper)}${deeper}${toKey(word)}: ${writeTree(node, schemas, deeper)}`,
  )
  const object = `{\n${members.join('\n')}\n${indent}}`
  return own ? `(${own}) & ${object}` : object
}

function writeCall(endpoint: Endpoint, schemas: Schemas, indent: string): string {
  const input = schemas.of(endpoint.input, 'input') as Json
  const required = ((input.required as string[] | undefined) ?? []).filter((name) => name !== 'workspace_id')
  const given = toType({ ...input, required }, indent)
  const parameter = required.length > 0 ? 'input' : 'input?'
  return `(${parameter}: ${given}, options?: CallOptions) => ${writeResult(endpoint, schemas, indent)}`
}

function writeResult(endpoint: Endpoint, schemas: Schemas, indent: string): string {
  if (endpoint.kind === 'file') return 'Promise<Response>'
  const output = schemas.of(endpoint.output, 'output') as Json
  if (endpoint.kind === 'json') return `Promise<${toType(output, indent)}>`
  const events = Object.entries((output.properties ?? {}) as Record<string, Json>)
    .filter(([name]) => name !== 'error')
    .map(([name, data]) => `{ event: ${JSON.stringify(name)}; data: ${toType(data, indent)} }`)
  return `AsyncGenerator<${events.join(' | ')}, void, void>`
}

const head = `/** Made from the contracts of the server. */

export type ClientSettings = {
  /** Address of the server, such as https://seo.example.com. */
  url: string
  /** An API key: ek_… */
  key: string
  /** Sent as workspace_id by calls that don't name one. A key belongs to one workspace. */
  workspaceId?: string
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /** For 24 hours, the same key and input get the first answer again. */
  idempotencyKey?: string
}

/** A failed call. */
export class EarshotError extends Error {
  status: number
  code: string
  field: string | null
  reason: string | null
  retryable: boolean
  details: Record<string, unknown> | null
  requestId: string | null
  /** Seconds to wait, if the server said so. */
  retryAfter: number | null
}

export function createClient(settings: ClientSettings): Earshot
`
