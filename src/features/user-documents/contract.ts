import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { getPage, id, paging, text, timestamp } from '#kit/fields.ts'

/** Of one person: more are refused (409). */
export const maxDocuments = 500
/** Of one document, as JSON in UTF-8; more is refused (413). */
export const maxBytes = 64_000
export const maxPathLength = 200
/** Objects and lists within one another. */
export const maxDepth = 16

const path = z
  .string('path must be text.')
  .max(maxPathLength, `path can have at most ${maxPathLength} characters.`)
  .regex(
    /^[\w-]+(?:\/[\w-]+){0,5}$/,
    'path must be names of letters, digits, - and _ separated by slashes, such as "preferences/editor".',
  )

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
  /** Left out: of the person alone, whichever workspace they are in. */
  workspace_id: id('workspace_id').optional(),
}

export const documentHead = z.object({
  path: z.string(),
  workspace_id: z.string().nullable(),
  /** Counts from 1; each put adds one. */
  version: z.number(),
  bytes: z.number(),
  updated_at: timestamp,
})
export const userDocument = documentHead.extend({ content: z.record(z.string(), z.unknown()) })
export type UserDocument = z.output<typeof userDocument>

const version = z
  .number('version must be a number.')
  .int('version must be a whole number.')
  .min(0, 'version must be 0 (for a new document) or more.')

export const userDocumentsContract = {
  list: endpoint({
    path: '/user/documents/list',
    access: access.user,
    summary: 'List my documents by path, without content: of one workspace, or my personal ones.',
    input: z.strictObject({
      workspace_id: refFields.workspace_id,
      prefix: text('prefix', maxPathLength).optional(),
      ...paging,
    }),
    output: getPage(documentHead),
  }),
  get: endpoint({
    path: '/user/documents/get',
    access: access.user,
    summary: 'Get one of my documents. Null if the path has none.',
    input: z.strictObject(refFields),
    output: z.object({ document: userDocument.nullable() }),
  }),
  put: endpoint({
    path: '/user/documents/put',
    access: access.user,
    summary:
      'Save a document at a path. `version` is the version you edited, or 0 for a new document. A stale version → 409.',
    support: false,
    input: z.strictObject({ ...refFields, version, content }),
    output: z.object({ document: userDocument }),
  }),
  delete: endpoint({
    path: '/user/documents/delete',
    access: access.user,
    summary: 'Delete a document. With `version`, only if it hasn’t changed since.',
    support: false,
    input: z.strictObject({ ...refFields, version: version.optional() }),
    output: z.object({}),
  }),
}
