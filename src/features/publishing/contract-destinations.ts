import { z } from 'zod'
import { line, text } from '#kit/fields.ts'
import { isWebAddress } from '#kit/url-checks.ts'

export const destinationUrl = z
  .string('url must be a URL.')
  .trim()
  .max(500, 'url can have up to 500 characters.')
  .refine((value) => value === '' || isWebAddress(value), {
    error: 'url must be a URL such as https://example.com.',
    params: { reason: 'invalid_url' },
  })
  .meta({
    description:
      'Address of the site. Empty for Webflow and the workspace’s own blog. Plain http only for this machine.',
    examples: ['https://hollowoak.example'],
  })

const secret = (field: string) => text(field, 1000)

/** What each kind needs is in rules/credentials.ts. */
export const credentialFields = z
  .strictObject({
    username: text('username', 200).optional().describe('WordPress: name of the user.'),
    application_password: secret('application_password').optional().describe('WordPress: an application password.'),
    admin_api_key: secret('admin_api_key').optional().describe('Ghost: the Admin API key of a custom integration.'),
    access_token: secret('access_token').optional().describe('Shopify: the Admin API access token of a custom app.'),
    token: secret('token').optional().describe('Webflow: an API token of the site with CMS access.'),
    secret: text('secret', 200, 16).optional().describe('Webhook: what signs the requests, 16 characters or more.'),
  })
  .describe('What the kind needs: see the guide “Publish elsewhere”.')
export type Credentials = z.output<typeof credentialFields>

const names = (field: string) =>
  z
    .array(line(field, 60), `${field} must be a list.`)
    .max(20, `${field} can have up to 20.`)
    .transform((given) => [...new Set(given.filter(Boolean))])

export const destinationDefaults = z.strictObject({
  status: z
    .enum(['draft', 'publish'], 'status must be "draft" or "publish".')
    .optional()
    .describe('Whether new posts start as drafts.'),
  author: line('author', 200).optional().describe('Author as the destination knows them.'),
  categories: names('categories').optional().describe('Categories of new posts.'),
  tags: names('tags').optional().describe('Tags of new posts.'),
  collection: line('collection', 100).optional().describe('Webflow: id of the collection. Shopify: id of the blog.'),
  fields: z
    .record(z.string().max(40), z.string().max(100))
    .refine((fields) => Object.keys(fields).length <= 30, {
      error: 'fields can have up to 30 entries.',
      params: { reason: 'too_many' },
    })
    .optional()
    .meta({
      description: 'Webflow: which of its fields gets which of ours.',
      examples: [{ content: 'post-body', excerpt: 'post-summary' }],
    }),
})
export type DestinationDefaults = z.output<typeof destinationDefaults>
