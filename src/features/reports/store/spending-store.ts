import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PaidCall } from '#providers/search-data/port.ts'
import './tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'

/** A report's budget: planned calls, reservations and spending, in US dollars to a millionth. */

export type Line = Omit<PaidCall, 'source'> & { source: string }

const mine = (report: ResourceRef) => sql`workspace_id = ${report.workspaceId} and report_id = ${report.id}`

/** False when a budget exists already. */
export async function insertBudget(
  db: Db,
  report: ResourceRef,
  maxCostUsd: number | null,
  lines: Line[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into report_budgets (workspace_id, report_id, estimate_usd, max_cost_usd)
    values (${report.workspaceId}, ${report.id}, ${getTotal(lines)}, ${maxCostUsd}) on conflict do nothing`.execute(db)
  if (numAffectedRows !== 1n) return false
  await upsertLines(db, report, lines, sql`excluded.planned_calls`, sql`excluded.planned_usd`)
  return true
}

/** Adds calls for retried sources. Lost reservations stay counted. */
export async function extendBudget(db: Db, report: ResourceRef, lines: Line[]) {
  await upsertLines(
    db,
    report,
    lines,
    sql`report_calls.calls + excluded.planned_calls`,
    sql`report_calls.committed_usd + excluded.planned_usd`,
  )
  await sql`
    update report_budgets b set estimate_usd = b.committed_usd + ${getTotal(lines)} where ${mine(report)}`.execute(db)
}

async function upsertLines(
  db: Db,
  report: ResourceRef,
  lines: Line[],
  calls: RawBuilder<unknown>,
  usd: RawBuilder<unknown>,
) {
  for (const { source, endpoint, calls: planned, usd: price } of lines)
    await sql`
      insert into report_calls (workspace_id, report_id, source, endpoint, planned_calls, planned_usd)
      values (${report.workspaceId}, ${report.id}, ${source}, ${endpoint}, ${planned}, ${price})
      on conflict (workspace_id, report_id, source, endpoint) do update set planned_calls = ${calls}, planned_usd = ${usd}`.execute(
      db,
    )
}

const getTotal = (lines: Line[]) => lines.reduce((sum, { usd }) => sum + usd, 0)

export type Drawn = 'drawn' | 'unplanned' | 'over_limit'

/** Reserves the price of a call if the plan and the limit allow it. Roll back on anything but `drawn`. */
export async function drawCall(tx: Db, report: ResourceRef, call: PaidCall): Promise<Drawn> {
  const line = await sql`
    update report_calls set calls = calls + ${call.calls}, committed_usd = committed_usd + ${call.usd}::numeric
    where ${mine(report)} and source = ${call.source} and endpoint = ${call.endpoint}
      and calls + ${call.calls} <= planned_calls and committed_usd + ${call.usd}::numeric <= planned_usd`.execute(tx)
  if (line.numAffectedRows !== 1n) return 'unplanned'
  const budget = await sql`
    update report_budgets set committed_usd = committed_usd + ${call.usd}::numeric
    where ${mine(report)} and (max_cost_usd is null or committed_usd + ${call.usd}::numeric <= max_cost_usd)`.execute(
    tx,
  )
  return budget.numAffectedRows === 1n ? 'drawn' : 'over_limit'
}

/** Replaces a reservation with the actual cost. A free call may be repeated. */
export async function settleCall(tx: Db, report: ResourceRef, call: PaidCall, usd: number) {
  const less = call.usd - usd
  await sql`
    update report_calls set committed_usd = committed_usd - ${less}::numeric, calls = calls - ${usd === 0 ? call.calls : 0}
    where ${mine(report)} and source = ${call.source} and endpoint = ${call.endpoint}`.execute(tx)
  await sql`update report_budgets set committed_usd = committed_usd - ${less}::numeric where ${mine(report)}`.execute(
    tx,
  )
}

/** What embeddings are called among the sources that cost money. */
export const embeddingsSource = 'embeddings'

/**
 * Adds to what a report cost what asking an AI model about its keywords does; less than 0 for what wasn't charged. Such a request may
 * come long after the report has finished.
 */
export async function addMeaningCost(db: Db, report: ResourceRef, usd: number) {
  await sql`
    with line as (
      insert into report_calls (workspace_id, report_id, source, endpoint, planned_calls, planned_usd, calls, committed_usd)
      select workspace_id, report_id, ${embeddingsSource}, 'embed', 0, 0, 0, ${usd}::numeric from report_budgets where ${mine(report)}
      on conflict (workspace_id, report_id, source, endpoint)
        do update set committed_usd = report_calls.committed_usd + excluded.committed_usd
    ), budget as (
      update report_budgets set committed_usd = committed_usd + ${usd}::numeric where ${mine(report)}
    )
    update reports set cost_usd = cost_usd + ${usd}::double precision
    where workspace_id = ${report.workspaceId} and id = ${report.id}`.execute(db)
}

export async function findBudget(db: Db, report: ResourceRef) {
  const { rows } = await sql<{ max_cost_usd: number | null; committed_usd: number; estimate_usd: number }>`
    select max_cost_usd, committed_usd, estimate_usd from report_budgets where ${mine(report)}`.execute(db)
  return rows[0] ?? null
}

export async function findPlannedEndpoints(
  db: Db,
  report: ResourceRef,
): Promise<{ source: string; endpoint: string }[]> {
  const { rows } = await sql<{ source: string; endpoint: string }>`
    select source, endpoint from report_calls where ${mine(report)}`.execute(db)
  return rows
}

/** The limit of a report `r`; null where none was given. */
export const maxCostUsd = sql<number | null>`(
  select b.max_cost_usd from report_budgets b where b.workspace_id = r.workspace_id and b.report_id = r.id)`

/** By source, of a report `r`; null where nothing was planned. */
export const spentBySource = sql<Record<string, number> | null>`(
  select jsonb_object_agg(source, usd) from (
    select source, sum(committed_usd) as usd from report_calls c
    where c.workspace_id = r.workspace_id and c.report_id = r.id group by source) s)`
