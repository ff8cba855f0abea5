import { sql } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import { fromErrorColumns, toErrorColumns } from '#platform/stored-error.ts'
import type {
  Progress,
  ReportHead,
  ReportStatus,
  ReportType,
  SourceState,
  Strictness,
  TopicMeaning,
} from '../contract.ts'
import { roundUsd, sumUsd } from '../rules/call-plan.ts'
import { getLanguageGaps } from '../rules/questions/language-support.ts'
import { findListed, type HeadFilter } from './report-list-store.ts'
import { maxCostUsd, spentBySource } from './spending-store.ts'
import './tables.ts'

/** The head of a report: its settings and progress. See row-store.ts and finding-store.ts for its content. */

export type NewReport = {
  id: string
  workspaceId: string
  createdBy: string
  keyName: string | null
  payerId: string
  type: ReportType
  query: string
  country: string
  language: string
  depth: number
  fresh: boolean
  importId: string | null
  /** True for a report over a given list of keywords, which queries no sources for a topic. */
  isList: boolean
  requestedSources: string[] | null
  sources: SourceState[]
  strictness: Strictness
  meaning: TopicMeaning | null
  units: number
  unitsPeriod: Date
}

export async function insertReport(db: Db, report: NewReport) {
  await db
    .insertInto('reports')
    .values({
      id: report.id,
      workspace_id: report.workspaceId,
      created_by: report.createdBy,
      key_name: report.keyName,
      payer_id: report.payerId,
      type: report.type,
      query: report.query,
      country: report.country,
      language: report.language,
      depth: report.depth,
      fresh: report.fresh,
      import_id: report.importId,
      is_list: report.isList,
      status: 'queued',
      stage: 'collect',
      ...toErrorColumns(null),
      wanted_sources: report.requestedSources,
      strictness: report.strictness,
      meaning: report.meaning && JSON.stringify(report.meaning),
      missing: '{}',
      sources: JSON.stringify(report.sources),
      units: report.units,
      units_period: report.unitsPeriod,
      overview: null,
      trend: null,
      started_at: null,
      finished_at: null,
      title: null,
      deleted_at: null,
    })
    .execute()
}

/** Returns the workspace of a report if it's one of these. */
export async function locateReport(
  db: Db,
  workspaceIds: string[],
  id: string,
  { deleted = false } = {},
): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('reports')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

const headColumns = [
  'r.id',
  'r.workspace_id',
  'r.type',
  'r.query',
  'r.country',
  'r.language',
  'r.depth',
  'r.status',
  'r.progress',
  'r.stage',
  'r.hidden',
  'r.row_count',
  'r.error',
  'r.failure',
  'r.sources',
  'r.created_at',
  'r.finished_at',
  'r.units',
  'r.cost_usd',
  'r.empty',
  'r.strictness',
  'r.meaning',
  'r.topics_version',
  'r.title',
  'r.tags',
  'r.note',
  'r.favorite',
  'r.deleted_at',
] as const

/** Of reports of earlier versions only the overview knows it. */
const ideaCount = sql<number>`coalesce(r.idea_count, (r.overview #>> '{counts,ideas}')::integer, 0)`

const isShared =
  sql<boolean>`exists (select from shares s where s.workspace_id = r.workspace_id and s.report_id = r.id)`.as('shared')

function selectHeads(db: Db, workspaceId: string) {
  return db
    .selectFrom('reports as r')
    .select([...headColumns, ideaCount.as('ideas'), isShared, spentBySource.as('spent'), maxCostUsd.as('max_cost_usd')])
    .where('r.workspace_id', '=', workspaceId)
}
type HeadRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectHeads>['executeTakeFirst']>>>

export async function findHead(db: Db, workspaceId: string, id: string): Promise<ReportHead | null> {
  const row = await selectHeads(db, workspaceId)
    .where('r.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? presentHead(row) : null
}

/** Returns report heads, oldest first. */
export async function findHeadsById(db: Db, workspaceId: string, ids: string[]): Promise<ReportHead[]> {
  const rows = await selectHeads(db, workspaceId).where('r.id', 'in', ids).orderBy('r.id').execute()
  return rows.map(presentHead)
}

export async function findHeads(
  db: Db,
  workspaceId: string,
  filter: HeadFilter,
): Promise<{ items: ReportHead[]; total: number }> {
  const { ids, total, runs } = await findListed(db, workspaceId, filter)
  if (ids.length === 0) return { items: [], total }
  const heads = await selectHeads(db, workspaceId).where('r.id', 'in', ids).execute()
  const byId = new Map(heads.map((head) => [head.id, head]))
  const items = ids.flatMap((id, index) => {
    const head = byId.get(id)
    return head ? [{ ...presentHead(head), ...(runs ? { runs: runs[index]! } : {}) }] : []
  })
  return { items, total }
}

export async function findProgress(db: Db, workspaceId: string, ids: string[]): Promise<Progress[]> {
  const rows = await db
    .selectFrom('reports as r')
    .select(['id', 'status', 'progress', 'stage', 'row_count', 'error', 'failure', 'sources', 'empty', 'cost_usd'])
    .select([ideaCount.as('ideas'), spentBySource.as('spent')])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .modifyEnd(prepared)
    .execute()
  return rows.map(presentProgress)
}

/** The progress of one report in these workspaces: waiting clients ask for it every few seconds, so it's prepared. */
export async function findProgressIn(
  db: Db,
  workspaceIds: string[],
  id: string,
): Promise<{ workspaceId: string; progress: Progress } | null> {
  const { rows } = await sql<ProgressRow & { workspace_id: string }>`
    select r.workspace_id, r.id, r.status, r.progress, r.stage, r.row_count, r.error, r.failure, r.sources, r.empty, r.cost_usd, ${ideaCount} as ideas,
      (select jsonb_object_agg(s.source, s.usd) from (select c.source, sum(c.committed_usd) as usd from report_calls c
        where c.workspace_id = r.workspace_id and c.report_id = r.id group by c.source) s) as spent
    from reports r
    where r.workspace_id = any(${workspaceIds}::uuid[]) and r.id = ${id} and r.deleted_at is null ${prepared}`.execute(
    db,
  )
  const [row] = rows
  return row ? { workspaceId: row.workspace_id, progress: presentProgress(row) } : null
}

type ProgressRow = {
  id: string
  status: ReportStatus
  progress: number
  stage: string
  row_count: number
  ideas: number
  error: string | null
  failure: Failure | null
  sources: SourceState[]
  empty: boolean
  cost_usd: number
  spent: Record<string, number> | null
}

const countFound = ({ empty, row_count, ideas }: Pick<ProgressRow, 'empty' | 'row_count' | 'ideas'>) =>
  empty ? 0 : row_count - ideas

const presentProgress = (row: ProgressRow): Progress => ({
  _id: row.id,
  status: row.status,
  progress: round(row.progress),
  stage: row.stage,
  rows: row.row_count,
  found: countFound(row),
  ...fromErrorColumns(row),
  empty: row.empty,
  ...presentSpent(row),
})

/** Uses the call plan; reports without one (earlier versions, imports) use their stored values. */
function presentSpent({ sources, spent, cost_usd }: Pick<ProgressRow, 'sources' | 'spent' | 'cost_usd'>) {
  return {
    sources: sources.map(({ error_details: _, ...source }) => ({
      ...source,
      spent_usd: roundUsd(spent?.[source.id] ?? source.spent_usd ?? 0),
    })),
    spent_usd: spent ? sumUsd(Object.values(spent).map((usd) => ({ usd }))) : cost_usd,
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000

function presentHead(row: HeadRow): ReportHead {
  return {
    _id: row.id,
    workspace_id: row.workspace_id,
    type: row.type,
    query: row.query,
    country: row.country,
    language: row.language,
    language_gaps: getLanguageGaps(row.language),
    depth: row.depth,
    status: row.status,
    progress: round(row.progress),
    stage: row.stage,
    hidden: row.hidden,
    rows: row.row_count,
    found: countFound(row),
    ...fromErrorColumns(row),
    empty: row.empty,
    ...presentSpent(row),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    units: row.units,
    cost_usd: presentSpent(row).spent_usd,
    max_cost_usd: row.max_cost_usd,
    shared: row.shared,
    strictness: row.strictness ?? 'balanced',
    meaning: row.meaning,
    topics_version: row.topics_version,
    title: row.title,
    tags: row.tags,
    note: row.note,
    favorite: row.favorite,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

/** Returns error details by source, for staff only. */
export async function findErrorDetails(db: Db, workspaceId: string, id: string): Promise<Map<string, string>> {
  const row = await db
    .selectFrom('reports')
    .select('sources')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return new Map(
    (row?.sources ?? []).flatMap((source) =>
      source.error_details ? [[source.id, source.error_details] as const] : [],
    ),
  )
}

export async function setHidden(db: Db, workspaceId: string, id: string, hidden: boolean) {
  await db.updateTable('reports').set({ hidden }).where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

export type ReportDetails = { title?: string | null; tags?: string[]; note?: string; favorite?: boolean }

export async function updateDetails(db: Db, workspaceId: string, id: string, details: ReportDetails) {
  await db.updateTable('reports').set(details).where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

/** Marks a report as deleted, or takes that back. */
export async function setDeleted(db: Db, workspaceId: string, id: string, deleted: boolean) {
  await db
    .updateTable('reports')
    .set({ deleted_at: deleted ? sql<Date>`coalesce(deleted_at, now())` : null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes some reports of all workspaces for good, with their rows, pages and links. Returns how many. */
export async function purgeDeleted(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from reports r using (
      select workspace_id, id from reports where deleted_at < now() - ${days} * interval '1 day' limit ${limit}
    ) old where r.workspace_id = old.workspace_id and r.id = old.id`.execute(db)
  return Number(numAffectedRows)
}

const bodies = (db: Db, workspaceId: string, id: string) =>
  db
    .selectFrom('reports')
    .select([
      'overview',
      'trend',
      'missing',
      'units_returned',
      'payer_id',
      'units',
      'units_period',
      'import_id',
      'is_list',
      'wanted_sources',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)

export const findBody = (db: Db, workspaceId: string, id: string) => bodies(db, workspaceId, id).executeTakeFirst()

/** Locks the report until the transaction ends. */
export const lockReport = (tx: Db, workspaceId: string, id: string) =>
  bodies(tx, workspaceId, id).forUpdate().executeTakeFirst()
