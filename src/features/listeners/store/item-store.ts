import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { KnownItems, SourceChanges } from '../rules/diff-run.ts'
import type { Filter } from '../rules/phrase-filter.ts'
import {
  type Change,
  type ChangeBatch,
  getChanges,
  getPhrases,
  type History,
  type ItemBatch,
  inOrder,
  lineBreak,
  type PhraseState,
} from '../rules/replay-history.ts'
import './tables.ts'

/** Returns the known items of these listeners and whether each is active, in one query. In the order of `refs`. */
export async function findKnown(db: Db, refs: ResourceRef[]): Promise<KnownItems[]> {
  const { rows } = await sql<{ id: string; source: string; kind: string | null; texts: string; keys: string | null }>`
    with asked as materialized (
      select * from unnest(${column(refs, 'workspaceId')}::uuid[], ${column(refs, 'id')}::uuid[])
        as asked (workspace_id, listener_id)
    )
    select i.listener_id as id, i.source, null as kind, 0 as no, i.texts, i.keys
    from asked join listener_items i using (workspace_id, listener_id)
    union all
    select c.listener_id, c.source, c.kind, c.no, '', c.keys
    from asked join listener_changes c using (workspace_id, listener_id)
    where c.kind <> 'confirmed'
    order by no`.execute(db)
  const known = new Map(refs.map((ref) => [ref.id, new Map<string, Map<string, KnownItem>>()]))
  for (const { id, source, kind, texts: joined, keys: joinedKeys } of rows) {
    const bySource = known.get(id)!
    if (kind !== null) {
      const items = bySource.get(source)
      for (const key of joinedKeys!.split(lineBreak)) {
        const item = items?.get(key)
        if (item) item.active = kind === 'returned'
      }
      continue
    }
    const items = bySource.get(source) ?? new Map<string, KnownItem>()
    bySource.set(source, items)
    const texts = joined.split(lineBreak)
    const keys = joinedKeys?.split(lineBreak) ?? texts
    for (let at = 0; at < texts.length; at++) items.set(keys[at]!, { text: texts[at]!, active: true })
  }
  return refs.map((ref) => known.get(ref.id)!)
}

type KnownItem = { text: string; active: boolean }

/** One run's changes, with the listener they belong to. */
export type RunUpdate = {
  ref: ResourceRef
  runNo: number
  at: Date
  changes: SourceChanges[]
  passes: Filter
  /** When the source's latest full answer came before this run (ISO 8601): removed items were last seen then. */
  lastAnsweredAt(source: string): string | null
}

/** Confirmations stored per source: a source that always answers in part would add one per run. */
const maxConfirmations = 10

/** Writes the changes of runs of different listeners: one row per source with new items and per kind of change. */
export async function writeChanges(tx: Db, runs: RunUpdate[]): Promise<void> {
  const found = runs.flatMap(toItemRows)
  const changed = runs.flatMap(toChangeRows)
  if (found.length > 0)
    await sql`
      insert into listener_items
        (workspace_id, listener_id, source, first_run, run_no, first_seen, texts, keys, passes)
      select workspace_id, id, source, no, no, at, texts, keys, passes
      from json_to_recordset(${JSON.stringify(found)}::json) as found (workspace_id uuid, id uuid, source text, no int,
        at timestamptz, texts text, keys text, passes text)`.execute(tx)
  if (changed.length === 0) return
  await sql`
    insert into listener_changes (workspace_id, listener_id, source, no, kind, run_no, seen_at, keys)
    select workspace_id, id, source, no, kind, no, at, keys
    from json_to_recordset(${JSON.stringify(changed)}::json) as turned (workspace_id uuid, id uuid, source text, no int,
      kind text, at timestamptz, keys text)`.execute(tx)
  const confirmed = changed.filter(({ kind, no }) => kind === 'confirmed' && no > maxConfirmations)
  if (confirmed.length > 0)
    await sql`
      delete from listener_changes c
      using unnest(${column(confirmed, 'workspace_id')}::uuid[], ${column(confirmed, 'id')}::uuid[],
        ${column(confirmed, 'source')}::text[], ${column(confirmed, 'no')}::int[]) as newer (workspace_id, id, source, no)
      where c.workspace_id = newer.workspace_id and c.listener_id = newer.id and c.source = newer.source
        and c.kind = 'confirmed' and c.no <= newer.no - ${maxConfirmations}::int`.execute(tx)
}

function toItemRows({ ref, runNo, at, changes, passes }: RunUpdate) {
  return changes.flatMap(({ source, added }) => {
    if (added.size === 0) return []
    const texts = [...added.values()]
    const keys = [...added.keys()]
    return {
      workspace_id: ref.workspaceId,
      id: ref.id,
      source,
      no: runNo,
      at,
      texts: texts.join(lineBreak),
      keys: keys.every((key, index) => key === texts[index]) ? null : keys.join(lineBreak),
      passes: getVerdicts(texts, passes),
    }
  })
}

function toChangeRows({ ref, runNo, at, changes, lastAnsweredAt }: RunUpdate) {
  return changes.flatMap((change) =>
    (['returned', 'confirmed', 'removed'] as const).flatMap((kind) => {
      if (change[kind].size === 0) return []
      const { source } = change
      return {
        workspace_id: ref.workspaceId,
        id: ref.id,
        source,
        no: runNo,
        kind,
        at: kind === 'removed' ? lastAnsweredAt(source) : at.toISOString(),
        keys: [...change[kind].keys()].join(lineBreak),
      }
    }),
  )
}

/** A 1 or 0 for each text; null when all pass. */
function getVerdicts(texts: string[], passes: Filter): string | null {
  if (passes.passesAll) return null
  const verdicts = texts.map((text) => (passes(text) ? '1' : '0')).join('')
  return verdicts.includes('0') ? verdicts : null
}

const column = <Row, Name extends keyof Row>(rows: Row[], name: Name) => rows.map((row) => row[name])

/** Returns a listener's whole history, or up to run `until`. */
export async function findHistory(db: Db, { workspaceId, id }: ResourceRef, until?: number): Promise<History> {
  const found = db
    .selectFrom('listener_items')
    .select(['source', 'first_run', 'run_no', 'first_seen', 'texts', 'keys', 'passes'])
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', id)
  const changed = db
    .selectFrom('listener_changes')
    .select(['source', 'no', 'run_no', 'kind', 'seen_at', 'keys'])
    .where('workspace_id', '=', workspaceId)
    .where('listener_id', '=', id)
  const batches: ItemBatch[] = await (until === undefined ? found : found.where('run_no', '<=', until)).execute()
  const changes: ChangeBatch[] = await (until === undefined ? changed : changed.where('run_no', '<=', until)).execute()
  return { batches, changes }
}

/** Returns the whole histories of some listeners of a workspace, by id. */
export async function findHistories(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, History>> {
  if (ids.length === 0) return new Map()
  const [batches, changes] = await Promise.all([
    db
      .selectFrom('listener_items')
      .select(['listener_id', 'source', 'first_run', 'run_no', 'first_seen', 'texts', 'keys', 'passes'])
      .where('workspace_id', '=', workspaceId)
      .where('listener_id', 'in', ids)
      .execute(),
    db
      .selectFrom('listener_changes')
      .select(['listener_id', 'source', 'no', 'run_no', 'kind', 'seen_at', 'keys'])
      .where('workspace_id', '=', workspaceId)
      .where('listener_id', 'in', ids)
      .execute(),
  ])
  const batchesById = Map.groupBy(batches, ({ listener_id }) => listener_id)
  const changesById = Map.groupBy(changes, ({ listener_id }) => listener_id)
  return new Map(ids.map((id) => [id, { batches: batchesById.get(id) ?? [], changes: changesById.get(id) ?? [] }]))
}

const maxItems = 20_000

/** Returns the phrases that pass the filters, currently or as of run `until`. */
export async function findItems(db: Db, ref: ResourceRef, until?: number): Promise<PhraseState[]> {
  return getPhrases(await findHistory(db, ref, until))
    .filter(({ passes }) => passes)
    .sort((a, b) => b.first_run - a.first_run || Number(b.active) - Number(a.active) || inOrder(a.text, b.text))
    .slice(0, maxItems)
}

export type ChangeRow = Pick<Change, 'key' | 'text' | 'sources' | 'kind'> & { run_id: string; at: Date }

/** Returns changes of one run or of all, newest first. */
export async function findChanges(
  db: Db,
  ref: ResourceRef,
  options: { runNo?: number; limit: number; offset: number },
): Promise<{ items: ChangeRow[]; total: number }> {
  const changes = getChanges(await findHistory(db, ref), options.runNo).filter(({ passes }) => passes)
  const items = changes.slice(options.offset, options.offset + options.limit)
  if (items.length === 0) return { items: [], total: changes.length }
  const runs = await db
    .selectFrom('listener_runs')
    .select(['no', 'id', 'at'])
    .where('workspace_id', '=', ref.workspaceId)
    .where('listener_id', '=', ref.id)
    .where('no', 'in', [...new Set(column(items, 'run_no'))])
    .execute()
  const runByNo = new Map(runs.map((run) => [run.no, run]))
  return {
    items: items.flatMap(({ sources, key, text, kind, run_no }) => {
      const run = runByNo.get(run_no)
      return run ? [{ sources, key, text, kind, run_id: run.id, at: run.at }] : []
    }),
    total: changes.length,
  }
}

/** Applies new filters to the whole history and recounts the runs. Returns how many phrases are new and active. */
export async function applyFilter(
  tx: Db,
  ref: ResourceRef,
  { passes, runNo }: { passes: Filter; runNo: number },
): Promise<{ isNew: number }> {
  const { workspaceId, id } = ref
  const history = await findHistory(tx, ref)
  const changed = history.batches.flatMap((batch) => {
    const decided = getVerdicts(batch.texts.split(lineBreak), passes)
    if (decided === batch.passes) return []
    batch.passes = decided
    return [batch]
  })
  if (changed.length > 0)
    await sql`
      update listener_items i set passes = turned.passes
      from unnest(${column(changed, 'source')}::text[], ${column(changed, 'first_run')}::int[],
        ${column(changed, 'passes')}::text[]) as turned (source, first_run, passes)
      where i.workspace_id = ${workspaceId} and i.listener_id = ${id}
        and i.source = turned.source and i.first_run = turned.first_run`.execute(tx)
  await recountRuns(tx, ref, history)
  return {
    isNew: countNew(history, runNo),
  }
}

/** Counts phrases found in this run that are still active. */
export const countNew = (history: History, runNo: number): number =>
  getPhrases(history).filter((phrase) => phrase.passes && phrase.active && phrase.first_run === runNo).length

/** Recomputes the counts of all runs from their changes. */
export async function recountRuns(tx: Db, { workspaceId, id }: ResourceRef, history: History) {
  const counts = new Map<number, { added: number; removed: number }>()
  for (const { run_no, kind, passes } of getChanges(history)) {
    if (!passes) continue
    const count = counts.get(run_no) ?? { added: 0, removed: 0 }
    counts.set(run_no, count)
    count[kind === 'removed' ? 'removed' : 'added']++
  }
  const counted = [...counts.values()]
  await sql`
    with summed as materialized (
      select r.no, coalesce(counted.added, 0) as added, coalesce(counted.removed, 0) as removed,
        sum(coalesce(counted.added, 0) - coalesce(counted.removed, 0)) over (order by r.no) as heard
      from listener_runs r
      left join unnest(${[...counts.keys()]}::int[], ${column(counted, 'added')}::int[],
        ${column(counted, 'removed')}::int[]) as counted (no, added, removed) on counted.no = r.no
      where r.workspace_id = ${workspaceId} and r.listener_id = ${id}
    )
    update listener_runs r set added = summed.added, removed = summed.removed, heard = summed.heard
    from summed where r.workspace_id = ${workspaceId} and r.listener_id = ${id} and r.no = summed.no`.execute(tx)
}

/**
 * Moves the changes of deleted runs to the runs they're merged into: `into` maps a deleted run's number to the remaining one.
 * Changes that cancel out between two remaining runs are deleted. Returns the merged history.
 */
export async function mergeChanges(tx: Db, ref: ResourceRef, into: Map<number, number>): Promise<History> {
  const { workspaceId, id } = ref
  const history = await findHistory(tx, ref)
  const staying = new Set(into.values())
  for (const batch of history.batches) batch.run_no = into.get(batch.run_no) ?? batch.run_no
  const touched = history.changes.filter(({ run_no }) => into.has(run_no) || staying.has(run_no))
  for (const change of touched) change.run_no = into.get(change.run_no) ?? change.run_no
  const dropped = new Set<ChangeBatch>(touched.filter(({ kind }) => kind === 'confirmed'))
  const groups = Map.groupBy(
    touched.filter(({ kind }) => kind !== 'confirmed'),
    ({ source, run_no }) => `${run_no} ${source}`,
  )
  for (const group of groups.values()) {
    const turns = new Map<string, ChangeBatch[]>()
    for (const change of group.sort((a, b) => a.no - b.no))
      for (const key of change.keys.split(lineBreak)) turns.set(key, [...(turns.get(key) ?? []), change])
    // Each change undoes the one before: of an odd number the last remains, of an even number none.
    const remaining = new Map<ChangeBatch, string[]>(group.map((change) => [change, []]))
    for (const [key, changes] of turns) if (changes.length % 2 === 1) remaining.get(changes.at(-1)!)!.push(key)
    for (const [change, keys] of remaining) {
      change.keys = keys.join(lineBreak)
      if (keys.length === 0) dropped.add(change)
    }
  }
  await sql`
    update listener_items i set run_no = moved.run_no
    from unnest(${[...into.keys()]}::int[], ${[...into.values()]}::int[]) as moved (no, run_no)
    where i.workspace_id = ${workspaceId} and i.listener_id = ${id} and i.run_no = moved.no`.execute(tx)
  const which = (rows: ChangeBatch[]) => sql`unnest(${column(rows, 'source')}::text[], ${column(rows, 'no')}::int[],
    ${column(rows, 'kind')}::text[]`
  const left = touched.filter((change) => !dropped.has(change))
  if (left.length > 0)
    await sql`
      update listener_changes c set run_no = merged.run_no, keys = merged.keys
      from ${which(left)}, ${column(left, 'run_no')}::int[], ${column(left, 'keys')}::text[])
        as merged (source, no, kind, run_no, keys)
      where c.workspace_id = ${workspaceId} and c.listener_id = ${id}
        and c.source = merged.source and c.no = merged.no and c.kind = merged.kind`.execute(tx)
  if (dropped.size > 0)
    await sql`
      delete from listener_changes c using ${which([...dropped])}) as gone (source, no, kind)
      where c.workspace_id = ${workspaceId} and c.listener_id = ${id}
        and c.source = gone.source and c.no = gone.no and c.kind = gone.kind`.execute(tx)
  return { batches: history.batches, changes: history.changes.filter((change) => !dropped.has(change)) }
}
