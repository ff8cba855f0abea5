import { getProgress, type Queryable, readDistribution } from './distribution-state.ts'

/** For `doctor`: whether the tables are distributed, and over which workers. @throws Error with a sentence */
export async function checkDistributed(db: Queryable): Promise<{ state: 'ok' | 'warn' | 'off'; message: string }> {
  // Sizes of tables are asked of every worker, so this comes first.
  const lost = await findLostWorkers(db)
  if (lost.length > 0)
    throw new Error(
      `Not reachable: ${lost.join(', ')}. The reports of its workspaces can’t be opened. Start it, or its standby under the same address.`,
    )
  const found = await readDistribution(db)
  if (found.citus === null) return { state: 'off', message: 'The database doesn’t run Citus.' }
  if (!found.isCoordinator)
    throw new Error('DATABASE_URL leads to a worker of a Citus cluster. Set it to the coordinator.')
  const inactive = found.workers.filter(({ isActive }) => !isActive)
  if (inactive.length > 0)
    throw new Error(
      `Not active: ${inactive.map(({ host, port }) => `${host}:${port}`).join(', ')}. Start these workers.`,
    )
  const progress = getProgress(found)
  if (progress === 'none')
    return { state: 'off', message: 'No table is distributed. To do it, run npm run distribute.' }
  if (progress === 'partial')
    return { state: 'warn', message: 'Not all tables are distributed. Run npm run distribute again.' }
  const empty = found.workers.filter(({ holdsShards, shards }) => holdsShards && shards === 0)
  const workers = found.workers.map(({ host, port, shards }) => `${host}:${port} (${shards} shards)`).join(', ')
  if (empty.length > 0)
    return { state: 'warn', message: `A worker has no rows yet: ${workers}. Run npm run rebalance.` }
  return { state: 'ok', message: `${found.tables.length} tables are distributed over ${workers}.` }
}

async function findLostWorkers(db: Queryable): Promise<string[]> {
  const citus = await db.query(`select from pg_extension where extname = 'citus'`)
  if (citus.rowCount === 0) return []
  const { rows } = await db.query<{ address: string }>(
    `select distinct to_nodename || ':' || to_nodeport as address from citus_check_cluster_node_health()
     where from_nodename || ':' || from_nodeport in (select nodename || ':' || nodeport from pg_dist_node where groupid = 0)
       and result is not true order by 1`,
  )
  return rows.map(({ address }) => address)
}
