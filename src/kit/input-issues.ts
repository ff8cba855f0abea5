import type { z } from 'zod'
import { AppError, type ErrorParams } from './errors.ts'

/** The input as its schema reads it. @throws AppError invalid_input about the first issue. */
export function checkInput<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw toInputError(parsed.error.issues, raw)
  return parsed.data
}

/**
 * The first issue of a schema as an AppError `invalid_input`: one sentence for developers that names the field, and its
 * reason with params for screens. `raw` is the input as sent, to tell a missing field from one of the wrong type.
 */
function toInputError(issues: z.core.$ZodIssue[], raw: unknown): AppError {
  const issue = getDeepest(issues[0]!)
  if (issue.code === 'unrecognized_keys') {
    const field = [...issue.path, issue.keys[0]].join('.')
    return new AppError('invalid_input', `This call has no field ${field}.`, { field, reason: 'unknown_field' })
  }
  const field = issue.path.join('.')
  const value = getValueAt(raw, issue.path)
  if (field && value === undefined)
    return new AppError('invalid_input', `${field} is missing.`, { field, reason: 'missing' })
  const { reason, params } = toReason(issue)
  // Of many, which one.
  if (reason === 'too_long' && issue.path.some((part) => typeof part === 'number'))
    params!.start = String(value).slice(0, 60)
  return new AppError('invalid_input', toSentence(issue, field), { field: field || undefined, reason, params })
}

/** The issue's reason in machine words, with the limits a sentence about it needs. */
export function toReason(issue: z.core.$ZodIssue): { reason: string; params?: ErrorParams } {
  switch (issue.code) {
    case 'too_big':
      return { reason: tooBig[issue.origin] ?? 'above_maximum', params: { max: Number(issue.maximum) } }
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin in tooSmall
        ? { reason: 'missing' }
        : { reason: tooSmall[issue.origin] ?? 'below_minimum', params: { min: Number(issue.minimum) } }
    case 'invalid_format':
      return { reason: ['email', 'url', 'uuid'].includes(issue.format) ? `invalid_${issue.format}` : 'invalid_format' }
    case 'invalid_value':
      return { reason: 'not_an_option', params: { options: issue.values.map(String) } }
    case 'custom': {
      const { reason, ...params } = (issue.params ?? {}) as ErrorParams & { reason?: string }
      return { reason: reason ?? 'invalid', ...(Object.keys(params).length ? { params } : {}) }
    }
    default:
      return { reason: 'invalid' }
  }
}

const tooBig: Record<string, string> = { string: 'too_long', array: 'too_many', set: 'too_many' }
const tooSmall: Record<string, string> = { string: 'too_short', array: 'too_few', set: 'too_few' }

function toSentence(issue: z.core.$ZodIssue, field: string): string {
  const last = String(issue.path.at(-1))
  // A field inside an object knows only its own name.
  if (issue.path.length > 1 && issue.message.startsWith(`${last} `)) return field + issue.message.slice(last.length)
  const namesField = issue.path.some((part) => typeof part === 'string' && issue.message.startsWith(part))
  return namesField ? issue.message : `${field || 'The body'}: ${issue.message.replace(/\.?$/, '.')}`
}

function getValueAt(raw: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], raw)
}

/** A union complains of every branch: the one that got furthest says most. */
function getDeepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const branches = issue.errors.map((errors) => errors[0]).filter((first) => first !== undefined)
  const best = branches.sort((a, b) => b.path.length - a.path.length)[0]
  return best ? getDeepest({ ...best, path: [...issue.path, ...best.path] }) : issue
}
