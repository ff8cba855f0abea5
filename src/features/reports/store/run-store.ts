import { sql } from 'kysely'
import type { AppError } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { Overview, ReportStatus, ReportType, SourceState, Stage, Strictness, TopicMeaning } from '../contract.ts'
import './tables.ts'

/** A running report: its worker's lease (attempt), progress and end. */

/** What a worker needs to run a report. */
export type Run = {
  workspaceId: string
  id: string
  type: ReportType
  query: string
  country: string
  language: string
  depth: number
  fresh: boolean
  importId: string | null
  /** Over a given list of keywords, not about a topic that sources are asked of. */
  isList: boolean
  requestedSources: string[] | null
  strictness: Strictness
  /** Null: keywords are grouped by words. */
  meaning: TopicMeaning | null
  sources: SourceState[]
  status: ReportStatus
  stage: Stage
  attempt: number
  startedAt: Date
  payerId: string | null
  units: number
  unitsPeriod: Date | null
}

/**
 * Takes the lease on a report: the previous worker's attempt becomes outdated. Null when the report has ended, doesn't exist,
 * or is past `stage`.
 */
export async function takeRun(db: Db, workspaceId: string, id: string, stage: Stage): Promise<Run | null> {
  const row = await db
    .updateTable('reports')
    .set({
      attempt: sql`attempt + 1`,
      status: sql<ReportStatus>`case when status = 'queued' then 'running' else status end`,
      started_at: sql<Date>`coalesce(started_at, now())`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('stage', '=', stage)
    .where('status', 'in', ['queued', 'running', 'partial'])
    .returning([
      'type',
      'query',
      'country',
      'language',
      'depth',
      'fresh',
      'import_id',
      'is_list',
      'wanted_sources',
      'strictness',
      'meaning',
      'sources',
      'status',
      'stage',
      'attempt',
      'started_at',
      'payer_id',
      'units',
      'units_period',
    ])
    .executeTakeFirst()
  if (!row) return null
  return {
    workspaceId,
    id,
    type: row.type,
    query: row.query,
    country: row.country,
    language: row.language,
    depth: row.depth,
    fresh: row.fresh,
    importId: row.import_id,
    isList: row.is_list,
    requestedSources: row.wanted_sources,
    strictness: row.strictness ?? 'balanced',
    meaning: row.meaning,
    sources: row.sources,
    status: row.status,
    stage: row.stage as Stage,
    attempt: row.attempt,
    startedAt: row.started_at ?? new Date(),
    payerId: row.payer_id,
    units: row.units,
    unitsPeriod: row.units_period,
  }
}

export type RunPatch = {
  status?: ReportStatus
  stage?: Stage
  /** Never lowers the stored value. */
  progress?: number
  sources?: SourceState[]
  rows?: number
  empty?: boolean
  error?: AppError | null
  overview?: Partial<Overview>
  trend?: unknown
  missing?: Record<string, string>
  meaning?: TopicMeaning
  finished?: boolean
  unitsReturned?: boolean
}

/** Null before the rows are counted. */
const countIdeas = (overview: Partial<Overview>) => (overview.counts ? (overview.counts.ideas ?? 0) : null)

/** Writes a run's progress, if the run is still this worker's. False: it was cancelled, or another worker took it. */
export async function updateRun(
  db: Db,
  run: Pick<Run, 'workspaceId' | 'id' | 'attempt'>,
  patch: RunPatch,
): Promise<boolean> {
  const done = await db
    .updateTable('reports')
    .set({
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.stage === undefined ? {} : { stage: patch.stage }),
      ...(patch.progress === undefined ? {} : { progress: sql`greatest(progress, ${patch.progress}::real)` }),
      ...(patch.sources === undefined ? {} : { sources: JSON.stringify(patch.sources) }),
      ...(patch.rows === undefined ? {} : { row_count: patch.rows }),
      ...(patch.empty === undefined ? {} : { empty: patch.empty }),
      // Copies the spent amount to the report: exports of a workspace don't include its call plan.
      ...(patch.finished
        ? {
            cost_usd: sql<number>`coalesce((select committed_usd::double precision from report_budgets b
              where b.workspace_id = ${run.workspaceId} and b.report_id = ${run.id}), cost_usd)`,
          }
        : {}),
      ...(patch.error === undefined ? {} : toErrorColumns(patch.error)),
      ...(patch.overview === undefined
        ? {}
        : { overview: JSON.stringify(patch.overview), idea_count: countIdeas(patch.overview) }),
      ...(patch.trend === undefined ? {} : { trend: JSON.stringify(patch.trend) }),
      ...(patch.meaning === undefined ? {} : { meaning: JSON.stringify(patch.meaning) }),
      ...(patch.missing === undefined ? {} : { missing: JSON.stringify(patch.missing) }),
      ...(patch.finished ? { finished_at: new Date() } : {}),
      ...(patch.unitsReturned ? { units_returned: true } : {}),
    })
    .where('workspace_id', '=', run.workspaceId)
    .where('id', '=', run.id)
    .where('attempt', '=', run.attempt)
    .where('status', 'in', ['queued', 'running', 'partial'])
    .returning('id')
    .modifyEnd(prepared)
    .executeTakeFirst()
  return done !== undefined
}

/** Cancels a running report. Null when it has ended. */
export async function cancelRun(
  db: Db,
  workspaceId: string,
  id: string,
  sources: SourceState[],
): Promise<{ payer_id: string | null; units: number; units_period: Date | null; row_count: number } | null> {
  const row = await db
    .updateTable('reports')
    .set({
      status: 'cancelled',
      sources: JSON.stringify(sources),
      attempt: sql`attempt + 1`,
      finished_at: new Date(),
      units_returned: sql<boolean>`units_returned or row_count = 0`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running', 'partial'])
    .returning(['payer_id', 'units', 'units_period', 'row_count'])
    .executeTakeFirst()
  return row ?? null
}

/** Cancels every running report of a workspace. */
export function cancelAllRuns(db: Db, workspaceId: string) {
  return db
    .updateTable('reports')
    .set({
      status: 'cancelled',
      attempt: sql`attempt + 1`,
      finished_at: new Date(),
      units_returned: sql<boolean>`units_returned or row_count = 0`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['queued', 'running', 'partial'])
    .returning(['id', 'payer_id', 'units', 'units_period', 'row_count', 'is_list'])
    .execute()
}

/** Queues an ended report again for some of its sources. False when it is still running. */
export async function reopenRun(
  db: Db,
  workspaceId: string,
  id: string,
  again: { sources: SourceState[]; payerId: string | null; unitsPeriod: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable('reports')
    .set({
      status: 'queued',
      stage: 'collect',
      progress: 0,
      ...toErrorColumns(null),
      empty: false,
      finished_at: null,
      started_at: null,
      units_returned: false,
      payer_id: again.payerId,
      units_period: again.unitsPeriod,
      sources: JSON.stringify(again.sources),
      attempt: sql`attempt + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['done', 'failed', 'cancelled'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
