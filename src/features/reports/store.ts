import { sql } from 'kysely'
import type { Db, HotRead } from '#platform/database.ts'
import { roundUsd, sumUsd } from './call-plan.ts'
import type { Progress, ReportHead, ReportStatus, ReportType, SourceState } from './contract.ts'
import { findListed, type HeadFilter } from './report-list-store.ts'
import { maxCostUsd, spentBySource } from './spending-store.ts'
import './tables.ts'

/** The head of a report: its settings and progress. See row-store.ts and finding-store.ts for its content. */

export type NewReport = {
  id: string
  workspaceId: string
  createdBy: string
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
  wantedSources: string[] | null
  sources: SourceState[]
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
      error: null,
      wanted_sources: report.wantedSources,
      missing: '{}',
      sources: JSON.stringify(report.sources),
      units: report.units,
      units_period: report.unitsPeriod,
      overview: null,
      trend: null,
      started_at: null,
      finished_at: null,
    })
    .execute()
}

/** Returns the workspace of a report if it's one of these. */
export async function locateReport(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('reports')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
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
  'r.sources',
  'r.created_at',
  'r.finished_at',
  'r.units',
  'r.cost_usd',
  'r.empty',
] as const

const isShared =
  sql<boolean>`exists (select from shares s where s.workspace_id = r.workspace_id and s.report_id = r.id)`.as('shared')

function selectHeads(db: Db, workspaceId: string) {
  return db
    .selectFrom('reports as r')
    .select([...headColumns, isShared, spentBySource.as('spent'), maxCostUsd.as('max_cost_usd')])
    .where('r.workspace_id', '=', workspaceId)
}
type HeadRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectHeads>['executeTakeFirst']>>>

export async function findHead(db: Db, workspaceId: string, id: string): Promise<ReportHead | null> {
  const row = await selectHeads(db, workspaceId).where('r.id', '=', id).executeTakeFirst()
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
  const { ids, total } = await findListed(db, workspaceId, filter)
  if (ids.length === 0) return { items: [], total }
  const heads = await selectHeads(db, workspaceId).where('r.id', 'in', ids).execute()
  const byId = new Map(heads.map((head) => [head.id, head]))
  return { items: ids.flatMap((id) => (byId.has(id) ? [presentHead(byId.get(id)!)] : [])), total }
}

export async function findProgress(db: Db, workspaceId: string, ids: string[]): Promise<Progress[]> {
  const rows = await db
    .selectFrom('reports as r')
    .select(['id', 'status', 'progress', 'stage', 'row_count', 'error', 'sources', 'empty', 'cost_usd'])
    .select(spentBySource.as('spent'))
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(presentProgress)
}

export type ProgressForToken = {
  role: string | null
  kind: string
  key_workspace: string | null
  scopes: string[]
  progress: Progress | null
  workspace_id: string | null
}

/** Returns session, membership and progress of a report in one query; undefined when the token is invalid. */
export async function findProgressByToken(
  read: HotRead,
  tokenHash: Buffer,
  id: string,
): Promise<ProgressForToken | undefined> {
  const [row] = await read<ProgressRow & Omit<ProgressForToken, 'progress'>>(
    'report-progress',
    `select t.kind, t.workspace_id as key_workspace, t.scopes, m.role, r.workspace_id,
      r.id, r.status, r.progress, r.stage, r.row_count, r.error, r.sources, r.empty, r.cost_usd,
      (select jsonb_object_agg(s.source, s.usd) from (select c.source, sum(c.committed_usd) as usd from report_calls c
        where c.workspace_id = r.workspace_id and c.report_id = r.id group by c.source) s) as spent
    from access_tokens t
    join users u on u.id = t.user_id
    left join reports r on r.id = $1
    left join members m on m.user_id = t.user_id and m.workspace_id = r.workspace_id
    where t.token_hash = $2 and not u.disabled and (t.expires_at is null or t.expires_at > now())`,
    [id, tokenHash],
  )
  if (!row) return undefined
  return { ...row, progress: row.id ? presentProgress(row) : null }
}

type ProgressRow = {
  id: string
  status: ReportStatus
  progress: number
  stage: string
  row_count: number
  error: string | null
  sources: SourceState[]
  empty: boolean
  cost_usd: number
  spent: Record<string, number> | null
}

const presentProgress = (row: ProgressRow): Progress => ({
  _id: row.id,
  status: row.status,
  progress: round(row.progress),
  stage: row.stage,
  rows: row.row_count,
  error: row.error,
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
    depth: row.depth,
    status: row.status,
    progress: round(row.progress),
    stage: row.stage,
    hidden: row.hidden,
    rows: row.row_count,
    error: row.error,
    empty: row.empty,
    ...presentSpent(row),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    units: row.units,
    cost_usd: presentSpent(row).spent_usd,
    max_cost_usd: row.max_cost_usd,
    shared: row.shared,
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
