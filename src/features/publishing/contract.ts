import { z } from 'zod'
import { maxContentLength } from '#features/ai-content/contract.ts'
import { excerpt, slug, tags, title } from '#features/cms/contract-post-fields.ts'
import { access, endpoint, group, type ParsedInputOf } from '#kit/endpoint.ts'
import { exampleId, failure, getPage, id, itemId, line, paging, timestamp } from '#kit/fields.ts'
import { isWebAddress } from '#kit/url-checks.ts'
import { destinationKinds } from '#providers/publishing/port.ts'
import { credentialFields, destinationDefaults, destinationUrl } from './contract-destinations.ts'

export * from './contract-destinations.ts'

export const publicationStates = ['draft', 'scheduled', 'published', 'unpublished', 'failed'] as const
export type PublicationState = (typeof publicationStates)[number]

export const destination = z
  .object({
    _id: itemId.describe('Id of the destination.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    kind: z.enum(destinationKinds).describe('What runs the site.'),
    url: z.string().meta({ description: 'Address of the site.', examples: ['https://hollowoak.example'] }),
    defaults: destinationDefaults.describe('What new posts get unless they say otherwise.'),
    can: z
      .object({
        drafts: z.boolean().describe('Whether the credentials can save drafts.'),
        publish: z.boolean().describe('Whether they can publish.'),
        media: z.boolean().describe('Whether they can upload images.'),
      })
      .nullable()
      .describe('What the credentials allow. Null if they were never accepted.'),
    collections: z
      .array(
        z.object({
          _id: z.string().describe('Id of the collection or blog.'),
          name: z.string().describe('Name of the collection or blog.'),
          fields: z
            .array(
              z.object({
                name: z.string().describe('Name that `defaults.fields` uses.'),
                label: z.string().describe('Name that people see.'),
                type: z.string().meta({ description: 'Type of the field.', examples: ['RichText'] }),
                required: z.boolean().describe('Whether items need it.'),
              }),
            )
            .describe('Fields of the collection. Empty for blogs.'),
        }),
      )
      .describe('Webflow’s collections or Shopify’s blogs, to choose `defaults.collection` from.'),
    checked_at: timestamp.nullable().describe('When the credentials were last checked. Null if never.'),
    error: z.string().nullable().describe('Why the last check failed. Null if it didn’t.'),
    failure: failure.nullable().describe('The same as code, reason and params. Null if it didn’t fail.'),
    created_at: timestamp.describe('When the destination was added.'),
  })
  .meta({ id: 'Destination' })
export type Destination = z.output<typeof destination>

export const publication = z
  .object({
    _id: itemId.describe('Id of the publication.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    destination_id: itemId.describe('Id of the destination.'),
    document_id: itemId.nullable().describe('Id of the document. Null if it was deleted.'),
    kind: z.enum(destinationKinds).describe('What runs the site.'),
    remote_id: z.string().nullable().describe('Id of the post on the destination. Null until there is one.'),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Address of the post. Null until there is one.', examples: ['https://example.com/page'] }),
    state: z.enum(publicationStates).describe('Current state of the post.'),
    title: z.string().describe('Title of the post.'),
    slug: z.string().meta({ description: 'Last part of the post’s URL.', examples: ['cold-brew'] }),
    excerpt: z.string().describe('Summary in one or two sentences. May be empty.'),
    tags: z.array(z.string()).meta({ description: 'Tags of the post.', examples: [['Coffee']] }),
    categories: z.array(z.string()).meta({ description: 'Categories of the post.', examples: [['Brew guides']] }),
    meta_title: z.string().describe('Title for search engines. May be empty.'),
    meta_description: z.string().describe('Description for search engines. May be empty.'),
    cover_id: itemId.nullable().describe('Id of the cover image. Null if there is none.'),
    version: z.number().nullable().describe('Version of the document that was sent last. Null if none was.'),
    remote_changed: z.boolean().describe('Whether someone edited the post on the destination since.'),
    busy: z.boolean().describe('Whether the post is being sent right now.'),
    publish_at: timestamp.nullable().describe('When the scheduled version is published. Null if none is scheduled.'),
    published_at: timestamp.nullable().describe('When the post was first published. Null if it wasn’t.'),
    checked_at: timestamp.nullable().describe('When the post was last read on the destination. Null if never.'),
    error: z.string().nullable().describe('Why sending it failed. Null if it didn’t.'),
    failure: failure.nullable().describe('The same as code, reason and params. Null if it didn’t fail.'),
    created_at: timestamp.describe('When the document was first sent there.'),
    updated_at: timestamp.describe('When the publication last changed.'),
  })
  .meta({ id: 'Publication' })
export type Publication = z.output<typeof publication>

/** `details` of the error `remote_changed`. */
export const remoteChange = z.object({
  ours: z.string(),
  theirs: z.string(),
  base: z.string(),
  titles: z.object({ ours: z.string(), theirs: z.string(), base: z.string() }),
  remote_hash: z.string(),
  modified_at: z.string().nullable(),
  modified_by: z.string().nullable(),
})
export type RemoteChange = z.output<typeof remoteChange>

const metaText = (field: string, max: number, about: string) =>
  line(field, max).meta({ description: about, examples: ['Cold brew at home'] })

export const publishFields = {
  slug: slug.optional(),
  title: title.optional().describe('Title of the post. Without it, the document’s.'),
  excerpt: excerpt.optional(),
  tags: tags.optional(),
  categories: tags
    .optional()
    .meta({ description: 'Categories of the post. Missing ones are created.', examples: [['Brew guides']] }),
  author: line('author', 200).optional().describe('Author as the destination knows them. Empty: its default.'),
  meta_title: metaText('meta_title', 300, 'Title for search engines, where the destination has one.').optional(),
  meta_description: metaText(
    'meta_description',
    1000,
    'Description for search engines, where the destination has one.',
  ).optional(),
  canonical: z
    .string('canonical must be a URL.')
    .trim()
    .max(2000, 'canonical can have up to 2,000 characters.')
    .refine((value) => value === '' || isWebAddress(value), {
      error: 'canonical must be a URL that begins with https:// or http://.',
      params: { reason: 'invalid_url' },
    })
    .optional()
    .describe('Canonical URL, if the post is a copy of another page.'),
  cover_id: id('cover_id').nullable().optional().describe('Id of an image of the library. Null for no cover.'),
}

export const publishStatuses = ['draft', 'publish', 'schedule'] as const
export type PublishStatus = (typeof publishStatuses)[number]
export const resolutions = ['ours', 'theirs', 'merged'] as const

export const publishingContract = group(
  { name: 'Publishing', area: 'Content', about: 'Sites that documents are published on, and their posts there.' },
  {
    addDestination: endpoint({
      path: '/destinations/add',
      access: access.workspace('admin', 'publish'),
      summary: 'Add a site to publish on. The credentials are checked, stored encrypted and never returned.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        kind: 'wordpress',
        url: 'https://hollowoak.example',
        credentials: { username: 'ada', application_password: 'abcd efgh ijkl mnop qrst uvwx' },
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        kind: z
          .enum(destinationKinds, `kind must be one of: ${destinationKinds.join(', ')}.`)
          .describe('What runs the site.'),
        url: destinationUrl,
        credentials: credentialFields.default({}),
        defaults: destinationDefaults.optional().describe('What new posts get unless they say otherwise.'),
      }),
      output: z.object({ destination: destination.describe('The destination.') }),
    }),
    updateDestination: endpoint({
      path: '/destinations/update',
      access: access.resource('admin', 'publish'),
      summary: 'Change a destination. Fields you leave out don’t change; new credentials are checked first.',
      input: z.strictObject({
        _id: id().describe('Id of the destination.'),
        url: destinationUrl.optional(),
        credentials: credentialFields.optional(),
        defaults: destinationDefaults.optional().describe('Replaces all defaults.'),
      }),
      output: z.object({ destination: destination.describe('The destination.') }),
    }),
    listDestinations: endpoint({
      path: '/destinations/list',
      access: access.workspace('viewer', 'publish'),
      summary: 'List a workspace’s destinations, its own blog first.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z.array(destination).describe('All destinations.'),
        total: z.number().describe('Number of destinations.'),
      }),
    }),
    checkDestination: endpoint({
      path: '/destinations/check',
      access: access.resource('editor', 'publish'),
      summary: 'Check a destination’s credentials again.',
      rate: '60 per hour per destination.',
      input: z.strictObject({ _id: id().describe('Id of the destination.') }),
      output: z.object({ destination: destination.describe('The destination.') }),
    }),
    removeDestination: endpoint({
      path: '/destinations/remove',
      access: access.resource('admin', 'publish'),
      summary: 'Remove a destination. Posts stay on the site; Earshot no longer knows them.',
      input: z.strictObject({ _id: id().describe('Id of the destination.') }),
      output: z.object({}),
    }),
    publish: endpoint({
      path: '/publications/publish',
      access: access.resource('editor', 'publish'),
      summary:
        'Publish a document on a destination, or update its post: there is never a second one. If someone edited the post there, the answer is 409 with reason remote_changed.',
      rate: '300 per hour per workspace.',
      idempotent: true,
      example: {
        document_id: exampleId,
        destination_id: exampleId,
        status: 'schedule',
        publish_at: '2026-03-02T09:30:00Z',
        slug: 'cold-brew-at-home',
        tags: ['Coffee'],
      },
      input: z.strictObject({
        document_id: id('document_id').describe('Id of the document.'),
        destination_id: id('destination_id').describe('Id of a destination of the same workspace.'),
        status: z
          .enum(publishStatuses, `status must be one of: ${publishStatuses.join(', ')}.`)
          .describe(
            'A scheduled version of a published post replaces it at `publish_at`; until then it stays as it is.',
          ),
        publish_at: z.iso
          .datetime({ offset: true, error: 'publish_at must be a time such as "2026-03-02T09:30:00Z".' })
          .optional()
          .meta({ description: 'When to publish, for `schedule`.', examples: ['2026-03-02T09:30:00.000Z'] }),
        ...publishFields,
        resolution: z
          .enum(resolutions, `resolution must be one of: ${resolutions.join(', ')}.`)
          .optional()
          .describe(
            'After remote_changed: `ours` overwrites the post, `theirs` brings its text into the document, `merged` saves and sends `content_md`.',
          ),
        content_md: z
          .string('content_md must be a string.')
          .max(maxContentLength, `content_md can have up to ${maxContentLength.toLocaleString('en')} characters.`)
          .optional()
          .describe('The merged text in Markdown, for `merged`.'),
        remote_hash: z
          .string('remote_hash must be text.')
          .max(100)
          .optional()
          .describe('From the details of remote_changed, so that later edits aren’t overwritten either.'),
      }),
      output: z.object({ publication: publication.describe('The publication.') }),
    }),
    find: endpoint({
      path: '/publications/find',
      access: access.workspace('viewer', 'publish'),
      summary: 'List publications, last changed first.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        document_id: id('document_id').optional().describe('Only those of this document.'),
        ...paging,
      }),
      output: getPage(publication),
    }),
    refresh: endpoint({
      path: '/publications/refresh',
      access: access.resource('editor', 'publish'),
      summary: 'Read a post on its destination: its state, address and whether someone edited it there.',
      input: z.strictObject({ _id: id().describe('Id of the publication.') }),
      output: z.object({ publication: publication.describe('The publication.') }),
    }),
    unpublish: endpoint({
      path: '/publications/unpublish',
      access: access.resource('editor', 'publish'),
      summary: 'Take a post off the site, and cancel what is scheduled. Its text stays on the destination as a draft.',
      input: z.strictObject({ _id: id().describe('Id of the publication.') }),
      output: z.object({ publication: publication.describe('The publication.') }),
    }),
  },
)

export type PublishInput = ParsedInputOf<typeof publishingContract.publish>
