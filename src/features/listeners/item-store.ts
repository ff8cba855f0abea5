import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { Changes, Found, Known } from './diff.ts'
import type { Place } from './store.ts'
import './tables.ts'

/** Every item these sources ever brought. Keys hold no line breaks: one text of many is read ten times as fast as rows. */
export async function findKnown(db: Db, { workspaceId, id }: Place, sources: string[]): Promise<Known[]> {
  const { rows } = await sql<{ source: string; active: boolean; keys: string }>`
    select source, active, string_agg(key, ${lineBreak}) as keys from listener_items
    where workspace_id = ${workspaceId} and listener_id = ${id} and source = any(${sources}::text[])
    group by source, active`.execute(db)
  return rows.map(({ source, active, keys }) => ({ source, active, keys: keys.split(lineBreak) }))
}

const lineBreak = '\n'

/** What one run changed, and whose run it is. */
export type RunChanges = {
  place: Place
  runNo: number
  at: Date
  changes: Changes
  /** Of each of `changes.added`, in their order. */
  passes: boolean[]
  /** By source, when its latest full answer before this run came: what is gone now was heard then. */
  heardBefore(source: string): string | null
}

export type GoneItem = { id: string; source: string; key: string; text: string; type: string }

/** Writes what runs of different listeners changed. Answers the items that are gone, those the filters pass, with their listener's id. */
export async function writeChanges(tx: Db, runs: RunChanges[]): Promise<GoneItem[]> {
  await insertFound(tx, runs)
  const flat = (pick: (changes: Changes) => { source: string; key: string }[]) =>
    runs.flatMap(({ place, runNo, at, changes, heardBefore }) =>
      pick(changes).map(({ source, key }) => ({ place, runNo, at, heardBefore, source, key })),
    )
  const seen = flat(({ returned, confirmed }) => [...returned, ...confirmed])
  const removed = flat((changes) => changes.removed)
  const returned = flat((changes) => changes.returned)
  const whichOf = (rows: typeof seen) => sql`unnest(${rows.map(({ place }) => place.workspaceId)}::uuid[],
    ${rows.map(({ place }) => place.id)}::uuid[], ${column(rows, 'source')}::text[], ${column(rows, 'key')}::text[],`
  if (seen.length > 0)
    await sql`
      update listener_items i set active = true, seen_at = found.at
      from ${whichOf(seen)} ${column(seen, 'at')}::timestamptz[]) as found (workspace_id, id, source, key, at)
      where i.workspace_id = found.workspace_id and i.listener_id = found.id
        and i.source = found.source and i.key = found.key`.execute(tx)
  const noted = [...returned, ...removed]
  if (noted.length > 0)
    await sql`
      insert into listener_changes (workspace_id, listener_id, source, key, run_no, kind)
      select workspace_id, id, source, key, run_no, kind
      from ${whichOf(noted)} ${column(noted, 'runNo')}::int[],
        ${noted.map((_, index) => (index < returned.length ? 'returned' : 'removed'))}::text[])
        as change (workspace_id, id, source, key, run_no, kind)`.execute(tx)
  if (removed.length === 0) return []
  const { rows } = await sql<GoneItem & { passes: boolean }>`
    update listener_items i set active = false, seen_at = greatest(i.seen_at, gone.heard_at)
    from ${whichOf(removed)} ${removed.map(({ source, heardBefore }) => heardBefore(source))}::timestamptz[])
      as gone (workspace_id, id, source, key, heard_at)
    where i.workspace_id = gone.workspace_id and i.listener_id = gone.id and i.source = gone.source and i.key = gone.key
    returning i.listener_id as id, i.source, i.key, i.text, i.type, i.passes`.execute(tx)
  return rows.filter((item) => item.passes)
}

/** New items, and that they came. They are sent a source at a time, as lines: hundreds a run would be parsed one by one. */
async function insertFound(tx: Db, runs: RunChanges[]) {
  const groups = runs.flatMap(({ place, runNo, at, changes: { added }, passes }) => {
    const bySource = new Map<string, { keys: string[]; texts: string[]; types: string[]; passes: boolean[] }>()
    added.forEach(({ source, key, text, type }, index) => {
      const group = bySource.get(source) ?? { keys: [], texts: [], types: [], passes: [] }
      bySource.set(source, group)
      group.keys.push(key)
      group.texts.push(text)
      group.types.push(type)
      group.passes.push(passes[index]!)
    })
    return [...bySource].map(([source, group]) => ({
      workspace_id: place.workspaceId,
      id: place.id,
      run_no: runNo,
      at,
      source,
      keys: group.keys.join(lineBreak),
      texts: group.texts.join(lineBreak),
      types: group.types.join(lineBreak),
      passes: group.passes.join(lineBreak),
    }))
  })
  if (groups.length === 0) return
  const lines = (name: string) => sql`string_to_array(found.${sql.raw(name)}, ${lineBreak})`
  await sql`
    with item as materialized (
      select workspace_id, id, run_no, at, source, line.key, line.text, line.type, line.passes
      from json_to_recordset(${JSON.stringify(groups)}::json) as found
          (workspace_id uuid, id uuid, run_no int, at timestamptz, source text, keys text, texts text, types text, passes text),
        unnest(${lines('keys')}, ${lines('texts')}, ${lines('types')}, ${lines('passes')}::bool[])
          as line (key, text, type, passes)
    ), noted as (
      insert into listener_changes (workspace_id, listener_id, run_no, source, key, kind)
      select workspace_id, id, run_no, source, key, 'added' from item
    )
    insert into listener_items
      (workspace_id, listener_id, source, key, text, type, passes, active, first_run, first_seen, seen_at)
    select workspace_id, id, source, key, text, type, passes, true, run_no, at, at from item`.execute(tx)
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
