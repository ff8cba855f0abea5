import type pg from 'pg'
import {
  type DistributionState,
  getProgress,
  readDistribution,
  type TableState,
  toTriggerName,
} from './distribution-state.ts'
import { distributionColumn } from './table-classes.ts'

/** What stops a distribution before anything was changed, in a sentence for the operator. */
export class DistributionRefused extends Error {
  override readonly name = 'DistributionRefused'
}

const minPostgres = 15
export const defaultShards = 32

/** @throws DistributionRefused where the server isn’t ready */
export async function checkDistribution(client: pg.ClientBase): Promise<DistributionState> {
  const { rows } = await client.query<{ postgres: number; isLibraryLoaded: boolean }>(
    `select current_setting('server_version_num')::integer / 10000 as postgres,
       current_setting('shared_preload_libraries') ~ '\\mcitus\\M' as "isLibraryLoaded"`,
  )
  const { postgres, isLibraryLoaded } = rows[0]!
  const state = await readDistribution(client)
  if (state.citus === null)
    throw new DistributionRefused(
      isLibraryLoaded
        ? 'The database doesn’t have the extension Citus. Create it on the coordinator and on each worker: create extension citus.'
        : 'The server of this database doesn’t run Citus. Restore a backup into a database on a Citus coordinator, then distribute that.',
    )
  if (postgres < minPostgres)
    throw new DistributionRefused(`PostgreSQL ${postgres} is too old. Use ${minPostgres} or newer.`)
  if (!state.isCoordinator)
    throw new DistributionRefused(
      'This server is a worker of a Citus cluster. DATABASE_URL has to lead to its coordinator.',
    )
  const workers = state.workers.filter(({ holdsShards }) => holdsShards)
  if (workers.length === 0)
    throw new DistributionRefused(
      'The cluster has no workers. Add them on the coordinator: select citus_add_node(host, port).',
    )
  const inactive = workers.find(({ isActive }) => !isActive)
  if (inactive)
    throw new DistributionRefused(
      `The worker ${inactive.host}:${inactive.port} isn’t active. Start it, then: select citus_activate_node('${inactive.host}', ${inactive.port}).`,
    )
  await refuseUnreachable(client)
  if (state.tables.length === 0)
    throw new DistributionRefused('The database has no tables yet. Start Earshot on it once, then distribute it.')
  return state
}

async function refuseUnreachable(client: pg.ClientBase) {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to
     from citus_check_cluster_node_health() where result is not true limit 1`,
  )
  if (rows[0])
    throw new DistributionRefused(
      `${rows[0].from} can’t connect to ${rows[0].to}. Every server of the cluster needs to reach every other.`,
    )
}

export type DistributionStep = { table: string; step: 'release' | 'distribute' | 'clean up'; bytes: number }

/** What is left to do, in order. Empty when everything is done. */
export function planDistribution({ tables }: DistributionState): DistributionStep[] {
  return tables.flatMap((table) => {
    const step = (name: DistributionStep['step']) => ({ table: table.name, step: name, bytes: table.bytes })
    return [
      ...(table.isReleased ? [] : [step('release')]),
      ...(table.isDistributed ? [] : [step('distribute')]),
      ...(table.isDistributed && !table.hasLeftovers ? [] : [step('clean up')]),
    ]
  })
}

/**
 * Distributes what isn’t distributed yet, while Earshot runs: writes to a table wait while it is copied. Each step is one transaction
 * and is read from the catalogs, so that a run that was killed at any point is resumed by the next.
 * @throws DistributionRefused
 */
export async function distributeTables(
  client: pg.ClientBase,
  {
    shards = defaultShards,
    onStep,
  }: { shards?: number; onStep?: (step: DistributionStep, no: number, all: number) => void },
): Promise<DistributionState> {
  await lockDistribution(client)
  const state = await checkDistribution(client)
  const steps = planDistribution(state)
  const tables = new Map(state.tables.map((table) => [table.name, table]))
  // Colocated with one that is there already, so that all have the same shards.
  let first = state.tables.find(({ isDistributed }) => isDistributed)?.name ?? null
  for (const [at, step] of steps.entries()) {
    onStep?.(step, at + 1, steps.length)
    const table = tables.get(step.table)!
    if (step.step === 'release') await releaseTable(client, table)
    else if (step.step === 'clean up')
      await client.query(`select truncate_local_data_after_distributing_table('${table.name}')`)
    else {
      await client.query(
        first
          ? `select create_distributed_table('${table.name}', '${distributionColumn}', colocate_with => '${first}')`
          : `select create_distributed_table('${table.name}', '${distributionColumn}', shard_count => ${shards}, colocate_with => 'none')`,
      )
      first ??= table.name
    }
  }
  const after = await readDistribution(client)
  if (getProgress(after) !== 'complete') throw new Error('Tables were distributed, but the catalogs don’t say so.')
  return after
}

/** Ends with the connection. */
export async function lockDistribution(client: pg.ClientBase) {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_lock(hashtext('earshot distribution')) as "isLocked"`,
  )
  if (!rows[0]!.isLocked)
    throw new DistributionRefused(
      'Another command is distributing or rebalancing this database. Wait until it has ended.',
    )
}

/** How long a step may wait for calls that use a table. Calls that come after it wait too. */
const lockTimeout = '3s'
const maxTries = 20

/** Has a trigger delete the rows of deleted parents: a table on workers can’t have a foreign key to one on the coordinator. */
async function releaseTable(client: pg.ClientBase, { name, parent, key }: TableState) {
  const { rows } = await client.query<{ constraint: string }>(
    `select quote_ident(conname) as constraint from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [name],
  )
  const statements = [
    `set local lock_timeout = '${lockTimeout}'`,
    deletingFunction,
    `drop trigger if exists ${toTriggerName(name)} on ${parent}`,
    `create trigger ${toTriggerName(name)} after delete on ${parent} referencing old table as deleted
       for each statement execute function delete_distributed_rows('${name}', '${key}')`,
    ...rows.map(({ constraint }) => `alter table ${name} drop constraint ${constraint}`),
  ]
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: string }).code !== '55P03' || tries === maxTries) throw error
    }
  }
}

/** One statement for each workspace: it goes to the one server that has its rows. */
const deletingFunction = `
  create or replace function delete_distributed_rows() returns trigger language plpgsql as $$
  declare
    parents record;
  begin
    for parents in select ${distributionColumn} as workspace, array_agg(id) as ids from deleted group by 1 loop
      execute format('delete from %I where ${distributionColumn} = $1 and %I = any ($2)', tg_argv[0], tg_argv[1])
        using parents.workspace, parents.ids;
    end loop;
    return null;
  end $$`
