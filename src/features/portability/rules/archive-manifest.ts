import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import type { ArchiveCounts } from '../contract.ts'

/** The archive's manifest: contents and hashes. Written last, read first. */

export const archiveFormat = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
const uuid = z.uuid()

export const archiveManifest = z.strictObject({
  format: z.literal(archiveFormat),
  /** Earshot's version. */
  version: z.string().max(100),
  /** The last migration applied on the exporting server. */
  migration: z.string().max(200),
  made_at: z.iso.datetime(),
  /** URL of the exporting server, with which its image URLs begin. */
  public_url: z.string().max(500),
  workspace: z.strictObject({ id: uuid, name: z.string().max(200) }),
  people: z
    .array(
      z.strictObject({ id: uuid, email: z.string().max(254), name: z.string().max(500), role: z.string().max(20) }),
    )
    .max(10_000),
  tables: z
    .array(
      z.strictObject({ name, columns: z.array(name).min(1).max(200), rows: z.int().min(0), file: z.string().max(200) }),
    )
    .max(200),
  left_out: z.array(z.strictObject({ what: z.string().max(200), why: z.string().max(500) })).max(500),
  files: z.record(z.string().max(300), z.strictObject({ bytes: z.int().min(0), sha256 })),
})
export type ArchiveManifest = z.output<typeof archiveManifest>

export const manifestFile = 'manifest.json'
export const membersFile = 'members.json'
export const readMeFile = 'README.txt'
export const tableFile = (table: string) => `data/${table}.jsonl`
export const imageFolder = 'images'
export const imageFile = (imageId: string, file: string) => `${imageFolder}/${imageId}/${file}`
export const readableFile = (path: string) => `readable/${path}`

const knownName =
  /^(?:manifest\.json|members\.json|README\.txt|data\/[a-z][a-z0-9_]{0,62}\.jsonl|images\/[0-9a-f-]{36}\/[\w.-]{1,80}|readable\/(?:[^/\p{Cc}]{1,200}\/){0,3}[^/\p{Cc}]{1,200})$/u
export const isArchiveName = (path: string) => knownName.test(path)

/** @throws AppError invalid_input: not a manifest, or from a newer version */
export function readManifest(text: string, knownMigrations: string[]): ArchiveManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refuse('The archive’s manifest.json isn’t valid JSON. Upload the original archive.', cause)
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > archiveFormat) throw newer()
  const parsed = archiveManifest.safeParse(value)
  if (!parsed.success) {
    const field = parsed.error.issues[0]!.path.join('.')
    throw refuse(
      `The archive’s manifest.json isn’t in Earshot’s format${field ? ` (${field.slice(0, 80)})` : ''}. Upload the original archive.`,
    )
  }
  if (!knownMigrations.includes(parsed.data.migration)) throw newer(parsed.data.version)
  return parsed.data
}

const refuse = (message: string, cause?: unknown) =>
  new AppError('invalid_input', message, { field: 'file', reason: 'archive_invalid', cause })
const newer = (version?: string) =>
  new AppError(
    'invalid_input',
    `The archive is from a newer version of Earshot${version ? ` (${version.replace(/[^\w.+-]/g, '').slice(0, 40)})` : ''}. Ask your administrator to upgrade this server, then import it.`,
    { field: 'file', reason: 'archive_too_new' },
  )

/** Row counts by table as the counts that screens show. */
export function toCounts(rows: Record<string, number>): ArchiveCounts {
  const getCount = (table: string) => rows[table] ?? 0
  return {
    reports: getCount('reports'),
    report_rows: getCount('report_rows'),
    documents: getCount('documents'),
    posts: getCount('posts'),
    listeners: getCount('listeners'),
    lists: getCount('keyword_lists'),
    imports: getCount('imports'),
    images: getCount('images'),
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
  }
}
