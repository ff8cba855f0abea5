import { sql } from 'kysely'
import { possibleKeys } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ListOrigin } from '../contract.ts'
import './tables.ts'

type AddedItem = { id: string; text: string; from_kind: ListOrigin }
/** An item and a key that its report or file may have it under. */
type Candidate = { id: string; key: string }

/** Copies what the reports, lookups and files know of keywords just added. Stays when those are deleted or change. */
export async function addKnownNumbers(
  db: Db,
  list: ResourceRef,
  { items, language }: { items: readonly AddedItem[]; language: string | null },
) {
  const from = (kind: ListOrigin) => items.filter((item) => item.from_kind === kind)
  const copies = { report: addReportNumbers, volumes: addLookupNumbers, import: addImportNumbers }
  for (const [kind, copy] of Object.entries(copies)) {
    const candidates = from(kind as ListOrigin).flatMap(({ id, text }) =>
      possibleKeys(text, language).map((key): Candidate => ({ id, key })),
    )
    if (candidates.length > 0) await copy(db, list, candidates)
  }
}

const toRecordset = (candidates: readonly Candidate[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(candidates.map((one, at) => ({ ...one, at })))}::jsonb) as c(id uuid, key text, at int)`

/**
 * In steps that a distributed database runs one by one: lists and reports are on another server than rows, and it refuses functions that
 * make JSON in the update itself.
 */
async function addReportNumbers(db: Db, { workspaceId, id }: ResourceRef, candidates: readonly Candidate[]) {
  await sql`
    with requested as materialized (
      select i.id as item_id, i.from_id, c.key, c.at, p.finished_at, p.overview from ${toRecordset(candidates)}
        join keyword_list_items i on i.workspace_id = ${workspaceId} and i.list_id = ${id} and i.id = c.id
        join reports p on p.workspace_id = i.workspace_id and p.id = i.from_id
    ), found as materialized (
      select distinct on (q.item_id) q.item_id, q.finished_at, q.overview, r.* from requested q
        join report_rows r on r.workspace_id = ${workspaceId} and r.report_id = q.from_id and r.key = q.key
      order by q.item_id, q.at
    ), n as materialized (
      select r.item_id, jsonb_build_object(
      'volume', case when r.volume_provider is not null then jsonb_build_object('value', r.volume_value, 'low', r.volume_low,
        'high', r.volume_high, 'provider', r.volume_provider, 'as_of', r.volume_as_of) end,
      'monthly', coalesce(r.monthly, '[]'),
      'difficulty', r.difficulty,
      'cpc', case when r.cpc_value is not null then jsonb_build_object('value', r.cpc_value, 'currency', r.cpc_currency) end,
      'competition', r.competition,
      'intent', r.intent, 'intent_confidence', r.intent_confidence, 'popularity', r.popularity,
      'impressions', r.impressions, 'clicks', r.clicks, 'ctr', r.ctr, 'position', r.average_position,
      'performance', case when num_nonnulls(r.impressions, r.clicks, r.ctr, r.average_position) > 0
        then jsonb_build_object('provider', 'imported', 'as_of', r.performance_as_of) end,
      'measured', jsonb_build_object(
        'difficulty', case when r.difficulty is not null then jsonb_build_object('provider', r.difficulty_provider,
          'at', case when r.difficulty_provider = 'imported' then r.volume_as_of else r.finished_at end,
          'estimate', r.difficulty_provider is null and r.type = 'seed'
            and (r.overview #>> '{difficulty,value}')::float8 is not distinct from r.difficulty) end,
        'cpc', case when num_nonnulls(r.cpc_value, r.competition) > 0 then jsonb_build_object('provider', r.cpc_provider,
          'at', case when r.cpc_provider = 'imported' then r.volume_as_of else r.finished_at end, 'estimate', false) end),
      'type', r.type, 'modifier', r.modifier, 'sources', to_jsonb(r.sources)) as numbers
      from found r
    )
    update keyword_list_items i set numbers = n.numbers from n
    where i.workspace_id = ${workspaceId} and i.list_id = ${id} and i.id = n.item_id`.execute(db)
}

/** Lookups answer with rows as reports have them, all of one provider and day. */
async function addLookupNumbers(db: Db, { workspaceId, id }: ResourceRef, candidates: readonly Candidate[]) {
  await sql`
    update keyword_list_items i set numbers = jsonb_build_object(
      'volume', r -> 'volume', 'monthly', coalesce(r -> 'monthly', '[]'), 'difficulty', r -> 'difficulty', 'cpc', r -> 'cpc',
      'competition', r -> 'competition', 'intent', null, 'intent_confidence', null, 'popularity', null,
      'impressions', r -> 'impressions', 'clicks', r -> 'clicks', 'ctr', r -> 'ctr', 'position', r -> 'position',
      'performance', r -> 'performance',
      'measured', jsonb_build_object(
        'difficulty', case when r ->> 'difficulty' is not null then jsonb_build_object('provider',
          coalesce(r #>> '{volume,provider}', l.provider), 'at', coalesce(r #>> '{volume,as_of}', l.created_at::text), 'estimate', false) end,
        'cpc', case when coalesce(r #>> '{cpc,value}', r ->> 'competition') is not null then jsonb_build_object('provider',
          coalesce(r #>> '{volume,provider}', l.provider), 'at', coalesce(r #>> '{volume,as_of}', l.created_at::text), 'estimate', false) end),
      'type', null, 'modifier', null, 'sources', '[]'::jsonb)
    from lookups l cross join lateral jsonb_array_elements(l.answer -> 'items') r
    where i.workspace_id = ${workspaceId} and i.list_id = ${id} and i.id = any(${candidates.map((one) => one.id)}::uuid[])
      and l.workspace_id = i.workspace_id and l.id = i.from_id and l.kind = 'sv'
      and (r ->> 'text' = i.text or lower(r ->> 'text') = lower(i.text))`.execute(db)
}

async function addImportNumbers(db: Db, { workspaceId, id }: ResourceRef, candidates: readonly Candidate[]) {
  const at = sql`r.as_of`
  await sql`
    with found as (
      select distinct on (i.id) i.id as item_id, r.data, f.as_of from ${toRecordset(candidates)}
        join keyword_list_items i on i.workspace_id = ${workspaceId} and i.list_id = ${id} and i.id = c.id
        join import_rows r on r.workspace_id = i.workspace_id and r.import_id = i.from_id and r.key = c.key
        join imports f on f.workspace_id = r.workspace_id and f.id = r.import_id
      order by i.id, c.at)
    update keyword_list_items i set numbers = jsonb_build_object(
      'volume', case when r.data -> 'volume' is not null
        then (r.data -> 'volume') || jsonb_build_object('provider', 'imported', 'as_of', ${at}) end,
      'monthly', coalesce(jsonb_path_query_array(r.data, '$.monthly[*] ? (@.v != null)'), '[]'), 'difficulty', r.data -> 'difficulty',
      'cpc', case when r.data -> 'cpc' is not null then jsonb_build_object('value', r.data #> '{cpc,value}',
        'currency', r.data #> '{cpc,currency}') end,
      'competition', r.data -> 'competition', 'intent', null, 'intent_confidence', null, 'popularity', null,
      'impressions', r.data -> 'impressions', 'clicks', r.data -> 'clicks', 'ctr', r.data -> 'ctr', 'position', r.data -> 'position',
      'performance', case when num_nonnulls(r.data -> 'impressions', r.data -> 'clicks', r.data -> 'ctr', r.data -> 'position') > 0
        then jsonb_build_object('provider', 'imported', 'as_of', ${at}) end,
      'measured', jsonb_build_object(
        'difficulty', case when r.data -> 'difficulty' is not null then jsonb_build_object('provider', 'imported', 'at', ${at}, 'estimate', false) end,
        'cpc', case when num_nonnulls(r.data -> 'cpc', r.data -> 'competition') > 0
          then jsonb_build_object('provider', 'imported', 'at', ${at}, 'estimate', false) end),
      'type', null, 'modifier', null, 'sources', '[]'::jsonb)
    from found r where i.workspace_id = ${workspaceId} and i.list_id = ${id} and i.id = r.item_id`.execute(db)
}
