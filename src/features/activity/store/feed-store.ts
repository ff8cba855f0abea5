import { type RawBuilder, sql } from 'kysely'
import type { ReviewStateName } from '#features/review/contract-state.ts'
import type { Db } from '#platform/database/database.ts'
import type { DestinationKind } from '#providers/publishing/port.ts'
import type { ActivityKind, ActorKind, SubjectKind } from '../contract.ts'
import type { ActivityPosition } from '../rules/activity-cursor.ts'
import './tables.ts'

/** Reads what happened from the tables that keep it. Each part is read by an index on its time, up to the rows of a page. */

export type FeedRow = {
  key: string
  at: Date
  /** UTC, to the microsecond. */
  exact_at: string
  kind: ActivityKind
  subject: SubjectKind
  document_id: string | null
  plan_id: string | null
  report_id: string | null
  post_id: string | null
  title: string
  actor_kind: ActorKind
  actor_name: string | null
  actor_key: string | null
  version: number | null
  state: ReviewStateName | null
  count: number | null
  owner: string | null
  due_on: string | null
  text: string | null
  destination: DestinationKind | null
  url: string | null
}

export type FeedQuery = {
  workspaceId: string
  /** Null: of the whole workspace. */
  documentId: string | null
  after: ActivityPosition | null
  limit: number
}

const columns = {
  kind: 'text',
  subject: 'text',
  document_id: 'uuid',
  plan_id: 'uuid',
  report_id: 'uuid',
  post_id: 'uuid',
  title: 'text',
  actor_kind: 'text',
  actor_id: 'uuid',
  actor_name: 'text',
  actor_key: 'text',
  version: 'integer',
  state: 'text',
  count: 'integer',
  owner_id: 'uuid',
  due_on: 'date',
  text: 'text',
  destination: 'text',
  url: 'text',
} as const

type Part = {
  /** Unique among all parts. */
  key: RawBuilder<unknown>
  at: RawBuilder<unknown>
  /** What isn't given is null. */
  entry: Partial<Record<keyof typeof columns, RawBuilder<unknown>>>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  groupBy?: RawBuilder<unknown>
}

const toNull = (type: string) => sql`null::${sql.raw(type)}`

function toSelect({ key, at, entry, from, where, groupBy }: Part, { after, limit }: FeedQuery): RawBuilder<unknown> {
  const byteKey = sql`(${key}) collate "C"`
  const values = Object.entries(columns).map(
    ([name, type]) => sql`${entry[name as keyof typeof columns] ?? toNull(type)} as ${sql.ref(name)}`,
  )
  const earlier = after
    ? sql`and ${at} <= ${after.at}::timestamptz and (${at}, ${byteKey}) < (${after.at}::timestamptz, ${after.key})`
    : sql``
  return sql`(
    select ${byteKey} as key, ${at} as at, ${sql.join(values)} from ${from}
    where ${where} ${earlier} ${groupBy ? sql`group by ${groupBy}` : sql``}
    order by ${at} desc, ${byteKey} desc limit ${limit})`
}

const maxText = 140

/** Versions of documents: new ones, generated ones, and the last that each person saved in an hour. */
const getVersions = ({ workspaceId, documentId }: FeedQuery): Part => ({
  key: sql`'version-' || v.document_id || '-' || v.version`,
  at: sql`v.at`,
  entry: {
    kind: sql`case v.cause when 'new' then 'created' when 'generation' then 'generated' else 'edited' end`,
    subject: sql`'document'`,
    document_id: sql`v.document_id`,
    title: sql`v.title`,
    actor_kind: sql`case when v.cause = 'generation' then 'earshot' when v.with_key then 'api' else 'member' end`,
    actor_id: sql`case when v.cause <> 'generation' then v.by end`,
    actor_key: sql`case when v.cause <> 'generation' then v.key_name end`,
    version: sql`v.version`,
  },
  from: sql`document_versions v`,
  where: sql`v.workspace_id = ${workspaceId} ${documentId ? sql`and v.document_id = ${documentId}` : sql``}
    and (v.cause <> 'update' or not exists (
      select from document_versions n
      where n.workspace_id = v.workspace_id and n.document_id = v.document_id and n.at >= v.at
        and n.at < date_trunc('hour', v.at, 'UTC') + interval '1 hour' and n.version > v.version and n.cause = 'update'
        and n.by is not distinct from v.by and n.with_key = v.with_key and n.key_name is not distinct from v.key_name))`,
})

const commentKeys = { document: 'comment-', plan: 'plancomment-' } as const

/** Comments on documents or on content plans, by the columns that both tables have. */
const getCommentsOn =
  (subject: 'document' | 'plan') =>
  ({ workspaceId, documentId }: FeedQuery): Part => ({
    key: sql`${sql.lit(commentKeys[subject])} || c.id`,
    at: sql`c.created_at`,
    entry: {
      kind: sql`'commented'`,
      subject: sql.lit(subject),
      [`${subject}_id`]: sql.ref(`c.${subject}_id`),
      actor_kind: sql`case when c.key_name is null then c.author_kind else 'api' end`,
      actor_id: sql`c.author_id`,
      actor_name: sql`c.author_name`,
      actor_key: sql`c.key_name`,
      text: sql`left(c.text, ${maxText})`,
    },
    from: sql`${sql.table(`${subject}_comments`)} c`,
    where: sql`c.workspace_id = ${workspaceId} ${documentId ? sql`and c.document_id = ${documentId}` : sql``}`,
  })

const getProposals = ({ workspaceId, documentId }: FeedQuery): Part => ({
  key: sql`'proposal-' || p.id`,
  at: sql`p.created_at`,
  entry: {
    kind: sql`'suggested'`,
    subject: sql`'document'`,
    document_id: sql`p.document_id`,
    actor_kind: sql`'guest'`,
    actor_name: sql`p.author_name`,
    count: sql`(select count(*)::integer from document_suggestions s where s.workspace_id = p.workspace_id and s.proposal_id = p.id)`,
  },
  from: sql`document_proposals p`,
  where: sql`p.workspace_id = ${workspaceId} ${documentId ? sql`and p.document_id = ${documentId}` : sql``}`,
})

/** What one person decided at once is one entry. */
const getDecisions = ({ workspaceId, documentId }: FeedQuery): Part => ({
  key: sql`s.state || '-' || p.document_id || '-' || coalesce(s.decided_by::text, '0')`,
  at: sql`s.decided_at`,
  entry: {
    kind: sql`'suggestions_' || s.state`,
    subject: sql`'document'`,
    document_id: sql`p.document_id`,
    actor_kind: sql`case when s.key_name is null then 'member' else 'api' end`,
    actor_id: sql`s.decided_by`,
    actor_key: sql`s.key_name`,
    count: sql`count(*)::integer`,
  },
  from: sql`document_suggestions s
    join document_proposals p on p.workspace_id = s.workspace_id and p.id = s.proposal_id`,
  where: sql`s.workspace_id = ${workspaceId} and s.decided_at is not null and s.state <> 'open'
    ${documentId ? sql`and p.document_id = ${documentId}` : sql``}`,
  groupBy: sql`s.decided_at, s.state, p.document_id, s.decided_by, s.key_name`,
})

/** Review states that were set before entries were recorded. */
const getReviews = ({ workspaceId, documentId }: FeedQuery): Part => ({
  key: sql`'review-' || r.document_id`,
  at: sql`r.at`,
  entry: {
    kind: sql`'state_changed'`,
    subject: sql`'document'`,
    document_id: sql`r.document_id`,
    actor_kind: sql`r.by_kind`,
    actor_id: sql`r.by_id`,
    actor_name: sql`r.by_name`,
    version: sql`r.version`,
    state: sql`r.state`,
  },
  from: sql`document_reviews r`,
  where: sql`r.workspace_id = ${workspaceId} ${documentId ? sql`and r.document_id = ${documentId}` : sql``}
    and not exists (
      select from activity_entries a
      where a.workspace_id = r.workspace_id and a.document_id = r.document_id and a.kind = 'state_changed')`,
})

const getEntries = ({ workspaceId, documentId }: FeedQuery): Part => ({
  key: sql`'entry-' || a.id`,
  at: sql`a.at`,
  entry: {
    kind: sql`a.kind`,
    subject: sql`a.subject`,
    document_id: sql`a.document_id`,
    plan_id: sql`a.plan_id`,
    post_id: sql`a.post_id`,
    title: sql`a.title`,
    actor_kind: sql`a.actor_kind`,
    actor_id: sql`a.actor_id`,
    actor_name: sql`case when a.actor_kind <> 'api' then a.actor_name end`,
    actor_key: sql`case when a.actor_kind = 'api' then nullif(a.actor_name, '') end`,
    version: sql`a.version`,
    state: sql`a.state`,
    owner_id: sql`a.owner_id`,
    due_on: sql`a.due_on`,
    text: sql`left(a.text, ${maxText})`,
    destination: sql`a.destination`,
    url: sql`a.url`,
  },
  from: sql`activity_entries a`,
  where: sql`a.workspace_id = ${workspaceId} ${documentId ? sql`and a.document_id = ${documentId}` : sql``}`,
})

const getPlans = ({ workspaceId }: FeedQuery): Part => ({
  key: sql`'plan-' || p.id`,
  at: sql`p.created_at`,
  entry: {
    kind: sql`'created'`,
    subject: sql`'plan'`,
    plan_id: sql`p.id`,
    actor_kind: sql`case when p.key_name is null then 'member' else 'api' end`,
    actor_id: sql`p.created_by`,
    actor_key: sql`p.key_name`,
  },
  from: sql`content_plans p`,
  where: sql`p.workspace_id = ${workspaceId}`,
})

/** Hidden and deleted reports stay out. */
const getReports = ({ workspaceId }: FeedQuery): Part => ({
  key: sql`'report-' || r.id`,
  at: sql`r.finished_at`,
  entry: {
    kind: sql`'report_' || r.status`,
    subject: sql`'report'`,
    report_id: sql`r.id`,
    actor_kind: sql`case when r.key_name is not null then 'api' when r.created_by is null then 'earshot' else 'member' end`,
    actor_id: sql`r.created_by`,
    actor_key: sql`r.key_name`,
  },
  from: sql`reports r`,
  where: sql`r.workspace_id = ${workspaceId} and r.finished_at is not null and r.status in ('done', 'failed')
    and not r.hidden and r.deleted_at is null`,
})

/** The entries before a position, latest first. */
export async function findActivity(db: Db, query: FeedQuery): Promise<FeedRow[]> {
  const parts = [getVersions, getCommentsOn('document'), getProposals, getDecisions, getReviews, getEntries]
  if (!query.documentId) parts.push(getPlans, getCommentsOn('plan'), getReports)
  const selects = parts.map((getPart) => toSelect(getPart(query), query))
  const { rows } = await sql<FeedRow>`
    select e.key, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_at, e.kind, e.subject, e.document_id,
      e.plan_id, e.report_id, e.post_id, coalesce(d.title, p.name, nullif(r.title, ''), r.query, e.title, '') as title, e.actor_kind,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, nullif(e.actor_name, '')) as actor_name, e.actor_key,
      e.version, e.state, e.count, coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.email) as owner, e.due_on, e.text,
      e.destination, e.url
    from (
      select * from (${sql.join(selects, sql` union all `)}) parts
      order by at desc, key desc limit ${query.limit}) e
    left join documents d on d.workspace_id = ${query.workspaceId} and d.id = e.document_id
    left join content_plans p on p.workspace_id = ${query.workspaceId} and p.id = e.plan_id
    left join reports r on r.workspace_id = ${query.workspaceId} and r.id = e.report_id
    left join users u on u.id = e.actor_id
    left join users o on o.id = e.owner_id
    order by e.at desc, e.key desc`.execute(db)
  return rows
}
