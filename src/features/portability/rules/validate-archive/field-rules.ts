import { z } from 'zod'
import { isShallow } from '#features/analytics/contract.ts'
import { failure } from '#kit/fields.ts'

export const short = (max = 500) => z.string().max(max)
export const long = (max = 2_000_000) => z.string().max(max)
/** A 32-bit integer from 0. */
export const count = z.int().min(0).max(2_147_483_647)
export const money = z.number().min(0).max(1e12)
export const figure = z.number().min(-1e15).max(1e15)

/**
 * Allows http, https and relative URLs. Other schemes, such as javascript:, are XSS risks; so are control characters, which browsers
 * ignore in schemes.
 */
export const isSafeUrl = (url: string) =>
  !/\p{Cc}/u.test(url) && (!/^\s*[a-z][a-z0-9+.-]*:/i.test(url) || /^https?:\/\//i.test(url))
export const url = z.string().max(8000).refine(isSafeUrl, 'links to something that isn’t a web page')

/** JSON of any shape, with limited nesting and only safe URLs. */
export const loose = z
  .unknown()
  .refine((value) => isShallow(value, 12), 'is nested too deep')
  .refine((value) => everyUrl(value, isSafeUrl), 'links to something that isn’t a web page')
export const shaped = <T extends z.ZodType>(schema: T) =>
  loose.refine((value) => schema.safeParse(value).success, 'has an unexpected structure')

const addressFields = new Set(['url', 'urls', 'href', 'link', 'address', 'canonical', 'cover'])

function everyUrl(value: unknown, passes: (url: string) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((each) => everyUrl(each, passes))
  return Object.entries(value).every(([name, each]) =>
    addressFields.has(name) && typeof each === 'string' ? passes(each) : everyUrl(each, passes),
  )
}

/** Why something failed. Screens fill its params into sentences, so they are short. */
export const storedFailure = shaped(
  failure
    .extend({ field: short(200).optional(), reason: short(100).optional() })
    .strict()
    .nullable(),
).refine((value) => JSON.stringify(value ?? null).length <= 4000, 'is too long')
