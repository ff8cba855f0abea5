import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { readDescription, tooLong } from './stripe-description.ts'
import { complain, type JudgeParameters } from './stripe-validation.ts'

/**
 * Validates requests to Stripe: rejects unknown parameters, wrong types and undocumented enum values like Stripe does.
 * Uses the types of Stripe's library, and the description if STRIPE_OPENAPI names a file with it.
 */

const root = path.resolve(import.meta.dirname, '..', '..')
const source = path.join(import.meta.dirname, 'stripe-requests.ts')

export async function createJudge(): Promise<JudgeParameters> {
  const schema = await readOrMakeSchema()
  const judges = new Map<string, ValidateFunction>()
  const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true, verbose: true })
  ajv.addSchema(schema, 'requests')
  for (const call of Object.keys(getProperties(schema)))
    judges.set(call, ajv.compile({ $ref: `requests#${pointerTo(call)}` }))
  const byDescription = process.env.STRIPE_OPENAPI ? await readDescription(process.env.STRIPE_OPENAPI) : null
  return (call, given) => {
    const judge = judges.get(call)
    if (!judge) return { param: '', message: `Unrecognized request URL (${call}).` }
    return complain(judge, given) ?? tooLong(call, given) ?? byDescription?.(call, given) ?? null
  }
}

type Json = Record<string, unknown>

/** Reading the types takes seconds, so the schema is cached until the library or the list changes. */
async function readOrMakeSchema(): Promise<Json> {
  const { version } = JSON.parse(await readFile(path.join(root, 'node_modules', 'stripe', 'package.json'), 'utf8'))
  const list = await readFile(source, 'utf8')
  const file = path.join(root, 'node_modules', '.cache', 'earshot', `stripe-parameters-${version}-${hash(list)}.json`)
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return JSON.parse(kept)
  await mkdir(path.dirname(file), { recursive: true })
  // Compiles only this file and its imports, because the project's own configuration would include everything.
  const tsconfig = path.join(path.dirname(file), 'stripe-parameters.tsconfig.json')
  await writeFile(tsconfig, JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: [], files: [source] }))
  // Imported here because it loads a compiler.
  const { makeSchema } = await import('./stripe-parameter-schema.ts')
  const made = makeSchema(source, tsconfig)
  await writeFile(`${file}.${process.pid}`, JSON.stringify(made))
  await rename(`${file}.${process.pid}`, file)
  return made
}

const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7).toString(36)

const getProperties = (schema: Json) => schema.properties as Record<string, Json>
const pointerTo = (call: string) => `/properties/${call.replaceAll('~', '~0').replaceAll('/', '~1')}`
