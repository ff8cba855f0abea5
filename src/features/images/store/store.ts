import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import '#features/ai-content/store/tables.ts'
import '#features/cms/store/tables.ts'
import '#features/domains/store/tables.ts'
import type { Db } from '#platform/database/database.ts'
import type { ImageUse } from '../contract.ts'
import type { ImageFilesToRemoveTable, StoredFile } from './tables.ts'
import './tables.ts'

export type ImageRow = {
  id: string
  workspace_id: string
  name: string
  alt: string
  animated: boolean
  files: StoredFile[]
  created_at: Date
}

const columns = ['id', 'workspace_id', 'name', 'alt', 'animated', 'files', 'created_at'] as const

export async function locateImage(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('images')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export function findImage(db: Db, { workspaceId, id }: ResourceRef): Promise<ImageRow | undefined> {
  return db
    .selectFrom('images')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Across workspaces: images are public by URL. */
export function findPublicImage(db: Db, id: string): Promise<ImageRow | undefined> {
  return db.selectFrom('images').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function findPublicImages(db: Db, ids: string[]): Promise<ImageRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('images').select(columns).where('id', 'in', ids).execute()
}

export function findImageBySource(db: Db, workspaceId: string, sourceHash: Buffer): Promise<ImageRow | undefined> {
  return db
    .selectFrom('images')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('source_hash', '=', sourceHash)
    .executeTakeFirst()
}

export async function countImages(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('images')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

/** Serializes counting a workspace's images until the transaction ends. */
export async function lockImages(tx: Db, workspaceId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('images:' || ${workspaceId}, 0))`.execute(tx)
}

/** Undefined when the same file was uploaded concurrently. */
export function insertImage(
  tx: Db,
  image: ResourceRef & {
    name: string
    alt: string
    animated: boolean
    files: StoredFile[]
    sourceHash: Buffer
    createdBy: string
  },
): Promise<ImageRow | undefined> {
  return tx
    .insertInto('images')
    .values({
      id: image.id,
      workspace_id: image.workspaceId,
      name: image.name,
      alt: image.alt,
      animated: image.animated,
      files: JSON.stringify(image.files),
      source_hash: image.sourceHash,
      created_by: image.createdBy,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'source_hash']).doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function findImages(
  db: Db,
  workspaceId: string,
  { q, page, limit }: { q?: string; page: number; limit: number },
) {
  const pattern = q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : null
  const found = db
    .selectFrom('images')
    .where('workspace_id', '=', workspaceId)
    .$if(pattern !== null, (query) =>
      query.where((is) => is.or([is('name', 'ilike', pattern!), is('alt', 'ilike', pattern!)])),
    )
  const rows: ImageRow[] = await found
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** All images of a workspace, oldest first. */
export function findAllImages(db: Db, workspaceId: string): Promise<ImageRow[]> {
  return db
    .selectFrom('images')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The images among `ids` that belong to this workspace. */
export async function findImagesById(db: Db, workspaceId: string, ids: string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('images')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

export function updateImage(
  db: Db,
  { workspaceId, id }: ResourceRef,
  change: { name?: string; alt?: string },
): Promise<ImageRow | undefined> {
  // Kysely refuses an update of nothing.
  if (change.name === undefined && change.alt === undefined) return findImage(db, { workspaceId, id })
  return db
    .updateTable('images')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** A trigger marks its files for deletion. */
export async function deleteImage(db: Db, { workspaceId, id }: ResourceRef) {
  await db.deleteFrom('images').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

/** Where the image is used: documents, posts and branding of the workspace, and posts of the server's blog. */
export async function findUses(db: Db, { workspaceId, id }: ResourceRef): Promise<ImageUse[]> {
  const address = `%/images/${id}/%`
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('content_md', 'like', address)
    .orderBy('updated_at', 'desc')
    .execute()
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'workspace_id', 'title', 'status'])
    .where((is) => is.or([is('workspace_id', '=', workspaceId), is('workspace_id', 'is', null)]))
    .where((is) =>
      is.or([
        is('body_md', 'like', address),
        is('cover', 'like', address),
        sql<boolean>`author ->> 'image' like ${address}`,
      ]),
    )
    .orderBy('updated_at', 'desc')
    .execute()
  const brand = await db
    .selectFrom('brands')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .where('logo', '=', id)
    .executeTakeFirst()
  return [
    ...(brand ? [{ kind: 'brand' as const, _id: null, title: 'This workspace’s branding' }] : []),
    ...documents.map((row) => ({ kind: 'document' as const, _id: row.id, title: row.title || 'Untitled' })),
    ...posts.map((row) => ({
      kind: 'post' as const,
      _id: row.workspace_id ? row.id : null,
      // Titles of the server blog's drafts are visible to staff only.
      title: row.workspace_id || row.status === 'published' ? row.title : 'A draft on this server’s blog',
    })),
  ]
}

/** Marks files for deletion, unless their image exists by then. */
export async function insertFilesToRemove(
  db: Db,
  { workspaceId, id }: ResourceRef,
  names: string[],
  afterSeconds: number,
) {
  await db
    .insertInto('image_files_to_remove')
    .values({
      workspace_id: workspaceId,
      image_id: id,
      names,
      due_at: sql<Date>`now() + make_interval(secs => ${afterSeconds})`,
    })
    .execute()
}

/** Lists files again that an import stored before, in the same workspace. */
export async function upsertFilesToRemove(
  db: Db,
  { workspaceId, id }: ResourceRef,
  names: string[],
  afterSeconds: number,
) {
  await sql`
    insert into image_files_to_remove (workspace_id, image_id, names, due_at)
    values (${workspaceId}, ${id}, ${names}, now() + make_interval(secs => ${afterSeconds}))
    on conflict (image_id) do update set names = excluded.names, due_at = excluded.due_at
    where image_files_to_remove.workspace_id = excluded.workspace_id`.execute(db)
}

/** Removes the mark: the image exists, or its files are deleted. */
export async function dropFilesToRemove(db: Db, imageId: string) {
  await db.deleteFrom('image_files_to_remove').where('image_id', '=', imageId).execute()
}

/** Across workspaces, longest overdue first. */
export function findFilesToRemove(db: Db, limit: number): Promise<ImageFilesToRemoveTable[]> {
  return db
    .selectFrom('image_files_to_remove')
    .selectAll()
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}
