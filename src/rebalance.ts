import { ConfigError } from './config.ts'
import { DatabaseClient } from './platform/database/database-client.ts'
import type { CitusNode } from './platform/database/distribution/distribution-state.ts'
import { planRebalance, rebalanceShards, type ShardMove } from './platform/database/distribution/rebalance-shards.ts'
import { openInstallation, runCommand } from './platform/installation.ts'

/**
 * `npm run rebalance [-- --check] [-- --block-writes]`: after a worker was added to the Citus cluster, moves shards until every worker
 * has its share. With `--check` it changes nothing and prints what it would move.
 */
await runCommand(async () => {
  const args = process.argv.slice(2)
  const here = await openInstallation()
  const client = new DatabaseClient({ connectionString: here.databaseUrl, application_name: 'earshot-distribute' })
  try {
    if (!here.config.DATABASE_URL)
      throw new ConfigError('The built-in database isn’t distributed, so there is nothing to move.')
    await client.connect()
    if (args.includes('--check')) {
      const { state, moves } = await planRebalance(client)
      return { lines: [...moves.map(describeMove), describeWorkers(state.workers)] }
    }
    const workers = await rebalanceShards(client, {
      blockWrites: args.includes('--block-writes'),
      onMove: (move) => void process.stdout.write(`${describeMove(move)}\n`),
    })
    return { lines: [describeWorkers(workers)] }
  } finally {
    await client.end().catch(() => undefined)
    await here.close()
  }
})

function describeMove({ tables, bytes, from, to }: ShardMove) {
  return `${tables} shards (${(bytes / 1e6).toFixed(1)} MB) from ${from} to ${to}`
}

function describeWorkers(workers: readonly CitusNode[]) {
  return workers
    .map(({ host, port, shards }) => `${host}:${port} has ${shards} shards`)
    .join(', ')
    .concat('.')
}
