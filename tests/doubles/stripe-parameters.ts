import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

/**
 * Judges what is sent to Stripe: unknown parameters, wrong types and values that are none of an enum are refused as Stripe
 * refuses them. By the types of its library, and where STRIPE_OPENAPI names a file with the description itself, by that too.
 */

export type Complaint = { param: string; message: string }
export type JudgeParameters = (call: string, given: Record<string, unknown>) => Complaint | null

const root = path.resolve(import.meta.dirname, '..', '..')
const source = path.join(import.meta.dirname, 'stripe-requests.ts')

export async function createJudge(): Promise<JudgeParameters> {
  const schema = await readOrMakeSchema()
  const judges = new Map<string, ValidateFunction>()
  const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true, verbose: true })
  ajv.addSchema(schema, 'requests')
  for (const call of Object.keys(propertiesOf(schema)))
    judges.set(call, ajv.compile({ $ref: `requests#${pointerTo(call)}` }))
  const byDescription = process.env.STRIPE_OPENAPI ? await readDescription(process.env.STRIPE_OPENAPI) : null
  return (call, given) => {
    const judge = judges.get(call)
    if (!judge) return { param: '', message: `Unrecognized request URL (${call}).` }
    return complain(judge, given) ?? byDescription?.(call, given) ?? null
  }
}

function complain(judge: ValidateFunction, given: Record<string, unknown>): Complaint | null {
  // Coercing changes what it is given.
  if (judge(structuredClone(given))) return null
  // A union complains of each of its branches: what lies deepest says most.
  const [worst] = (judge.errors ?? []).toSorted((a, b) => depth(b.instancePath) - depth(a.instancePath))
  const unknown = (worst?.params as { additionalProperty?: string } | undefined)?.additionalProperty
  const param = `${worst?.instancePath ?? ''}${unknown ? `/${unknown}` : ''}`.slice(1).replaceAll('/', '.')
  return { param, message: unknown ? `Received unknown parameter: ${param}` : `Invalid ${param}: ${worst?.message}` }
}

const depth = (pointer: string) => pointer.split('/').length

type Json = Record<string, unknown>

/** Reading the types takes seconds of work: the schema is kept for as long as library and list stay the same. */
async function readOrMakeSchema(): Promise<Json> {
  const { version } = JSON.parse(await readFile(path.join(root, 'node_modules', 'stripe', 'package.json'), 'utf8'))
  const list = await readFile(source, 'utf8')
  const file = path.join(root, 'node_modules', '.cache', 'earshot', `stripe-parameters-${version}-${hash(list)}.json`)
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return JSON.parse(kept)
  await mkdir(path.dirname(file), { recursive: true })
  // Of this one file and what it imports: the project's own would read everything.
  const tsconfig = path.join(path.dirname(file), 'stripe-parameters.tsconfig.json')
  await writeFile(tsconfig, JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: [], files: [source] }))
  // Only now: it brings a compiler along.
  const { makeSchema } = await import('./stripe-parameter-schema.ts')
  const made = makeSchema(source, tsconfig)
  await writeFile(`${file}.${process.pid}`, JSON.stringify(made))
  await rename(`${file}.${process.pid}`, file)
  return made
}

const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7).toString(36)

const propertiesOf = (schema: Json) => schema.properties as Record<string, Json>
const pointerTo = (call: string) => `/properties/${call.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The parameters of a call in Stripe's OpenAPI description. */
async function readDescription(file: string): Promise<JudgeParameters> {
  const description = JSON.parse(await readFile(file, 'utf8')) as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: Json }> }; parameters?: Json[] }>
    >
    components: Json
  }
  const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true, verbose: true })
  ajv.addSchema({ $id: 'stripe', components: description.components }, 'stripe')
  const templates = Object.keys(description.paths)
  const judges = new Map<string, ValidateFunction>()
  return (call, given) => {
    const known = judges.get(call)
    if (known) return complain(known, given)
    const [method = '', where = ''] = call.split(' ')
    const template = templates.find((each) => each.replace(/\{\w+\}/g, ':id') === where)
    const operation = template ? description.paths[template]?.[method.toLowerCase()] : undefined
    if (!operation) return { param: '', message: `The description knows no ${call}.` }
    const query = (operation.parameters ?? []).filter((each) => each.in === 'query')
    const schema =
      method === 'GET'
        ? {
            type: 'object',
            properties: Object.fromEntries(query.map((each) => [String(each.name), each.schema])),
            additionalProperties: false,
          }
        : (operation.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? { type: 'object' })
    const judge = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"stripe#/components')))
    judges.set(call, judge)
    return complain(judge, given)
  }
}
