import { z } from 'zod'
import { emailPattern, normalizeEmail } from './email/email-address.ts'
import { type ErrorCode, statusOfCode } from './errors.ts'
import { countryField, languageField } from './locale.ts'

/**
 * Field schemas every contract shares, with their descriptions and examples for the API reference. Their messages are
 * whole sentences that name the field.
 */

export const exampleId = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'
const exampleTime = '2026-03-02T09:30:00.000Z'

const describeId = (field: string) =>
  z.uuid(`${field} isn’t a valid id.`).meta({
    description: field === 'workspace_id' ? 'Id of the workspace.' : 'Id of the item.',
    examples: [exampleId],
  })
const ids = new Map<string, ReturnType<typeof describeId>>()

/** An id in a request. Fields of the same name share a schema, because there are hundreds and each takes 5 kB. */
export function id(field = '_id') {
  const known = ids.get(field) ?? describeId(field)
  ids.set(field, known)
  return known
}

/** An id in a response. */
export const itemId = z.string().meta({ description: 'Id of the item.', examples: [exampleId] })

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
    .max(max, `${field} can have up to ${max.toLocaleString('en')} characters.`)
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
    .pipe(z.string().max(max, `${field} can have up to ${max.toLocaleString('en')} characters.`))

/** What a guest’s call has beside its link’s token. */
export const guestFields = {
  guest_name: line('guest_name', 100)
    .refine((name) => isVisible(name), { error: 'guest_name is missing.', params: { reason: 'missing' } })
    .optional()
    .meta({ description: 'Guests only: their name.', examples: ['Ada'] }),
  pass: z.string().max(200).optional().describe('Guests only: the `pass` of the link, if it has a password.'),
}

export const country = countryField('country').meta({
  description: 'ISO 3166-1 alpha-2 country code.',
  examples: ['US'],
})
export const language = languageField('language').meta({ description: 'BCP 47 language tag.', examples: ['en'] })

export const email = z
  .string('email must be text.')
  .max(254, 'email can have up to 254 characters.')
  .overwrite(normalizeEmail)
  .check(z.email({ pattern: emailPattern, error: 'email must be a valid email such as name@example.com.' }))
  .meta({ description: 'Email address.', examples: ['ada@example.com'] })

export const timestamp = z.string().meta({ description: 'ISO 8601 in UTC.', examples: [exampleTime] })

/** Why something failed, with a code, reason and params as in the error of a call. Null on success, and if it isn't known. */
export const failure = z
  .object({
    code: z.enum(Object.keys(statusOfCode) as ErrorCode[]).describe('Error code.'),
    field: z.string().optional().describe('The invalid input field.'),
    reason: z.string().optional().describe('Which of the causes of this code it is. More may be added.'),
    params: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
      .optional()
      .describe('The values the reason is about.'),
  })
  .meta({ id: 'Failure' })

export const page = z.coerce
  .number('page must be a number.')
  .int('page must be a whole number.')
  .min(1, 'page must be at least 1.')
  .max(1_000_000, 'page is too large.')
  .default(1)
  .describe('Page number, starting at 1.')
export const limit = z.coerce
  .number('limit must be a number.')
  .int('limit must be a whole number.')
  .min(1, 'limit must be at least 1.')
  .max(100, 'limit can be up to 100.')
  .default(25)
  .describe('Items per page, up to 100. Higher values are rejected.')

export const paging = { page, limit }

/** `{items, total, page, limit}` of a list call. */
export const getPage = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item).describe('The items on this page.'),
    total: z.number().describe('Number of items on all pages.'),
    page: z.number().meta({ description: 'Page number, starting at 1.', examples: [1] }),
    limit: z.number().meta({ description: 'Items per page.', examples: [25] }),
  })

export const hexColor = z
  .string('color must be text.')
  .regex(/^#[0-9a-fA-F]{6}$/, 'color must be a hex color such as "#c2410c".')
  .meta({ description: 'Color as a hex value.', examples: ['#0f766e'] })

export const nothing = z.strictObject({})
