import { z } from 'zod'
import { countryField, languageField } from './locale.ts'

/** Field schemas every contract shares. Their messages are whole sentences that name the field. */

export const id = (field = '_id') => z.uuid(`${field} isn’t a valid id.`)

// Zero-width characters, fillers and blanks: a name made of them looks like none.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\u2800]/gu

/** Whether a person sees anything of it. */
export const isVisible = (value: string) => value.replace(invisible, '') !== ''

/** Text, trimmed. Where it is required, at least one character of it is visible. */
export const text = (field: string, max: number, min = 1) =>
  z
    .string(`${field} must be text.`)
    .trim()
    .min(min, min === 1 ? `${field} is missing.` : `${field} must have at least ${min} characters.`)
    .max(max, `${field} can have at most ${max.toLocaleString('en')} characters.`)
    .refine((value) => min === 0 || value === '' || isVisible(value), {
      error: `${field} is missing.`,
      params: { reason: 'missing' },
    })

// What no database, XML or line can hold.
const unprintable = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** Text on one line, which may be empty: white space is collapsed, and what has no visible character is empty. */
export const line = (field: string, max: number) =>
  z
    .string(`${field} must be text.`)
    .transform((value) => (isVisible(value) ? value.replace(unprintable, ' ').replace(/\s+/g, ' ').trim() : ''))
    .pipe(z.string().max(max, `${field} can have at most ${max.toLocaleString('en')} characters.`))

export const country = countryField('country')
export const language = languageField('language')

export const email = z
  .string('email must be text.')
  .trim()
  .toLowerCase()
  .max(254, 'email can have at most 254 characters.')
  .pipe(z.email('email must be a valid email such as name@example.com.'))

export const timestamp = z.string()

export const page = z.coerce
  .number('page must be a number.')
  .int('page must be a whole number.')
  .min(1, 'page must be at least 1.')
  .max(1_000_000, 'page is too large.')
  .default(1)
export const limit = z.coerce
  .number('limit must be a number.')
  .int('limit must be a whole number.')
  .min(1, 'limit must be at least 1.')
  .max(100, 'limit can be at most 100.')
  .default(25)

export const paging = { page, limit }

/** `{items, total, page, limit}` of a list call. */
export const getPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), limit: z.number() })

export const hexColor = z
  .string('color must be text.')
  .regex(/^#[0-9a-fA-F]{6}$/, 'color must be a hex color such as "#c2410c".')

export const nothing = z.strictObject({})
