import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { Changes, Found, Known } from './diff.ts'
import type { Place } from './store.ts'
import './tables.ts'

/** Every item these sources ever brought. */
export async function findKnown(db: Db, { workspaceId, id }: Place, sources: string[]): Promise<Known[]> {
  return db
    .selectFrom('listener_items')
    .select(['source', 'key', 'active'])
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', id)
    .where('source', 'in', sources)
    .execute()
}

type Written = {
  place: Place
  runNo: number
  at: Date
  changes: Changes
  passes(text: string): boolean
  /** By source, when its latest full answer before this run came: what is gone now was heard then. */
  heardBefore(source: string): string | null
}

/** Writes what a run changed, in one statement. Answers the items that are gone, those the filters pass. */
export async function writeChanges(tx: Db, { place, runNo, at, changes, passes, heardBefore }: Written) {
  const { added, returned, removed, confirmed } = changes
  const { workspaceId, id } = place
  const seen = [...returned, ...confirmed]
  const written = [
    ...added.map((one) => ({ ...one, kind: 'added' })),
    ...returned.map((one) => ({ ...one, kind: 'returned' })),
    ...removed.map((one) => ({ ...one, kind: 'removed' })),
  ]
  const { rows } = await sql<Found & { passes: boolean }>`
    with fresh as (
      insert into listener_items
        (workspace_id, listener_id, source, key, text, type, passes, active, first_run, first_seen, seen_at)
      select ${workspaceId}, ${id}, source, key, text, type, passes, true, ${runNo}, ${at}, ${at}
      from unnest(${column(added, 'source')}::text[], ${column(added, 'key')}::text[], ${column(added, 'text')}::text[],
        ${column(added, 'type')}::text[], ${added.map(({ text }) => passes(text))}::bool[])
        as found (source, key, text, type, passes)
    ), seen_again as (
      update listener_items i set active = true, seen_at = ${at}
      from unnest(${column(seen, 'source')}::text[], ${column(seen, 'key')}::text[]) as found (source, key)
      where i.workspace_id = ${workspaceId} and i.listener_id = ${id} and i.source = found.source and i.key = found.key
    ), noted as (
      insert into listener_changes (workspace_id, listener_id, run_no, source, key, kind)
      select ${workspaceId}, ${id}, ${runNo}, source, key, kind
      from unnest(${column(written, 'source')}::text[], ${column(written, 'key')}::text[],
        ${column(written, 'kind')}::text[]) as change (source, key, kind)
    )
    update listener_items i set active = false, seen_at = greatest(i.seen_at, gone.heard_at)
    from unnest(${column(removed, 'source')}::text[], ${column(removed, 'key')}::text[],
      ${removed.map(({ source }) => heardBefore(source))}::timestamptz[]) as gone (source, key, heard_at)
    where i.workspace_id = ${workspaceId} and i.listener_id = ${id} and i.source = gone.source and i.key = gone.key
    returning i.source, i.key, i.text, i.type, i.passes`.execute(tx)
  return rows.filter((item) => item.passes)
}

const column = <Row, Name extends keyof Row>(rows: Row[], name: Name) => rows.map((row) => row[name])

export type ItemRow = Found & { first_run: number; first_seen: Date; seen_at: Date; active: boolean }

const mostItems = 20_000

/** The items as they are, those the filters pass. */
export async function findItems(db: Db, { workspaceId, id }: Place): Promise<ItemRow[]> {
  return db
    .selectFrom('listener_items')
    .select(['source', 'key', 'text', 'type', 'first_run', 'first_seen', 'seen_at', 'active'])
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', id)
    .where('passes', '=', true)
    .orderBy('first_run', 'desc')
    .orderBy('active', 'desc')
    .orderBy('text')
    .orderBy('source')
    .limit(mostItems)
    .execute()
}

/** The items as they were after run `runNo`: each with its latest change until then. */
export async function findItemsAsOf(db: Db, { workspaceId, id }: Place, runNo: number) {
  const { rows } = await sql<ItemRow & { kind: 'added' | 'returned' | 'removed'; run_no: number }>`
    select i.source, i.key, i.text, i.type, i.first_run, i.first_seen, i.seen_at, i.active, c.kind, c.run_no
    from (
      select distinct on (source, key) source, key, kind, run_no from listener_changes
      where workspace_id = ${workspaceId} and listener_id = ${id} and run_no <= ${runNo}
      order by source, key, run_no desc
    ) c
    join listener_items i
      on i.workspace_id = ${workspaceId} and i.listener_id = ${id} and i.source = c.source and i.key = c.key
    where i.passes
    order by i.first_run desc, i.text, i.source
    limit ${mostItems}`.execute(db)
  return rows
}

export type ChangeRow = Found & { run_id: string; at: Date; kind: 'added' | 'returned' | 'removed' }

/** What came and went, of one run or of all, newest first. */
export async function findChanges(
  db: Db,
  { workspaceId, id }: Place,
  wanted: { runNo?: number; limit: number; offset: number },
): Promise<{ items: ChangeRow[]; total: number }> {
  const where = sql`
    from listener_changes c
    join listener_items i on i.workspace_id = c.workspace_id and i.listener_id = c.listener_id
      and i.source = c.source and i.key = c.key
    join listener_runs r on r.workspace_id = c.workspace_id and r.listener_id = c.listener_id and r.no = c.run_no
    where c.workspace_id = ${workspaceId} and c.listener_id = ${id} and i.passes
      and c.run_no = coalesce(${wanted.runNo ?? null}, c.run_no)`
  const { rows: items } = await sql<ChangeRow>`
    select c.source, c.key, c.kind, i.text, i.type, r.id as run_id, r.at ${where}
    order by c.run_no desc, c.kind = 'removed', i.text, c.source
    limit ${wanted.limit} offset ${wanted.offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*) as total ${where}`.execute(db)
  return { items, total: rows[0]!.total }
}

/** Everything ever heard, 2,000 at a time: for taking one's data along. */
export async function findAllItems(db: Db, { workspaceId, id }: Place, after: { source: string; key: string } | null) {
  const { rows } = await sql<Omit<ItemRow, 'active'> & { active: boolean }>`
    select source, key, text, type, first_run, first_seen, seen_at, active from listener_items
    where workspace_id = ${workspaceId} and listener_id = ${id}
      and (${after === null} or (source, key) > (${after?.source ?? ''}, ${after?.key ?? ''}))
    order by source, key limit 2000`.execute(db)
  return rows
}

/** Lets new filters decide about everything that was ever heard, and counts anew. Answers what is new and heard now. */
export async function applyFilter(tx: Db, place: Place, passes: (text: string) => boolean) {
  const { workspaceId, id } = place
  const items = await tx
    .selectFrom('listener_items')
    .select(['source', 'key', 'text', 'passes'])
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', id)
    .execute()
  const turned = items.filter((item) => passes(item.text) !== item.passes)
  if (turned.length > 0)
    await sql`
      update listener_items i set passes = not i.passes
      from unnest(${column(turned, 'source')}::text[], ${column(turned, 'key')}::text[]) as turned (source, key)
      where i.workspace_id = ${workspaceId} and i.listener_id = ${id}
        and i.source = turned.source and i.key = turned.key`.execute(tx)
  await recountRuns(tx, place)
}

/** Makes the runs' counts say what their changes say. */
export async function recountRuns(tx: Db, { workspaceId, id }: Place) {
  await sql`
    with counted as materialized (
      select c.run_no, count(*) filter (where c.kind <> 'removed') as added,
        count(*) filter (where c.kind = 'removed') as removed
      from listener_changes c
      join listener_items i on i.workspace_id = c.workspace_id and i.listener_id = c.listener_id
        and i.source = c.source and i.key = c.key
      where c.workspace_id = ${workspaceId} and c.listener_id = ${id} and i.passes
      group by c.run_no
    ), summed as materialized (
      select r.no, coalesce(counted.added, 0) as added, coalesce(counted.removed, 0) as removed,
        sum(coalesce(counted.added, 0) - coalesce(counted.removed, 0)) over (order by r.no) as heard
      from listener_runs r left join counted on counted.run_no = r.no
      where r.workspace_id = ${workspaceId} and r.listener_id = ${id}
    )
    update listener_runs r set added = summed.added, removed = summed.removed, heard = summed.heard
    from summed where r.workspace_id = ${workspaceId} and r.listener_id = ${id} and r.no = summed.no`.execute(tx)
}

export async function countNew(db: Db, { workspaceId, id }: Place, runNo: number): Promise<number> {
  const { count } = await db
    .selectFrom('listener_items')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', id)
    .where('passes', '=', true)
    .where('active', '=', true)
    .where('first_run', '=', runNo)
    .executeTakeFirstOrThrow()
  return count
}
