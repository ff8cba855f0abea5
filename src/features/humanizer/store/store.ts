import { sql } from 'kysely'
import type { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { fromErrorColumns, toErrorColumns } from '#platform/stored-error.ts'
import type { Facts, Run, RunHead, RunStatus, Sentence, Strength, TextReading } from '../contract.ts'
import './tables.ts'

export type NewRun = ResourceRef & {
  documentId: string | null
  text: string
  words: number
  strength: Strength
  tone: string | null
  language: string
  freeze: string[]
  voiceId: string | null
  provider: string
  model: string
  promptVersion: string
  before: TextReading
  notice: string | null
  payerId: string
  units: number
  unitsPeriod: Date
  startedBy: string
}

/** The lease: saving progress renews it (heartbeat). */
const lease = sql<Date>`now() + interval '30 seconds'`
const excerpt = sql<string>`left(text, 200)`
/** Runs from before the scales have none. */
const toReading = (reading: TextReading | null): TextReading | null =>
  reading && { ...reading, scales: reading.scales ?? [] }

const getScore = (column: 'reading_before' | 'reading_after') =>
  sql<number | null>`(${sql.ref(column)}->>'score')::float8`

export async function insertRun(tx: Db, run: NewRun) {
  await tx
    .insertInto('humanizer_runs')
    .values({
      workspace_id: run.workspaceId,
      id: run.id,
      document_id: run.documentId,
      status: 'running',
      text: run.text,
      word_count: run.words,
      strength: run.strength,
      tone: run.tone,
      language: run.language,
      frozen: JSON.stringify(run.freeze),
      voice_id: run.voiceId,
      provider: run.provider,
      model: run.model,
      prompt_version: run.promptVersion,
      input_tokens: null,
      output_tokens: null,
      reading_before: JSON.stringify(run.before),
      reading_after: null,
      sentences: '[]',
      facts: null,
      notice: run.notice,
      ...toErrorColumns(null),
      payer_id: run.payerId,
      units: run.units,
      units_period: run.unitsPeriod,
      leased_until: lease,
      started_by: run.startedBy,
      ended_at: null,
    })
    .execute()
}

/** Saves progress and renews the lease. Returns false when the run was closed or deleted. */
export async function saveProgress(db: Db, ref: ResourceRef, sentences: Sentence[], changed: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('humanizer_runs')
    .set({ leased_until: lease, sentences: JSON.stringify(sentences), changed })
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type EndedRun = {
  status: Exclude<RunStatus, 'running'>
  provider: string
  model: string
  inputTokens: number | null
  outputTokens: number | null
  sentences: Sentence[]
  changed: number
  after: TextReading | null
  facts: Facts | null
  error: AppError | null
  unitsReturned: boolean
}

/** Closes an open run. Returns false when another process closed it or it was deleted. */
export async function endRun(tx: Db, ref: ResourceRef, ended: EndedRun): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('humanizer_runs')
    .set({
      status: ended.status,
      provider: ended.provider,
      model: ended.model,
      input_tokens: ended.inputTokens,
      output_tokens: ended.outputTokens,
      sentences: JSON.stringify(ended.sentences),
      changed: ended.changed,
      reading_after: ended.after && JSON.stringify(ended.after),
      facts: ended.facts && JSON.stringify(ended.facts),
      ...toErrorColumns(ended.error),
      units_returned: ended.unitsReturned,
      leased_until: null,
      ended_at: sql`now()`,
    })
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes runs with an expired lease and keeps their finished sentences. Skips rows locked by another process. */
export async function closeAbandonedOfAllWorkspaces(tx: Db, limit: number, error: AppError) {
  const abandoned = await tx
    .selectFrom('humanizer_runs')
    .select(['workspace_id', 'id', 'payer_id', 'units', 'units_period', 'changed'])
    .where('status', '=', 'running')
    .where('leased_until', '<', sql<Date>`now()`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { workspace_id, id, changed } of abandoned)
    await tx
      .updateTable('humanizer_runs')
      .set({
        status: changed > 0 ? 'cut' : 'failed',
        ...toErrorColumns(error),
        units_returned: changed === 0,
        leased_until: null,
        ended_at: sql`now()`,
      })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
  return abandoned
}

/** Expires all leases. Only for the single process on a database, at startup. */
export async function endLeasesOfAllWorkspaces(db: Db) {
  await db
    .updateTable('humanizer_runs')
    .set({ leased_until: sql`now() - interval '1 second'` })
    .where('status', '=', 'running')
    .execute()
}

/** Closes all running runs of a workspace that's being deleted. Returns their reserved units and changes. */
export function endAllRuns(tx: Db, workspaceId: string, error: AppError) {
  return tx
    .updateTable('humanizer_runs')
    .set({ status: 'failed', ...toErrorColumns(error), leased_until: null, ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'running')
    .returning(['payer_id', 'units', 'units_period', 'changed'])
    .execute()
}

/** Returns the workspace of a run if it's one of these. */
export async function locateRun(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('humanizer_runs')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

const headColumns = ['id', 'status', 'word_count', 'strength', 'changed', 'document_id', 'started_at'] as const

type HeadRow = {
  id: string
  status: RunStatus
  word_count: number
  strength: Strength
  changed: number
  document_id: string | null
  started_at: Date
  excerpt: string
  before: number | null
  after: number | null
}

const presentHead = (row: HeadRow): RunHead => ({
  _id: row.id,
  status: row.status,
  excerpt: row.excerpt,
  words: row.word_count,
  strength: row.strength,
  before: row.before,
  after: row.after,
  changed: row.changed,
  document_id: row.document_id,
  created_at: row.started_at.toISOString(),
})

/** Latest first. */
export async function findRuns(
  db: Db,
  workspaceId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ items: RunHead[]; total: number }> {
  const of = db.selectFrom('humanizer_runs').where('workspace_id', '=', workspaceId)
  const [rows, { total }] = await Promise.all([
    of
      .select([
        ...headColumns,
        excerpt.as('excerpt'),
        getScore('reading_before').as('before'),
        getScore('reading_after').as('after'),
      ])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    of.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(presentHead), total: Number(total) }
}

export async function findRun(db: Db, ref: ResourceRef): Promise<Run | null> {
  const row = await db
    .selectFrom('humanizer_runs')
    .selectAll()
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...presentHead({
      ...row,
      excerpt: row.text.slice(0, 200),
      before: row.reading_before?.score ?? null,
      after: row.reading_after?.score ?? null,
    }),
    text: row.text,
    tone: row.tone,
    language: row.language,
    freeze: row.frozen,
    voice_id: row.voice_id,
    provider: row.provider,
    model: row.model,
    sentences: row.sentences,
    reading_before: toReading(row.reading_before),
    reading_after: toReading(row.reading_after),
    facts: row.facts,
    notice: row.notice,
    ...fromErrorColumns(row),
  }
}

export async function findRunIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('humanizer_runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('started_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes a run and returns its status, changes and reserved units. */
export async function deleteRun(tx: Db, ref: ResourceRef) {
  const row = await tx
    .deleteFrom('humanizer_runs')
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .returning(['status', 'changed', 'payer_id', 'units', 'units_period'])
    .executeTakeFirst()
  return row ?? null
}

/** Deletes finished runs older than `days`. */
export async function deleteOldRunsOfAllWorkspaces(db: Db, days: number) {
  await db
    .deleteFrom('humanizer_runs')
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('status', '!=', 'running')
    .execute()
}
