import { z } from 'zod'
import { exampleId, line } from '#kit/fields.ts'
import { isImageUrl, isWebAddress } from '#kit/url-checks.ts'
import { postStatuses } from './contract-posts.ts'

/** The fields of a post in requests. */

export const maxBodyLength = 400_000
export const maxSlugLength = 120

/** Control characters and others that XML and PostgreSQL reject. */
const invisible = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** Lowercase letters and digits of any script, separated by single hyphens. */
const slugPattern = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u
export const slug = z
  .string('slug must be text.')
  .trim()
  .min(1, 'slug is missing.')
  .max(maxSlugLength, `slug can have up to ${maxSlugLength} characters.`)
  .regex(slugPattern, 'slug may contain lowercase letters and digits, separated by single hyphens.')
  .meta({
    description: 'Last part of the post’s URL: lowercase letters and digits, separated by single hyphens.',
    examples: ['cold-brew'],
  })

export const title = line('title', 300)
  .pipe(z.string().min(1, 'title is missing.'))
  .meta({ description: 'Title of the post.', examples: ['Cold brew at home'] })
export const excerpt = line('excerpt', 1000).meta({
  description: 'Summary in one or two sentences.',
  examples: ['What to buy and how long to wait.'],
})
export const bodyMd = z
  .string('body_md must be text.')
  .max(maxBodyLength, `body_md can have up to ${maxBodyLength.toLocaleString('en')} characters.`)
  .transform((value) => value.replace(/\r\n?/g, '\n').replace(invisible, (sign) => (/[\n\t]/.test(sign) ? sign : ' ')))
  .meta({ description: 'The text in Markdown.', examples: ['Coarse grounds, cold water, sixteen hours.'] })

const address = (field: string) =>
  z.string(`${field} must be a URL.`).trim().max(2000, `${field} can have up to 2,000 characters.`)
export const cover = address('cover')
  .refine((value) => value === '' || isImageUrl(value), {
    error: 'cover must be a URL that begins with https://, http:// or /.',
    params: { reason: 'invalid_image_url' },
  })
  .transform((value) => value || null)
  .nullable()
  .meta({
    description: 'Image URL: https, http, or a path on this server. Empty for none.',
    examples: ['https://example.com/cold-brew.jpg'],
  })
export const coverAlt = line('cover_alt', 300).meta({
  description: 'Alternative text of the cover: what it shows.',
  examples: ['A jar of cold brew on a counter.'],
})

const withoutEmail = (field: string) => ({
  error: `${field} can’t contain an email address. It would be public.`,
  params: { reason: 'email_in_author' },
})
const isFreeOfEmails = (value: string) => !/[^\s@]@[^\s@]+\.[^\s@]/.test(value)
const libraryImage = /^(?:https?:\/\/[^/]+)?(\/images\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)$/
export const author = z
  .strictObject({
    name: line('author.name', 100)
      .pipe(z.string().min(1, 'author.name is missing.'))
      .refine(isFreeOfEmails, withoutEmail('author.name'))
      .meta({ description: 'Name of the author.', examples: ['Ada Lovelace'] }),
    bio: line('author.bio', 300)
      .refine(isFreeOfEmails, withoutEmail('author.bio'))
      .default('')
      .meta({ description: 'A sentence about the author.', examples: ['Roasts coffee.'] }),
    image: address('author.image')
      .refine((value) => value === '' || libraryImage.test(value), {
        error: 'author.image must be an image from the library.',
        params: { reason: 'not_in_library' },
      })
      .transform((value) => (value === '' ? null : value.replace(libraryImage, '$1/full')))
      .nullable()
      .default(null)
      .meta({
        description: 'URL of an image from the library. Empty for none.',
        examples: [`/images/${exampleId}/full`],
      }),
  })
  .nullable()
  .describe('Author of the post. Null for none.')
export const tags = z
  .array(line('tags', 60), 'tags must be a list.')
  .max(20, 'tags can have up to 20.')
  .transform((given) => {
    const unique = new Map<string, string>()
    for (const tag of given) if (tag && !unique.has(tag.toLowerCase())) unique.set(tag.toLowerCase(), tag)
    return [...unique.values()]
  })
  .meta({ description: 'Tags of the post.', examples: [['Coffee']] })

export const seoInput = z.strictObject({
  title: line('title', 300).nullish().describe('Title for search engines. Overrides the post’s title.'),
  description: line('description', 1000).nullish().describe('Description for search engines. Overrides the excerpt.'),
  canonical: address('canonical')
    .refine((value) => value === '' || isWebAddress(value), {
      error: 'canonical must be a URL that begins with https:// or http://.',
      params: { reason: 'invalid_url' },
    })
    .nullish()
    .describe('Canonical URL, if the post is a copy of another page.'),
  noindex: z
    .boolean('noindex must be true or false.')
    .optional()
    .describe('Whether to ask search engines not to index the post.'),
})

export const publishAt = z.iso
  .datetime({ offset: true, error: 'publish_at must be a time such as "2026-03-02T09:30:00Z".' })
  .nullable()
  .meta({ description: 'When to publish it. Null: immediately.', examples: ['2026-03-02T09:30:00.000Z'] })
export const status = z
  .enum(postStatuses, `status must be one of: ${postStatuses.join(', ')}.`)
  .describe('Status of the post.')
