import path from 'node:path'
import { ConfigError } from './config.ts'
import { listMigrations, openDatabase } from './platform/database/database.ts'
import { DatabaseClient } from './platform/database/database-client.ts'
import {
  checkDistribution,
  defaultShards,
  distributeTables,
  planDistribution,
} from './platform/database/distribution/distribute-tables.ts'
import { coordinatorReasons, distributedTables } from './platform/database/distribution/table-classes.ts'
import { openInstallation, runCommand } from './platform/installation.ts'

/**
 * `npm run distribute [-- --check] [-- --shards=32]`: spreads the rows of reports over the workers of a Citus cluster, while Earshot
 * runs. With `--check` it changes nothing and prints what it would do.
 */
await runCommand(async () => {
  const args = process.argv.slice(2)
  const isCheck = args.includes('--check')
  const shards = readShards(args.find((arg) => arg.startsWith('--shards=')))
  const here = await openInstallation()
  const client = new DatabaseClient({ connectionString: here.databaseUrl, application_name: 'earshot-distribute' })
  try {
    const { config, databaseUrl, root } = here
    if (!config.DATABASE_URL)
      throw new ConfigError(
        'The built-in database can’t be distributed. Restore a backup into a Citus coordinator, set DATABASE_URL to it, and run this again.',
      )
    if (config.DATABASE_REPLICA_URL)
      throw new ConfigError(
        'DATABASE_REPLICA_URL is set. A replica of the coordinator doesn’t have the rows of the workers: unset it in every process first.',
      )
    await client.connect()
    const state = await checkDistribution(client)
    await refuseOpenMigrations(databaseUrl, path.join(root, 'migrations'))
    const steps = planDistribution(state)
    if (isCheck)
      return {
        lines: [
          ...listTables(),
          '',
          `Citus ${state.citus} with ${state.workers.length} workers: ${state.workers.map(({ host, port, shards }) => `${host}:${port} (${shards} shards)`).join(', ')}.`,
          steps.length === 0
            ? 'Everything is distributed.'
            : `Ready. ${steps.length} steps: ${steps.map(({ step, table }) => `${step} ${table}`).join(', ')}.`,
        ],
      }
    const after = await distributeTables(client, {
      shards,
      onStep: ({ step, table, bytes }, no, all) =>
        void process.stdout.write(`${no}/${all} ${step} ${table} (${(bytes / 1e6).toFixed(1)} MB)\n`),
    })
    return {
      lines: [
        `${after.tables.length} tables are distributed over ${after.workers.length} workers. Check with npm run doctor.`,
      ],
    }
  } finally {
    await client.end().catch(() => undefined)
    await here.close()
  }
})

function readShards(arg: string | undefined) {
  if (!arg) return defaultShards
  const shards = Number(arg.slice('--shards='.length))
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new ConfigError('--shards is a whole number from 1 to 1,024.')
  return shards
}

async function refuseOpenMigrations(url: string, folder: string) {
  const database = openDatabase(url, { max: 1 })
  try {
    const open = (await listMigrations(database.db, folder)).filter(({ executedAt }) => executedAt === undefined)
    if (open.length > 0)
      throw new ConfigError(
        `${open.length} migrations aren’t applied (first: ${open[0]!.name}). Start this version of Earshot once, then distribute.`,
      )
  } finally {
    await database.close()
  }
}

function listTables() {
  const byReason = Map.groupBy(coordinatorReasons, ([, reason]) => reason)
  return [
    `Distributed by workspace: ${distributedTables.map(({ name }) => name).join(', ')}`,
    ...[...byReason].map(
      ([reason, tables]) => `On the coordinator: ${tables.map(([name]) => name).join(', ')}. ${reason}`,
    ),
  ]
}
