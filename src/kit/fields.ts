import { z } from 'zod'

/** Field schemas every contract shares. Their messages are whole sentences that name the field. */

export const id = (field = '_id') => z.uuid(`${field} is not a valid id.`)

export const text = (field: string, max: number, min = 1) =>
  z
    .string(`${field} must be text.`)
    .trim()
    .min(min, min === 1 ? `${field} is missing.` : `${field} needs at least ${min} characters.`)
    .max(max, `${field} may have at most ${max.toLocaleString('en')} characters.`)

export const country = z
  .string('country must be text.')
  .regex(/^[A-Za-z]{2}$/, 'country must be a two-letter country code such as "US".')
  .transform((code) => code.toUpperCase())

export const language = z
  .string('language must be text.')
  .max(35, 'language must be a language tag such as "en" or "pt-BR".')
  .refine(isLanguageTag, 'language must be a language tag such as "en" or "pt-BR".')

function isLanguageTag(tag: string) {
  try {
    return tag.length > 1 && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const email = z
  .string('email must be text.')
  .trim()
  .toLowerCase()
  .max(254, 'email may have at most 254 characters.')
  .pipe(z.email('email must be an address such as name@example.com.'))

export const timestamp = z.string()

export const page = z.coerce
  .number('page must be a number.')
  .int('page must be a whole number.')
  .min(1, 'page starts at 1.')
  .max(1_000_000, 'page is too large.')
  .default(1)
export const limit = z.coerce
  .number('limit must be a number.')
  .int('limit must be a whole number.')
  .min(1, 'limit must be at least 1.')
  .max(100, 'limit may be at most 100.')
  .default(25)

export const paging = { page, limit }

/** `{items, total, page, limit}` of a list call. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), limit: z.number() })

export const hexColor = z
  .string('color must be text.')
  .regex(/^#[0-9a-fA-F]{6}$/, 'color must be a colour such as "#c2410c".')

export const nothing = z.strictObject({})
