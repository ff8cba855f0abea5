import type pg from 'pg'
import { checkDistribution, DistributionRefused, lockDistribution } from './distribute-tables.ts'
import { type CitusNode, type DistributionState, getProgress, readDistribution } from './distribution-state.ts'

/** What moves to which server. Colocated shards move together. */
export type ShardMove = { tables: number; bytes: number; from: string; to: string }

/** @throws DistributionRefused where the installation isn’t ready */
export async function planRebalance(client: pg.ClientBase): Promise<{ state: DistributionState; moves: ShardMove[] }> {
  const state = await checkDistribution(client)
  if (getProgress(state) !== 'complete')
    throw new DistributionRefused('The tables aren’t all distributed yet. Run npm run distribute first.')
  const { rows } = await client.query<{ tables: number; bytes: string; from: string; to: string }>(
    `select count(*)::integer as tables, sum(shard_size)::bigint as bytes,
       sourcename || ':' || sourceport as from, targetname || ':' || targetport as to
     from get_rebalance_table_shards_plan() group by 3, 4 order by 3, 4`,
  )
  return { state, moves: rows.map((move) => ({ ...move, bytes: Number(move.bytes) })) }
}

/**
 * Moves shards until every worker has its share. While a shard moves online, calls read and write it, and wait for a moment at its
 * end; with `blockWrites`, writes to the workspaces in it wait all the time. A run that was killed is resumed by the next.
 * @throws DistributionRefused
 */
export async function rebalanceShards(
  client: pg.ClientBase,
  { blockWrites, onMove }: { blockWrites: boolean; onMove?: (move: ShardMove) => void },
): Promise<CitusNode[]> {
  await lockDistribution(client)
  const { state, moves } = await planRebalance(client)
  if (moves.length === 0) return state.workers
  if (!blockWrites) await refuseUnlessOnline(client)
  for (const move of moves) onMove?.(move)
  await client.query(`select rebalance_table_shards(shard_transfer_mode => $1::citus.shard_transfer_mode)`, [
    blockWrites ? 'block_writes' : 'force_logical',
  ])
  return (await readDistribution(client)).workers
}

/** Shards move online by logical replication, by a plugin that recent PostgreSQL versions allow only where a setting names it. */
async function refuseUnlessOnline(client: pg.ClientBase) {
  const { rows } = await client.query<{ level: string; plugins: string | null }>(
    `select current_setting('wal_level') as level, current_setting('output_plugin_libraries', true) as plugins`,
  )
  const { level, plugins } = rows[0]!
  const missing =
    level !== 'logical'
      ? 'wal_level = logical'
      : plugins !== null && !/\bcitus\b/.test(plugins)
        ? `output_plugin_libraries = '${plugins}, citus'`
        : null
  if (missing)
    throw new DistributionRefused(
      `Moving shards while Earshot writes needs ${missing} on every server of the cluster. Set it, or add --block-writes: then writes to a workspace wait while its shard moves.`,
    )
}
