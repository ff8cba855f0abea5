import { sql } from 'kysely'
import { toCurrentRow } from '#features/reports/rules/rows/stored-row.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Lookup, LookupKind } from '../contract.ts'
import type { LookupAnswer, LookupQuestion } from './tables.ts'
import './tables.ts'

export type NewLookup = ResourceRef & {
  kind: LookupKind
  question: LookupQuestion
  units: number
  unitsPeriod: Date
  payerId: string
  createdBy: string
}

/** Reserved units of a running lookup. */
export type HeldUnits = { kind: LookupKind; units: number; units_period: Date; payer_id: string }

export async function insertLookup(db: Db, entry: NewLookup) {
  await db
    .insertInto('lookups')
    .values({
      workspace_id: entry.workspaceId,
      id: entry.id,
      kind: entry.kind,
      status: 'running',
      question: JSON.stringify(entry.question),
      units: entry.units,
      units_period: entry.unitsPeriod,
      payer_id: entry.payerId,
      created_by: entry.createdBy,
    })
    .execute()
}

/** False if the cleanup or its workspace's deletion has ended it. */
export async function finishLookup(
  db: Db,
  { workspaceId, id }: ResourceRef,
  done: { answer: LookupAnswer; provider: string; known: number; missing: number; units: number; costUsd: number },
): Promise<boolean> {
  const row = await db
    .updateTable('lookups')
    .set({
      status: 'done',
      answer: JSON.stringify(done.answer),
      provider: done.provider,
      known: done.known,
      missing: done.missing,
      units: done.units,
      cost_usd: done.costUsd,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const held = ['kind', 'units', 'units_period', 'payer_id'] as const

/** Locks a running lookup and returns its reserved units. */
export function findHeld(db: Db, { workspaceId, id }: ResourceRef): Promise<HeldUnits | undefined> {
  return db
    .selectFrom('lookups')
    .select(held)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes a failed lookup. Undefined when it was ended meanwhile. */
export function dropLookup(db: Db, { workspaceId, id }: ResourceRef): Promise<HeldUnits | undefined> {
  return db
    .deleteFrom('lookups')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning(held)
    .executeTakeFirst()
}

/** Deletes all running lookups of a workspace. */
export function dropRunning(db: Db, workspaceId: string): Promise<HeldUnits[]> {
  return db
    .deleteFrom('lookups')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'running')
    .returning(held)
    .execute()
}

/** Deletes abandoned lookups of all workspaces: those running since before `before`. */
export function dropAbandonedOfAllWorkspaces(db: Db, before: Date): Promise<HeldUnits[]> {
  return db
    .deleteFrom('lookups')
    .where('status', '=', 'running')
    .where('created_at', '<', before)
    .returning(held)
    .execute()
}

/** Of all workspaces. */
export async function deleteOldLookups(db: Db) {
  await db.deleteFrom('lookups').where('created_at', '<', sql<Date>`now() - interval '13 months'`).execute()
}

export async function locateLookup(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('lookups')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

const finished = (db: Db, workspaceId: string) =>
  db.selectFrom('lookups').where('workspace_id', '=', workspaceId).where('status', '=', 'done')

const headColumns = [
  'workspace_id',
  'id',
  'kind',
  'question',
  'provider',
  'known',
  'missing',
  'units',
  'cost_usd',
  'created_at',
] as const

type HeadRow = {
  workspace_id: string
  id: string
  kind: LookupKind
  question: LookupQuestion
  provider: string | null
  known: number
  missing: number
  units: number
  cost_usd: number
  created_at: Date
}

const present = ({ id, question, provider, created_at, ...rest }: HeadRow): Lookup => ({
  _id: id,
  ...rest,
  keywords: question.keywords.slice(0, 5),
  keyword_count: question.keywords.length,
  country: question.country,
  language: question.language,
  range: question.range,
  provider: provider ?? '',
  at: created_at.toISOString(),
})

export async function findLookups(
  db: Db,
  workspaceId: string,
  { kind, page, limit }: { kind: LookupKind; page: number; limit: number },
) {
  const found = finished(db, workspaceId).where('kind', '=', kind)
  const rows = await found
    .select(headColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(present), total }
}

export async function findLookup(db: Db, { workspaceId, id }: ResourceRef) {
  const row = await finished(db, workspaceId)
    .select([...headColumns, 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? { lookup: present(row), keywords: row.question.keywords, answer: row.answer && toCurrentAnswer(row.answer) }
    : null
}

const toCurrentAnswer = (answer: LookupAnswer): LookupAnswer =>
  'items' in answer ? { ...answer, items: answer.items.map(toCurrentRow) } : answer

/** The id of the newest identical lookup within the last 24 hours. */
export async function findSameQuestion(
  db: Db,
  workspaceId: string,
  kind: LookupKind,
  question: LookupQuestion,
): Promise<string | null> {
  const row = await finished(db, workspaceId)
    .select('id')
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`question = ${JSON.stringify(question)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteLookup(db: Db, { workspaceId, id }: ResourceRef) {
  await db
    .deleteFrom('lookups')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
}

/** Oldest first. */
export async function findLookupIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await finished(db, workspaceId).select('id').orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Rows of the workspace's volume lookups of the last 90 days whose keyword is among `texts` (lower case), newest first.
 * Lookups for other countries don't count: their volumes are others.
 */
export async function findVolumeRows(db: Db, workspaceId: string, country: string, texts: string[]) {
  const { rows } = await sql<{ item: unknown }>`
    select item from lookups l, jsonb_array_elements(l.answer -> 'items') item
    where l.workspace_id = ${workspaceId} and l.status = 'done' and l.kind = 'sv'
      and l.created_at > now() - interval '90 days' and l.question ->> 'country' = ${country}
      and lower(item ->> 'text') = any(${texts}::text[])
    order by l.created_at desc limit 2000`.execute(db)
  return rows.map(({ item }) => toCurrentRow(item as Parameters<typeof toCurrentRow>[0]))
}
