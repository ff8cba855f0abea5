import type pg from 'pg'
import { type DistributedTable, distributedTables } from './table-classes.ts'

/** What a database’s own catalogs say about its distribution. Nothing else is stored, so an interrupted step leaves nothing behind. */

export type Queryable = Pick<pg.ClientBase, 'query'>

export type TableState = DistributedTable & {
  /** The parent’s deletions are passed on by a trigger, not by a foreign key. */
  isReleased: boolean
  isDistributed: boolean
  /** Rows that were copied to the workers are still on the coordinator’s disk too. */
  hasLeftovers: boolean
  bytes: number
}

export type CitusNode = { host: string; port: number; holdsShards: boolean; isActive: boolean; shards: number }

export type DistributionState = {
  /** Null where the extension isn’t there. */
  citus: string | null
  isCoordinator: boolean
  workers: CitusNode[]
  tables: TableState[]
}

export const toTriggerName = (table: string) => `distributed_${table}`

export async function readDistribution(db: Queryable): Promise<DistributionState> {
  const { rows } = await db.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  const citus = rows[0]?.version ?? null
  if (citus === null) return { citus, isCoordinator: false, workers: [], tables: [] }
  const group = await db.query<{ id: number }>('select groupid as id from pg_dist_local_group')
  return {
    citus,
    isCoordinator: group.rows[0]?.id === 0,
    workers: await readWorkers(db),
    tables: await readTables(db),
  }
}

async function readWorkers(db: Queryable): Promise<CitusNode[]> {
  const { rows } = await db.query<CitusNode>(
    `select nodename as host, nodeport as port, shouldhaveshards as "holdsShards", isactive as "isActive",
       (select count(*)::integer from pg_dist_placement p where p.groupid = n.groupid) as shards
     from pg_dist_node n where noderole = 'primary' and groupid <> 0 order by nodeid`,
  )
  return rows
}

async function readTables(db: Queryable): Promise<TableState[]> {
  const { rows } = await db.query<{ name: string } & Pick<TableState, 'isReleased' | 'isDistributed' | 'hasLeftovers'>>(
    `select c.relname as name,
       exists (select from pg_dist_partition p where p.logicalrelid = c.oid) as "isDistributed",
       exists (select from pg_dist_partition p where p.logicalrelid = c.oid) and pg_relation_size(c.oid) > 0 as "hasLeftovers",
       exists (select from pg_trigger t where t.tgname = 'distributed_' || c.relname and not t.tgisinternal)
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as "isReleased"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])`,
    [distributedTables.map(({ name }) => name)],
  )
  const found = new Map(rows.map((row) => [row.name, row]))
  const states: TableState[] = []
  for (const table of distributedTables) {
    const state = found.get(table.name)
    if (state) states.push({ ...table, ...state, bytes: await readBytes(db, state) })
  }
  return states
}

async function readBytes(db: Queryable, { name, isDistributed }: { name: string; isDistributed: boolean }) {
  const size = isDistributed ? 'citus_total_relation_size' : 'pg_total_relation_size'
  const { rows } = await db.query<{ bytes: string }>(`select ${size}($1::regclass) as bytes`, [name])
  return Number(rows[0]!.bytes)
}

const isFinished = (table: TableState) => table.isReleased && table.isDistributed && !table.hasLeftovers

export type DistributionProgress = 'none' | 'partial' | 'complete'

export function getProgress({ tables }: DistributionState): DistributionProgress {
  if (tables.length > 0 && tables.every(isFinished)) return 'complete'
  return tables.some(({ isReleased, isDistributed }) => isReleased || isDistributed) ? 'partial' : 'none'
}
