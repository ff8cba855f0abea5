import { z } from 'zod'
import { shownBrand } from '#features/domains/contract.ts'
import { access, endpoint, type GuestPermission, group, guestPermissions } from '#kit/endpoint.ts'
import { exampleId, id, itemId, text, timestamp } from '#kit/fields.ts'

export const permissions = guestPermissions
export type Permission = GuestPermission

const permission = z
  .enum(permissions, `may must be one of: ${permissions.join(', ')}.`)
  .meta({ description: 'What guests may do.', examples: ['read'] })

export const reviewLink = z
  .object({
    token: z.string().describe('Token of the link.'),
    url: z.string().meta({ description: 'URL of the page for guests.', examples: ['https://example.com/d/token'] }),
    may: permission,
    brief: z.boolean().describe('Whether guests see the document’s brief.'),
    has_password: z.boolean().describe('Whether the link needs a password.'),
    expires_at: timestamp.nullable().describe('When the link expires. Null if it doesn’t.'),
  })
  .meta({ id: 'ReviewLink' })
export type ReviewLink = z.output<typeof reviewLink>

export const guestDocument = z
  .object({
    title: z.string().meta({ description: 'Title of the document.', examples: ['How to feed a sourdough starter'] }),
    language: z.string().meta({ description: 'Language of the text.', examples: ['en'] }),
    html: z.string().meta({ description: 'The text as safe HTML.', examples: ['<p>Feed it every day.</p>'] }),
    words: z.number().describe('Words of the text.'),
    version: z.number().describe('Version of the text.'),
    updated_at: timestamp.describe('When the text was saved.'),
    sources: z
      .array(
        z.object({
          n: z.number().describe('Number of the source in the text.'),
          url: z.string().meta({ description: 'URL of the source.', examples: ['https://example.com/page'] }),
          title: z.string().meta({ description: 'Title of the source.', examples: ['Sourdough basics'] }),
        }),
      )
      .describe('Sources that the text cites.'),
  })
  .meta({ id: 'GuestDocument' })
export type GuestDocument = z.output<typeof guestDocument>

/** Of a link of a document or a plan, as it's set. */
export const linkTerms = {
  password: text('password', 200)
    .optional()
    .meta({ description: 'Password for the link. Omit it for none.', examples: ['correct horse battery'] }),
  expires_at: z.iso
    .datetime({ offset: true, error: 'expires_at must be an ISO 8601 time.' })
    .optional()
    .meta({ description: 'When the link expires. Omit it for never.', examples: ['2026-04-02T09:30:00.000Z'] }),
}

/** What opens a link. */
export const openFields = {
  token: text('token', 200).describe('Token of the link.'),
  password: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The link’s password, if it has one.', examples: ['correct horse battery'] }),
  pass: z.string().max(200).optional().describe('The `pass` of an earlier response, instead of the password.'),
  workspace_id: id('workspace_id').optional().describe('Id of the workspace.'),
}

/** What is said of an opened link. */
export const openedFields = {
  needs_password: z.boolean().describe('Whether a password is needed.'),
  brand: shownBrand.nullable().describe('Branding of the workspace. Null for the default.'),
  url: z.string().meta({
    description: 'Canonical URL: on the workspace’s custom domain, if it serves shared pages.',
    examples: ['https://example.com/d/token'],
  }),
  workspace_id: itemId.describe('Id of the workspace that shares it.'),
  pass: z.string().nullable().describe('A signed pass that replaces the password. Null if none was given.'),
}

const documentId = id().describe('Id of the document.')

export const reviewContract = group(
  { name: 'Review', area: 'Content', about: 'Show documents to people without an account.' },
  {
    share: endpoint({
      path: '/ai/share',
      access: access.resource('editor', 'content:write'),
      summary: 'Share a document by link. Sharing again keeps the link and changes what it allows.',
      idempotent: true,
      input: z.strictObject({
        _id: documentId,
        may: permission,
        brief: z.boolean('brief must be true or false.').default(false).describe('Show guests the document’s brief.'),
        ...linkTerms,
      }),
      example: { _id: exampleId, may: 'read' },
      output: z.object({ share: reviewLink.describe('The link.') }),
    }),
    unshare: endpoint({
      path: '/ai/unshare',
      access: access.resource('editor', 'content:write'),
      summary: 'Disable a document’s link immediately.',
      effect: 'delete',
      input: z.strictObject({ _id: documentId }),
      output: z.object({}),
    }),
    sharing: endpoint({
      path: '/ai/sharing',
      access: access.resource('editor', 'content:read'),
      summary: 'Get a document’s link, if it’s shared.',
      effect: 'read',
      input: z.strictObject({ _id: documentId }),
      output: z.object({ share: reviewLink.nullable().describe('The link. Null if the document isn’t shared.') }),
    }),
    open: endpoint({
      path: '/ai/share/open',
      access: access.public,
      summary: 'Get a shared document by its link, with the password if it has one.',
      input: z.strictObject(openFields),
      output: z.object({
        document_id: itemId.nullable().describe('Id of the document, for comments. Null until the password is given.'),
        document: guestDocument.nullable().describe('The document. Null until the password is given.'),
        may: permission,
        brief: z.boolean().describe('Whether the link shows the document’s brief, see `/ai/brief`.'),
        ...openedFields,
      }),
    }),
  },
)
