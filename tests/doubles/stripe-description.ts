import { readFile } from 'node:fs/promises'
import { Ajv, type ValidateFunction } from 'ajv'
import { type Complaint, complain, type JudgeParameters } from './stripe-validation.ts'

/**
 * Rules in Stripe's OpenAPI description beyond its library's types, and the description itself if there is a file with
 * it.
 */

type Json = Record<string, unknown>
type Operation = { requestBody?: { content: Record<string, { schema: Json }> }; parameters?: Json[] }
type Description = { paths: Record<string, Record<string, Operation>>; components: Json }

/** `maxLength` of our parameters, in characters, where it is shorter than the usual 5,000. */
const longest: Record<string, Record<string, number>> = {
  'POST /v1/customers': { email: 512, name: 256 },
  'POST /v1/checkout/sessions': { client_reference_id: 200 },
  'POST /v1/prices': { lookup_key: 200 },
}

export function tooLong(call: string, given: Record<string, unknown>): Complaint | null {
  for (const [param, most] of Object.entries(longest[call] ?? {}))
    if (String(given[param] ?? '').length > most)
      return { param, message: `Invalid ${param}: at most ${most} characters` }
  return null
}

const formats = {
  currency: /^[a-z]{3}$/,
  decimal: /^-?\d+(\.\d{1,12})?$/,
  'unix-time': { type: 'number', validate: Number.isInteger },
} as const

/**
 * Validates with a file of the description: `openapi/spec3.json` or `latest/openapi.spec3.json` of Stripe's repository.
 */
export async function readDescription(file: string): Promise<JudgeParameters> {
  const description = JSON.parse(await readFile(file, 'utf8')) as Description
  const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true, verbose: true, formats })
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
    const schema = method === 'GET' ? getQuery(operation) : toBody(operation)
    const judge = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"stripe#/components')))
    judges.set(call, judge)
    return complain(judge, given)
  }
}

const toBody = ({ requestBody }: Operation): Json =>
  requestBody?.content['application/x-www-form-urlencoded']?.schema ?? { type: 'object' }

function getQuery({ parameters = [] }: Operation): Json {
  const query = parameters.filter((each) => each.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(query.map((each) => [String(each.name), each.schema])),
    required: query.filter((each) => each.required).map((each) => String(each.name)),
    additionalProperties: false,
  }
}
