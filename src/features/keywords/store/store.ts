import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/database.ts'
import type { ImportKeyword, KeywordImport } from '../contract.ts'
import type { ImportRow } from '../rules/imported-keyword.ts'
import './tables.ts'

export type NewImport = Omit<KeywordImport, '_id' | 'created_at' | 'keywords'> & {
  id: string
  workspaceId: string
  createdBy: string | null
}

const toColumns = (entry: NewImport) => ({
  kind: entry.kind,
  rows: entry.rows,
  accepted: entry.accepted,
  rejected: JSON.stringify(entry.rejected),
  rejected_total: entry.rejected_total,
  unread: JSON.stringify(entry.unread),
  unread_total: entry.unread_total,
  columns: JSON.stringify(entry.columns),
  left_out: JSON.stringify(entry.left_out),
  reading: JSON.stringify(entry.reading),
  as_of: entry.as_of ? new Date(entry.as_of) : null,
  keys_by_language: true,
})

/** `parts`: `ImportRow[]` as JSON text, as the worker thread produced it. `file`: the file itself, compressed. */
export async function insertImport(db: Db, entry: NewImport, parts: string[], file: Uint8Array) {
  const { workspaceId, id, createdBy, file_name } = entry
  await db
    .insertInto('imports')
    .values({ workspace_id: workspaceId, id, file_name, created_by: createdBy, ...toColumns(entry) })
    .execute()
  await db
    .insertInto('import_files')
    .values({ workspace_id: workspaceId, import_id: id, content: Buffer.from(file) })
    .execute()
  await insertRows(db, entry, parts)
}

/** Replaces what an import brought by another reading of its file. */
export async function replaceImport(db: Db, entry: NewImport, parts: string[]) {
  const { workspaceId, id } = entry
  await db
    .updateTable('imports')
    .set(toColumns(entry))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('import_rows').where('workspace_id', '=', workspaceId).where('import_id', '=', id).execute()
  await insertRows(db, entry, parts)
}

/** Returns an import's file, compressed; null for imports of earlier versions and of other servers. */
export async function findImportFile(db: Db, workspaceId: string, id: string): Promise<Buffer | null> {
  const found = await db
    .selectFrom('import_files')
    .select('content')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .executeTakeFirst()
  return found?.content ?? null
}

/** Locks an import, so that two readings don't mix. Returns who uploaded it; undefined when it's deleted. */
export function lockImport(tx: Tx, workspaceId: string, id: string) {
  return tx
    .selectFrom('imports')
    .select(['file_name', 'created_by'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function insertRows(db: Db, entry: NewImport, parts: string[]) {
  for (const part of parts) {
    await sql`
      insert into import_rows (workspace_id, import_id, line, key, text, data)
      select ${entry.workspaceId}, ${entry.id}, n.* from jsonb_to_recordset(${part}::jsonb) as n(line integer, key text, text text, data jsonb)`.execute(
      db,
    )
  }
}

const columns = [
  'id',
  'kind',
  'file_name',
  'rows',
  'accepted',
  'rejected',
  'rejected_total',
  'columns',
  'left_out',
  'unread',
  'unread_total',
  'reading',
  'as_of',
  'created_at',
] as const

function select(db: Db, workspaceId: string) {
  return db
    .selectFrom('imports')
    .select(columns)
    .select((eb) =>
      eb
        .case()
        .when('kind', '=', 'serp')
        .then(
          eb
            .selectFrom('import_rows as r')
            .select(sql<number>`count(*)`.as('count'))
            .whereRef('r.workspace_id', '=', 'imports.workspace_id')
            .whereRef('r.import_id', '=', 'imports.id'),
        )
        .else(eb.ref('accepted'))
        .end()
        .as('keywords'),
    )
    .where('workspace_id', '=', workspaceId)
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

const present = ({ id, as_of, created_at, ...rest }: Found): KeywordImport => ({
  _id: id,
  ...rest,
  keywords: Number(rest.keywords),
  as_of: as_of?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

export async function findImport(db: Db, workspaceId: string, id: string): Promise<KeywordImport | null> {
  const row = await select(db, workspaceId).where('id', '=', id).executeTakeFirst()
  return row ? present(row) : null
}

export async function findImports(db: Db, workspaceId: string, page: { page: number; limit: number }) {
  const rows = await select(db, workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  const { total } = await db
    .selectFrom('imports')
    .select(sql<number>`count(*)`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { items: rows.map(present), total }
}

export async function deleteImport(db: Db, workspaceId: string, id: string) {
  await db.deleteFrom('imports').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

export async function locateImport(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('imports')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export function findImportRows(
  db: Db,
  workspaceId: string,
  importId: string,
  after: number,
  limit: number,
): Promise<ImportRow[]> {
  return db
    .selectFrom('import_rows')
    .select(['line', 'key', 'text', 'data'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Returns a page of an import's rows as they are in the file. */
export async function findImportPage(
  db: Db,
  workspaceId: string,
  importId: string,
  page: { page: number; limit: number },
) {
  const rows = db.selectFrom('import_rows').where('workspace_id', '=', workspaceId).where('import_id', '=', importId)
  const items = await rows
    .select(['line', 'key', 'text', 'data'])
    .orderBy('line')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items: items.map(presentRow), total: Number(total) }
}

export const presentRow = ({ line, text, data }: ImportRow): ImportKeyword => ({
  line,
  text,
  volume: data.volume ?? null,
  monthly: (data.monthly ?? []).map(({ t, v, low = null, high = null }) => ({ t, v, low, high })),
  impressions: data.impressions ?? null,
  clicks: data.clicks ?? null,
  ctr: data.ctr ?? null,
  position: data.position ?? null,
  cpc: data.cpc ?? null,
  competition: data.competition ?? null,
  difficulty: data.difficulty ?? null,
  url: data.url ?? null,
  interest: data.interest ?? [],
  trends: data.trends ?? [],
  parent: data.parent ?? null,
  depth: data.depth ?? null,
  topic: data.topic ?? null,
  parent_topic: data.parent_topic ?? null,
})

/** Counts the keywords of a list, given or imported, whose results a SERP file has. */
export async function countSerpKeywords(
  db: Db,
  workspaceId: string,
  serpImportId: string,
  list: { keys: string[] } | { importId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from import_rows s
    where s.workspace_id = ${workspaceId} and s.import_id = ${serpImportId} and s.data ? 'serp' and ${
      'keys' in list
        ? sql`s.key = any(${list.keys})`
        : sql`s.key in (select key from import_rows k where k.workspace_id = ${workspaceId} and k.import_id = ${list.importId})`
    }`.execute(db)
  return Number(rows[0]!.count)
}

export type DatedRow = ImportRow & { kind: string; as_of: Date | null; created_at: Date }

/** The newest data first. A file without a date is never newer than one with a date. */
const newest = sql`i.as_of desc nulls last, i.created_at desc`
/** Google's own numbers first, where the numbers of one provider are shown. */
const ownFirst = sql`(i.kind in ('search_console', 'google_analytics')) desc`
/** Search Console's numbers are in Google Analytics too: one provider. Files that nobody signed are apart from all others. */
const provider = sql`case i.kind when 'google_analytics' then 'search_console' else i.kind end`

/** Returns imported rows that contain all of these words, with the newest numbers of each keyword in the workspace. */
export async function findImportRowsAbout(
  db: Db,
  workspaceId: string,
  words: string[],
  limit: number,
): Promise<DatedRow[]> {
  const holds = words.map((word) => sql`r.key like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  const { rows } = await sql<DatedRow>`
    select distinct on (r.key) r.line, r.key, r.text, r.data, i.kind, i.as_of, i.created_at
    from import_rows r join imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
    where r.workspace_id = ${workspaceId} and ${sql.join(holds, sql` and `)}
    order by r.key, (r.data ? 'volume') desc, ${newest} limit ${limit}`.execute(db)
  return rows
}

/** Returns the newest imported metrics of these keywords. */
export async function findImportedNumbers(db: Db, workspaceId: string, keys: string[]): Promise<DatedRow[]> {
  const { rows } = await sql<DatedRow>`
    select distinct on (r.key) r.line, r.key, r.text, r.data, i.kind, i.as_of, i.created_at
    from import_rows r join imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
    where r.workspace_id = ${workspaceId} and r.key = any(${keys})
    order by r.key, (r.data ? 'volume') desc, ${newest}`.execute(db)
  return rows
}

/**
 * Returns the newest imported impressions, clicks, CTR and position of these keywords, all from the same file: one row per
 * keyword and provider, Google's first.
 */
export async function findImportedPerformance(db: Db, workspaceId: string, keys: string[]): Promise<DatedRow[]> {
  const { rows } = await sql<DatedRow>`
    select * from (
      select distinct on (r.key, ${provider}) r.line, r.key, r.text, r.data, ${provider} as kind, i.as_of, i.created_at
      from import_rows r join imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
      where r.workspace_id = ${workspaceId} and r.key = any(${keys}) and r.data ?| array['impressions', 'clicks', 'ctr', 'position']
      order by r.key, ${provider}, ${newest}) i
    order by key, ${ownFirst}, ${newest}`.execute(db)
  return rows
}

/**
 * Returns every import's history of these keywords, oldest first: monthly searches, and impressions by the date of their file.
 */
export async function findImportedHistory(db: Db, workspaceId: string, keys: string[]): Promise<DatedRow[]> {
  const { rows } = await sql<DatedRow>`
    select r.line, r.key, r.text, r.data, i.kind, i.as_of, i.created_at
    from import_rows r join imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
    where r.workspace_id = ${workspaceId} and r.key = any(${keys}) and r.data ?| array['monthly', 'impressions', 'interest']
    order by i.as_of nulls first, i.created_at`.execute(db)
  return rows
}

export async function hasImports(db: Db, workspaceId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('imports')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}
