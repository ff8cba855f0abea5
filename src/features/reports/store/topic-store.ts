import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/database.ts'
import type { Cluster, Strictness, TopicMeaning } from '../contract.ts'
import type { BuiltTopic } from '../rules/topics/topic-model.ts'
import { planForMany } from './row-store.ts'
import { updateVolumesOnce } from './volume-once-store.ts'
import './tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { RowMove } from '../rules/topics/topic-edits.ts'

/** A report's topics and parent topics, and the topic of each of its rows. */

const toKeys = (report: ResourceRef) => ({ workspace_id: report.workspaceId, report_id: report.id })

export async function replaceTopics(db: Db, report: ResourceRef, topics: readonly BuiltTopic[]) {
  await db
    .deleteFrom('report_clusters')
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .execute()
  for (let at = 0; at < topics.length; at += 3000) {
    await db
      .insertInto('report_clusters')
      .values(
        topics
          .slice(at, at + 3000)
          .map(({ _id, ...topic }, index) => ({ ...toKeys(report), id: _id, position: at + index, ...topic })),
      )
      .execute()
  }
}

/**
 * Counts the facts of topics and parents from their rows, and puts them in order: parents, topics, keywords alone, each by volume.
 * A topic named after its most searched keyword keeps that rule when volumes become known.
 */
export async function updateTopicFacts(tx: Tx, report: ResourceRef) {
  await planForMany(tx)
  const facts = sql`
    count(*)::integer as keywords,
    sum(r.volume_value)::bigint as volume,
    count(r.volume_value)::integer as volume_known,
    sum(r.difficulty * (coalesce(r.volume_value, 0) + 1)) filter (where r.difficulty is not null)
      / nullif(sum(coalesce(r.volume_value, 0) + 1) filter (where r.difficulty is not null), 0) as difficulty,
    count(r.difficulty)::integer as difficulty_known,
    mode() within group (order by r.intent) as intent,
    (array_agg(r.text order by r.volume_value desc nulls last, r.text = c.pillar desc, length(r.text), r.key))[1] as pillar`
  const rows = sql`report_rows r join report_clusters c
    on c.workspace_id = r.workspace_id and c.report_id = r.report_id and c.id = r.cluster_id`
  const here = sql`r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id}`
  await sql`
    update report_clusters t set keywords = n.keywords, volume = n.volume, volume_known = n.volume_known, difficulty = n.difficulty,
      difficulty_known = n.difficulty_known, intent = n.intent, pillar = n.pillar,
      name = case when t.name = t.pillar and not t.renamed then n.pillar else t.name end
    from (
      select c.id, ${facts} from ${rows} where ${here} group by c.id
      union all
      select c.id, ${facts} from report_rows r
        join report_clusters leaf on leaf.workspace_id = r.workspace_id and leaf.report_id = r.report_id and leaf.id = r.cluster_id
        join report_clusters c on c.workspace_id = leaf.workspace_id and c.report_id = leaf.report_id and c.id = leaf.parent_id
      where ${here} group by c.id
    ) n
    where t.workspace_id = ${report.workspaceId} and t.report_id = ${report.id} and t.id = n.id`.execute(tx)
  await updateRankingFacts(tx, report)
  await updateVolumesOnce(tx, report)
  await sql`
    update report_clusters t set position = n.position
    from (select id, row_number() over (
        order by array_position(array['parent', 'topic', 'standalone'], kind), volume desc nulls last, keywords desc, name, id) - 1 as position
      from report_clusters where workspace_id = ${report.workspaceId} and report_id = ${report.id}) n
    where t.workspace_id = ${report.workspaceId} and t.report_id = ${report.id} and t.id = n.id`.execute(tx)
}

const maxDomains = 5
const maxOverlaps = 5
/** Topics compete when this many pages rank for both. */
const minSharedPages = 3
/** A page counts for a topic when it ranks for this share of its keywords. */
const minPageShare = 0.4
/** A page in more topics than this is a hub, which says nothing about two of them. */
const maxTopicsOfPage = 20

/** Counts who ranks for topics, with which SERP features, and which topics the same pages rank for. */
async function updateRankingFacts(tx: Tx, report: ResourceRef) {
  const { rows: has } = await sql<{ has: boolean }>`
    select exists (select from report_asks where workspace_id = ${report.workspaceId} and report_id = ${report.id}
      and (urls is not null or features is not null)) as has`.execute(tx)
  if (!has[0]!.has) return
  await sql`
    with asked as (
      select r.cluster_id, r.id as row_id, a.urls, a.features from report_rows r
        join report_asks a on a.workspace_id = r.workspace_id and a.report_id = r.report_id and a.term = r.text
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.cluster_id is not null
    ), pages as (
      select distinct cluster_id, row_id, url from asked, unnest(urls) as url
    ), domains as (
      select cluster_id, regexp_replace(split_part(split_part(url, '://', 2), '/', 1), '^www\\.', '') as name,
        count(distinct row_id) as keywords
      from pages group by 1, 2
    ), features as (
      select cluster_id, type as name, count(distinct row_id) as keywords from asked, unnest(features) as type group by 1, 2
    ), counted as (
      select 'domain' as kind, * from domains union all select 'feature', * from features
    ), summed as (
      select kind, cluster_id as id, name, keywords from counted
      union all
      select n.kind, c.parent_id, n.name, sum(n.keywords) from counted n
        join report_clusters c on c.workspace_id = ${report.workspaceId} and c.report_id = ${report.id} and c.id = n.cluster_id
      where c.parent_id is not null group by 1, 2, 3
    ), ranked as (
      select *, row_number() over (partition by kind, id order by keywords desc, name) as place from summed
    ), lists as (
      select id,
        coalesce(jsonb_agg(jsonb_build_object('domain', name, 'keywords', keywords) order by place)
          filter (where kind = 'domain' and place <= ${maxDomains}), '[]') as domains,
        coalesce(jsonb_agg(jsonb_build_object('type', name, 'keywords', keywords) order by place)
          filter (where kind = 'feature'), '[]') as features
      from ranked group by id
    ), sizes as (
      select cluster_id, count(distinct row_id) as asked from pages group by 1
    ), strong as (
      select cluster_id, url, count(*) over (partition by url) as topics from (
        select p.cluster_id, p.url from pages p join sizes s using (cluster_id)
        group by p.cluster_id, p.url, s.asked having count(*) >= greatest(1, ${minPageShare}::numeric * s.asked)) page
    ), pairs as (
      select a.cluster_id, b.cluster_id as other, count(*) as pages from strong a
        join strong b on b.url = a.url and b.cluster_id <> a.cluster_id
      where a.topics between 2 and ${maxTopicsOfPage} group by 1, 2 having count(*) >= ${minSharedPages}
    ), competing as (
      select cluster_id, jsonb_agg(jsonb_build_object('cluster_id', other, 'pages', pages) order by place) as list
      from (select *, row_number() over (partition by cluster_id order by pages desc, other) as place from pairs) p
      where place <= ${maxOverlaps} group by 1
    ), n as materialized (
      -- Citus refuses the functions that make JSON in the update itself.
      select l.id, jsonb_build_object(
        'domains', l.domains, 'serp_features', l.features, 'overlaps', coalesce(o.list, '[]')) as facts
      from lists l left join competing o on o.cluster_id = l.id
    )
    update report_clusters t set facts = n.facts from n
    where t.workspace_id = ${report.workspaceId} and t.report_id = ${report.id} and t.id = n.id`.execute(tx)
}

const select = (db: Db, report: ResourceRef) =>
  db
    .selectFrom('report_clusters')
    .select(['id', 'kind', 'parent_id', 'name', 'pillar', 'intent', 'keywords', 'volume', 'volume_known'])
    .select(['difficulty', 'difficulty_known', 'facts', 'renamed', 'locked', 'parent_pinned'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('report_rows as r')
            .select('r.key')
            // Not by reference to the topic: with the values, a distributed database knows which server has the rows.
            .where('r.workspace_id', '=', report.workspaceId)
            .where('r.report_id', '=', report.id)
            .whereRef('r.cluster_id', '=', 'report_clusters.id')
            // Written out, so that the index of pinned rows is used.
            .where(sql<boolean>`r.topic_pinned`),
        )
        .as('has_pinned'),
    )
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('position')

type TopicRecord = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const present = (row: TopicRecord): Cluster => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  pillar: row.pillar,
  intent: row.intent,
  keywords: row.keywords,
  volume: row.volume,
  volume_known: row.volume_known,
  volume_once: row.facts.volume_once ?? null,
  difficulty: row.difficulty === null ? null : Math.round(row.difficulty * 10) / 10,
  difficulty_known: row.difficulty_known,
  parent_id: row.parent_id,
  serp_features: row.facts.serp_features ?? [],
  domains: row.facts.domains ?? [],
  overlaps: row.facts.overlaps ?? [],
  own: null,
  locked: row.locked,
  edited: row.renamed || row.locked || row.parent_pinned || Boolean(row.has_pinned),
})

export async function findClusters(db: Db, report: ResourceRef): Promise<Cluster[]> {
  return (await select(db, report).execute()).map(present)
}

export async function findCluster(db: Db, report: ResourceRef, id: string): Promise<Cluster | undefined> {
  const row = await select(db, report).where('id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** The topic with the most volume; undefined without topics. */
export async function findLargestTopic(db: Db, report: ResourceRef): Promise<Cluster | undefined> {
  const row = await select(db, report).where('kind', '<>', 'parent').limit(1).executeTakeFirst()
  return row && present(row)
}

/** One page of topics in order, with the total. */
export async function findClusterPage(
  db: Db,
  report: ResourceRef,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Cluster[]; total: number }> {
  // Counted separately: count(*) over () would read every row.
  const [items, all] = await Promise.all([
    select(db, report).limit(limit).offset(offset).execute(),
    db
      .selectFrom('report_clusters')
      .select(sql<number>`count(*)`.as('count'))
      .where('workspace_id', '=', report.workspaceId)
      .where('report_id', '=', report.id)
      .executeTakeFirstOrThrow(),
  ])
  return { items: items.map(present), total: all.count }
}

/** Ids of the topics under these; an id that is no parent stands for itself. */
export async function findLeafIds(db: Db, report: ResourceRef, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('report_clusters')
    .select(['id', 'parent_id'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where(sql<string>`parent_id::text`, 'in', ids)
    .execute()
  const parents = new Set(rows.map(({ parent_id }) => parent_id))
  return [...ids.filter((id) => !parents.has(id)), ...rows.map(({ id }) => id)]
}

/** Topics as grouping needs them. */
export async function findBuiltTopics(db: Db, report: ResourceRef): Promise<BuiltTopic[]> {
  const rows = await db
    .selectFrom('report_clusters')
    .select(['id as _id', 'kind', 'parent_id', 'name', 'pillar', 'intent', 'keywords', 'volume', 'volume_known'])
    .select(['renamed', 'locked', 'parent_pinned'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .orderBy('position')
    .execute()
  return rows
}

/** What grouping a finished report again needs besides rows. */
export type TopicState = {
  status: string
  query: string
  language: string
  isList: boolean
  strictness: Strictness
  version: number
  attempt: number
}

export async function findTopicState(db: Db, report: ResourceRef, lock = false): Promise<TopicState | undefined> {
  const row = await db
    .selectFrom('reports')
    .select(['status', 'query', 'language', 'is_list', 'strictness', 'topics_version', 'attempt'])
    .where('workspace_id', '=', report.workspaceId)
    .where('id', '=', report.id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return (
    row && {
      status: row.status,
      query: row.query,
      language: row.language,
      isList: row.is_list,
      strictness: row.strictness ?? 'balanced',
      version: row.topics_version,
      attempt: row.attempt,
    }
  )
}

/** Counts a change of topics. The attempt makes cached columns of rows outdated. */
export async function bumpTopicsVersion(
  tx: Tx,
  report: ResourceRef,
  topics: number,
  grouped: { strictness: Strictness; meaning: TopicMeaning | null } | null,
): Promise<{ version: number; attempt: number }> {
  const row = await tx
    .updateTable('reports')
    .set({
      topics_version: sql`topics_version + 1`,
      attempt: sql`attempt + 1`,
      overview: sql`case when overview is null then null
        else jsonb_set(overview, '{counts,clusters}', to_jsonb(${topics}::integer)) end`,
      ...(grouped === null
        ? {}
        : { strictness: grouped.strictness, meaning: grouped.meaning && JSON.stringify(grouped.meaning) }),
    })
    .where('workspace_id', '=', report.workspaceId)
    .where('id', '=', report.id)
    .returning(['topics_version', 'attempt'])
    .executeTakeFirstOrThrow()
  return { version: row.topics_version, attempt: row.attempt }
}

/** `parts`: `{key, cluster_id, topic_pinned}[]` as JSON text. Writes only rows that change. */
export async function updateRowTopics(tx: Tx, report: ResourceRef, parts: readonly string[]) {
  await planForMany(tx)
  for (const part of parts)
    await sql`
      update report_rows r set cluster_id = n.cluster_id, topic_pinned = n.topic_pinned
      from jsonb_to_recordset(${part}::jsonb) as n(key text, cluster_id uuid, topic_pinned boolean)
      where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.key = n.key
        and (r.cluster_id, r.topic_pinned) is distinct from (n.cluster_id, n.topic_pinned)`.execute(tx)
}

/** Moves rows into a topic, where they stay when grouped again. Returns how many rows. */
export async function moveRows(tx: Tx, report: ResourceRef, { to, from, rowIds }: RowMove): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('report_rows')
    .set({ cluster_id: to, topic_pinned: true })
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('type', '<>', 'idea')
    .$if(from !== null, (query) => query.where('cluster_id', 'in', from!))
    .$if(rowIds !== null, (query) => query.where('id', 'in', rowIds!))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Number of keywords by topic. */
export async function findTopicSizes(db: Db, report: ResourceRef): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('report_rows')
    .select(['cluster_id', sql<number>`count(*)`.as('count')])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('cluster_id', 'is not', null)
    .groupBy('cluster_id')
    .execute()
  return new Map(rows.map(({ cluster_id, count }) => [cluster_id!, count]))
}

/** Writes the topics that changed. */
export async function updateTopics(
  tx: Tx,
  report: ResourceRef,
  before: readonly BuiltTopic[],
  after: readonly BuiltTopic[],
) {
  const stays = new Set(after.map(({ _id }) => _id))
  const removed = before.filter(({ _id }) => !stays.has(_id)).map(({ _id }) => _id)
  if (removed.length > 0)
    await tx
      .deleteFrom('report_clusters')
      .where('workspace_id', '=', report.workspaceId)
      .where('report_id', '=', report.id)
      .where('id', 'in', removed)
      .execute()
  const known = new Map(before.map((topic) => [topic._id, topic]))
  for (const topic of after) {
    const old = known.get(topic._id)
    const { _id, ...columns } = topic
    const { kind, parent_id, name, renamed, locked, parent_pinned } = topic
    if (!old)
      await tx
        .insertInto('report_clusters')
        .values({ ...toKeys(report), id: _id, position: before.length, ...columns })
        .execute()
    else if (isChanged(old, topic))
      await tx
        .updateTable('report_clusters')
        .set({ kind, parent_id, name, renamed, locked, parent_pinned })
        .where('workspace_id', '=', report.workspaceId)
        .where('report_id', '=', report.id)
        .where('id', '=', _id)
        .execute()
  }
}

const isChanged = (a: BuiltTopic, b: BuiltTopic) =>
  a.kind !== b.kind ||
  a.parent_id !== b.parent_id ||
  a.name !== b.name ||
  a.renamed !== b.renamed ||
  a.locked !== b.locked ||
  a.parent_pinned !== b.parent_pinned
