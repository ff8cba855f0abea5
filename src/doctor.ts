import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { createApp } from './app.ts'
import { type HealthCheck, runCheck } from './features/admin/health-checks.ts'
import { checkReplica } from './platform/database/check-replica.ts'
import { databaseIsNewer, findUnknownMigration, listMigrations, openDatabase } from './platform/database/database.ts'
import { checkDistributed } from './platform/database/distribution/check-distributed.ts'
import { createSignals } from './platform/database/notify-signals.ts'
import { openInstallation, runCommand } from './platform/installation.ts'
import { createQueue } from './platform/jobs/queue.ts'
import { createLog } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createSecrets, readSecretKey } from './platform/secrets.ts'

/**
 * `npm run doctor [-- --paid]`: looks at settings, connections, disk, clock and names, and says what to do. Sources that
 * charge for an answer are asked only with `--paid`.
 */

const oldestPostgres = 15
const maxSkewMs = 5000
const marks = { ok: '✓', warn: '!', failed: '✗', off: '–' }

const asksForMoney = ({ charges }: HealthCheck) => charges === true && !process.argv.includes('--paid')

async function skipped(check: HealthCheck) {
  const { id, label } = check
  return {
    id,
    label,
    state: 'off' as const,
    message: 'Skipped: a request may cost money. Include it with npm run doctor -- --paid.',
    ms: 0,
  }
}

await runCommand(async () => {
  const here = await openInstallation()
  const { config, version, root, databaseUrl } = here
  // What it finds it says itself.
  const log = createLog(config.LOG_LEVEL === 'debug' ? 'debug' : 'silent')
  const database = openDatabase(databaseUrl, { max: 4 })
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const app = createApp({
    config,
    database,
    queue: createQueue({ url: databaseUrl, log, metrics: createMetrics(), exclusive: false }),
    signals: createSignals({ url: null, log }),
    secrets: createSecrets(await readSecretKey(config.DATA_DIR, config.SECRET_KEY)),
    metrics: createMetrics(),
    log,
    publicUrl,
    version,
    checkOutputs: false,
  })
  try {
    const checks: HealthCheck[] = [
      { id: 'settings', label: 'Settings', run: async () => describeSettings() },
      { id: 'server', label: 'Database version', run: checkServer },
      { id: 'replica', label: 'Read replica', run: checkReadReplica },
      { id: 'distribution', label: 'Distribution', run: () => checkDistributed(database.pool) },
      { id: 'migrations', label: 'Migrations', run: checkMigrations },
      { id: 'lists', label: 'Report search', run: checkListWords },
      { id: 'clock', label: 'Clock', run: checkClock },
      { id: 'names', label: 'DNS names', run: checkNames },
      { id: 'pages', label: 'Pages', run: async () => checkPages() },
      ...app.checks.map((check) => (check.id === 'queue' ? { ...check, run: checkQueue(check) } : check)),
    ]
    const found = await Promise.all(checks.map((check) => (asksForMoney(check) ? skipped(check) : runCheck(check))))
    const width = Math.max(...found.map(({ label }) => label.length))
    const bad = found.filter(({ state }) => state === 'failed').length
    const odd = found.filter(({ state }) => state === 'warn').length
    return {
      ok: bad === 0,
      lines: [
        ...found.map(({ state, label, message }) => `${marks[state]} ${label.padEnd(width)}  ${message}`),
        '',
        bad + odd === 0 ? 'No problems found.' : `${bad} failed, ${odd} ${odd === 1 ? 'warning' : 'warnings'}.`,
      ],
    }
  } finally {
    await app.close()
    await database.close()
    await here.close()
  }

  function describeSettings() {
    const where = config.DATABASE_URL ? 'your own database' : `the database in ${path.resolve(config.DATA_DIR)}`
    const message = `Earshot ${version} on Node ${process.versions.node}, as ${config.ROLES.join(', ')}, at ${publicUrl}, with ${where}.`
    if (config.HOST !== '127.0.0.1' && config.HOST !== 'localhost' && !config.PUBLIC_URL)
      return {
        state: 'warn' as const,
        message: `${message} Other machines can reach it. Set PUBLIC_URL, or links in emails won’t work.`,
      }
    return { state: 'ok' as const, message }
  }

  async function checkServer() {
    const { rows } = await database.pool.query(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as no`,
    )
    if (rows[0].no < oldestPostgres * 10_000)
      throw new Error(`PostgreSQL ${rows[0].version} is too old. Use ${oldestPostgres} or newer.`)
    return { state: 'ok' as const, message: `PostgreSQL ${rows[0].version}.` }
  }

  async function checkReadReplica() {
    const { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG_SECONDS: maxLagSeconds } = config
    if (!url) return { state: 'off' as const, message: 'DATABASE_REPLICA_URL isn’t set.' }
    return checkReplica(database.pool, { url, maxLagSeconds })
  }

  async function checkMigrations() {
    const folder = path.join(root, 'migrations')
    const ahead = await findUnknownMigration(database.db, folder)
    if (ahead) throw new Error(databaseIsNewer(ahead))
    const all = await listMigrations(database.db, folder)
    const open = all.filter(({ executedAt }) => executedAt === undefined)
    if (open.length === all.length)
      return { state: 'off' as const, message: 'The database is new. The first start creates its tables.' }
    if (open.length === 0) return { state: 'ok' as const, message: `All ${all.length} are applied.` }
    return {
      state: 'warn' as const,
      message: `${open.length} of ${all.length} are new (first: ${open[0]!.name}). Create a backup; the next start applies them.`,
    }
  }

  /** Made by migration 25 where the role may: without it lists are searched all the same, 100,000 reports in 60 ms instead of 10. */
  async function checkListWords() {
    const { rows } = await database.pool.query(
      `select to_regclass('report_listings') is not null as migrated, to_regclass('report_listings_words') is not null as there`,
    )
    if (!rows[0].migrated) return { state: 'off' as const, message: 'The report list doesn’t exist yet.' }
    if (rows[0].there) return { state: 'ok' as const, message: 'The report list has a search index.' }
    return {
      state: 'warn' as const,
      message:
        'The report list has no search index because Earshot’s role couldn’t add two extensions. Searching very many reports is slow. As a database administrator: create extension pg_trgm; create extension btree_gin; then, as Earshot’s role: create index report_listings_words on report_listings using gin (workspace_id, words gin_trgm_ops);',
    }
  }

  /** Its tables are made at the first start. */
  function checkQueue(check: HealthCheck) {
    return async (signal: AbortSignal) => {
      const { rows } = await database.pool.query(`select to_regclass('pgboss.job') is not null as there`)
      return rows[0].there ? check.run(signal) : { state: 'off' as const, message: 'No job has been queued yet.' }
    }
  }

  async function checkClock() {
    const before = Date.now()
    const { rows } = await database.pool.query('select clock_timestamp() as now')
    const skewMs = Math.abs((rows[0].now as Date).getTime() - (before + Date.now()) / 2)
    if (skewMs > maxSkewMs)
      throw new Error(
        `This machine and the database differ by ${Math.round(skewMs / 1000)} s. Set both with NTP, or sign-in codes and signatures will fail.`,
      )
    return { state: 'ok' as const, message: 'This machine and the database have the same time.' }
  }

  async function checkNames() {
    const names = [config.PUBLIC_URL && new URL(config.PUBLIC_URL).hostname, config.CNAME_TARGET].filter(
      (name): name is string => Boolean(name) && isIP(name!) === 0,
    )
    if (names.length === 0) return { state: 'off' as const, message: 'PUBLIC_URL and CNAME_TARGET don’t name a host.' }
    const found = []
    for (const name of names) {
      const { address } = await lookup(name).catch(() => {
        throw new Error(
          `${name} has no DNS address. Set its A, AAAA or CNAME record, or correct PUBLIC_URL or CNAME_TARGET.`,
        )
      })
      found.push(`${name} is ${address}`)
    }
    return { state: 'ok' as const, message: `${found.join(', ')}.` }
  }

  function checkPages() {
    if (existsSync(path.join(root, 'build', 'server', 'index.js')))
      return { state: 'ok' as const, message: 'Pages are built.' }
    return { state: 'warn' as const, message: 'Pages aren’t built. Run npm start or npm run build.' }
  }
})
