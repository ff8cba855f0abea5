import { sql } from 'kysely'
import type { ReservationStatement } from '#features/plans/reserve-units.ts'
import type { Db, HotWrite } from '#platform/database.ts'
import type { ResourceRef } from './store.ts'
import type { GenerationsTable } from './tables.ts'

/** Stores generations: provenance, cost and progress. */

export type NewGeneration = {
  id: string
  ref: ResourceRef
  kind: GenerationsTable['kind']
  provider: string
  model: string
  promptVersion: string
  payerId: string
  units: number
  unitsPeriod: Date
  startedBy: string
}

/** Lease of a running generation; its process renews it with each checkpoint (heartbeat). */
const lease = sql<Date>`now() + interval '30 seconds'`

/**
 * Inserts with one statement, because the first words wait for it. `writes`: the generation changes the document's own
 * text.
 * @throws the database's unique violation if another generation writes this document; see isSecondWriter
 */
export async function insertGeneration(tx: Db, generation: NewGeneration, { writes }: { writes: boolean }) {
  const { ref } = generation
  await sql`
    with document as (
      update documents set status = 'writing', error = null
      where ${writes} and workspace_id = ${ref.workspaceId} and id = ${ref.id}
    )
    insert into generations (workspace_id, document_id, id, kind, status, provider, model, prompt_version, payer_id, units,
      units_period, leased_until, started_by)
    values (${ref.workspaceId}, ${ref.id}, ${generation.id}, ${generation.kind}, 'running', ${generation.provider},
      ${generation.model}, ${generation.promptVersion}, ${generation.payerId}, ${generation.units}, ${generation.unitsPeriod},
      ${lease}, ${generation.startedBy})`.execute(tx)
}

const presentDocument = `select from documents where workspace_id = $1 and id = $7 and version = $8 and status <> 'writing'`

/**
 * Reserves the unit and starts writing, if `version` is current and nobody else writes the document, with one statement
 * and one commit.
 * Returns false if nothing was done.
 * The commit doesn't wait for the disk, because the first words would wait too. If the database server loses power
 * within a fifth
 * of a second, unit, generation and state are lost together: nothing was charged, and the stream ends with an error.
 * @throws the database's unique violation if another generation writes this document; see isSecondWriter
 */
export async function startWriting(
  write: HotWrite,
  units: ReservationStatement,
  generation: Omit<NewGeneration, 'payerId' | 'units' | 'unitsPeriod'>,
  version: number,
): Promise<boolean> {
  const { ref } = generation
  const rows = await write(
    'start-writing',
    `with ${units.sql({ name: 'document', text: presentDocument })}, started as (
      update documents set status = 'writing', error = null
      where workspace_id = $1 and id = $7 and exists (select from taken)
    ), quick as (
      select set_config('synchronous_commit', 'off', true)
    )
    insert into generations (workspace_id, document_id, id, kind, status, provider, model, prompt_version, payer_id, units,
      units_period, leased_until, started_by)
    select $1, $7, $9, $10, 'running', $11, $12, $13, $2, $5, $4, now() + interval '30 seconds', $14 from taken, quick
    returning id`,
    [
      ...units.values,
      ref.id,
      version,
      generation.id,
      generation.kind,
      generation.provider,
      generation.model,
      generation.promptVersion,
      generation.startedBy,
    ],
  )
  return rows.length > 0
}

/** Whether the document was deleted in the meantime. */
export const isWithoutDocument = (error: unknown) =>
  (error as { code?: string; table?: string }).code === '23503' && (error as { table?: string }).table === 'generations'

export const isSecondWriter = (error: unknown) =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'generations_writer'

/** Renews the lease and saves a checkpoint in one statement. False when the generation was closed as abandoned. */
export async function saveCheckpoint(
  write: HotWrite,
  ref: ResourceRef,
  id: string,
  reached: { progress: number; characters: number },
  content: { text: string; words: number } | null,
): Promise<boolean> {
  const rows = await write(
    'keep-writing',
    `with open as (
      update generations set leased_until = now() + interval '30 seconds', progress = $4, characters = $5
      where workspace_id = $1 and document_id = $2 and id = $3 and status = 'running'
      returning 1
    ), kept as (
      update documents set content_md = $6, word_count = $7
      where $6::text is not null and workspace_id = $1 and id = $2 and exists (select from open)
    )
    select 1 from open`,
    [ref.workspaceId, ref.id, id, reached.progress, reached.characters, content?.text ?? null, content?.words ?? null],
  )
  return rows.length > 0
}

export type Ended = {
  status: 'done' | 'cut' | 'failed'
  provider?: string
  model?: string
  inputTokens: number | null
  outputTokens: number | null
  output?: string | null
  progress: number
  characters: number
  error: string | null
  unitsReturned: boolean
}

/** Closes a running generation. False when another process closed it first. */
export async function endGeneration(tx: Db, ref: ResourceRef, id: string, ended: Ended): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('generations')
    .set({
      status: ended.status,
      ...(ended.provider ? { provider: ended.provider } : {}),
      ...(ended.model ? { model: ended.model } : {}),
      input_tokens: ended.inputTokens,
      output_tokens: ended.outputTokens,
      output: ended.output ?? null,
      progress: ended.progress,
      characters: ended.characters,
      error: ended.error,
      units_returned: ended.unitsReturned,
      leased_until: null,
      ended_at: sql`now()`,
    })
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Progress of a running generation, 0 to 1; null when there is none. */
export async function findWritingProgress(db: Db, ref: ResourceRef): Promise<number | null> {
  const row = await db
    .selectFrom('generations')
    .select('progress')
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('status', '=', 'running')
    .where('kind', 'in', ['document', 'section', 'continue'])
    .executeTakeFirst()
  return row?.progress ?? null
}

/**
 * Across workspaces, for the sweep: locks generations whose lease expired, except `alive` ones, until the transaction
 * ends.
 * Rows locked by other sweepers are skipped.
 */
export function lockAbandonedOfAllWorkspaces(tx: Db, alive: string[], most: number) {
  return tx
    .selectFrom('generations')
    .select([
      'workspace_id',
      'document_id',
      'id',
      'kind',
      'payer_id',
      'units',
      'units_period',
      'characters',
      'progress',
    ])
    .where('status', '=', 'running')
    .where('leased_until', '<', sql<Date>`now()`)
    .where(sql<boolean>`not (id = any(${alive}::uuid[]))`)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Expires all leases at startup, where no other process uses this database. */
export async function endLeasesOfAllWorkspaces(db: Db) {
  await db
    .updateTable('generations')
    .set({ leased_until: sql`now() - interval '1 second'` })
    .where('status', '=', 'running')
    .execute()
}

/** Closes the running generations of a workspace or document before it is deleted. Returns how much text each had. */
export function endAllGenerations(tx: Db, { workspaceId, id }: { workspaceId: string; id?: string }, error: string) {
  return tx
    .updateTable('generations')
    .set({ status: 'failed', error, leased_until: null, ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .$if(id !== undefined, (query) => query.where('document_id', '=', id!))
    .where('status', '=', 'running')
    .returning(['document_id', 'payer_id', 'units', 'units_period', 'characters'])
    .execute()
}
