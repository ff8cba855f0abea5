import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { getPage, id, itemId, paging, text, timestamp } from '#kit/fields.ts'

/** Of one person: more are refused (409). */
export const maxDocuments = 500
/** Of one document, as JSON in UTF-8; more is refused (413). */
export const maxBytes = 64_000
export const maxPathLength = 200
/** Objects and lists within one another. */
export const maxDepth = 16

const path = z
  .string('path must be text.')
  .max(maxPathLength, `path can have up to ${maxPathLength} characters.`)
  .regex(
    /^[\w-]+(?:\/[\w-]+){0,5}$/,
    'path must be names of letters, digits, - and _ separated by slashes, such as "preferences/editor".',
  )
  .meta({ description: 'Path of the document: names separated by slashes.', examples: ['preferences/keyword-table'] })

const content = z
  .record(z.string(), z.unknown(), 'content must be an object.')
  .refine((value) => isShallow(value, maxDepth), {
    error: `content can be nested up to ${maxDepth} levels deep.`,
    params: { reason: 'nested_too_deep', max: maxDepth },
  })
  .refine((value) => hasPlainNames(value), {
    error: 'Names in content must be text of at least one character, without U+0000.',
    params: { reason: 'invalid_names' },
  })
  .meta({ description: 'Any JSON object, up to 64 kB.', examples: [{}] })

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** Texts are made storable on the way in, names are not; Firestore takes no empty ones. */
function hasPlainNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasPlainNames)
  return Object.entries(value).every(
    ([name, inner]) => name !== '' && !name.includes('\0') && name.isWellFormed() && hasPlainNames(inner),
  )
}

const refFields = {
  path,
  workspace_id: id('workspace_id').optional().describe('Id of the workspace. Omit it for a document of your account.'),
}

export const documentHead = z.object({
  path: z.string().meta({ description: 'Path of the document.', examples: ['preferences/keyword-table'] }),
  workspace_id: itemId.nullable().describe('Id of the workspace. Null for a document of the account.'),
  version: z.number().meta({ description: 'Number of the version, from 1. Each change adds one.', examples: [1] }),
  bytes: z.number().describe('Size in bytes.'),
  updated_at: timestamp.describe('When it was last changed.'),
})
export const userDocument = documentHead.extend({
  content: z.record(z.string(), z.unknown()).meta({ description: 'The stored object.', examples: [{}] }),
})
export type UserDocument = z.output<typeof userDocument>

const version = z
  .number('version must be a number.')
  .int('version must be a whole number.')
  .min(0, 'version must be 0 (for a new document) or more.')
  .describe('Version you edited, or 0 for a new document.')

export const userDocumentsContract = group('Account', {
  list: endpoint({
    path: '/user/documents/list',
    access: access.user,
    summary: 'List my documents by path, without content: of one workspace, or my personal ones.',
    input: z.strictObject({
      workspace_id: refFields.workspace_id.describe('Id of the workspace. Omit it for documents of your account.'),
      prefix: text('prefix', maxPathLength).optional().describe('Only paths that begin with this.'),
      ...paging,
    }),
    output: getPage(documentHead),
  }),
  get: endpoint({
    path: '/user/documents/get',
    access: access.user,
    summary: 'Get one of my documents. Null if the path has none.',
    example: { path: 'preferences/keyword-table' },
    input: z.strictObject(refFields),
    output: z.object({ document: userDocument.nullable().describe('The document. Null if there is none.') }),
  }),
  put: endpoint({
    path: '/user/documents/put',
    access: access.user,
    summary:
      'Save a document at a path. `version` is the version you edited, or 0 for a new document. A stale version → 409.',
    support: false,
    example: { path: 'preferences/keyword-table', version: 0, content: { columns: ['text', 'volume'] } },
    input: z.strictObject({
      ...refFields,
      version: version.describe('The version you edited, or 0 for a new document.'),
      content,
    }),
    output: z.object({ document: userDocument.describe('The saved document.') }),
  }),
  delete: endpoint({
    path: '/user/documents/delete',
    access: access.user,
    summary: 'Delete a document. With `version`, only if it hasn’t changed since.',
    support: false,
    example: { path: 'drafts/new-report' },
    input: z.strictObject({
      ...refFields,
      version: version.optional().describe('Deletes only if this is the current version.'),
    }),
    output: z.object({}),
  }),
})
