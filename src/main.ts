import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { getThirdParties, trackerIds } from './features/analytics/rules/trackers/settings.ts'
import { createForwarder } from './platform/api-proxy.ts'
import { migrate, openDatabase } from './platform/database/database.ts'
import { diskSentence } from './platform/database/disk-errors.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { createSignals } from './platform/database/notify-signals.ts'
import { createReadReplica } from './platform/database/read-replica.ts'
import { createGracefulShutdown } from './platform/graceful-shutdown.ts'
import { withTransportHeaders } from './platform/http/security-headers.ts'
import { createQueue } from './platform/jobs/queue.ts'
import { startRetentionJob } from './platform/jobs/retention-job.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { readOperatorPage } from './platform/pages/operator-pages.ts'
import { mountPages } from './platform/pages/pages.ts'
import { createSecrets, readSecretKey } from './platform/secrets.ts'
import { tightenDataDir } from './platform/storage/private-files.ts'

/** Starts the roles in order, stops them in reverse. */

const root = path.resolve(import.meta.dirname, '..')
/** Maximum time from SIGTERM to exit. */
const drainMs = 9000
/** Parts of it: for load balancers to notice the shutdown, and what remains for steps after open responses and after jobs. */
const announceMs = 4000
const reserveAfterAnswersMs = 3000
/** Another worker retries an interrupted job, so on a busy machine it is better to interrupt jobs than to exit late. */
const reserveAfterJobsMs = 4500

/**
 * Parts stop in the reverse order of their start. A part with `atOnce` starts stopping with the first, so that it accepts no
 * new work while open requests are answered; it is awaited in its turn.
 */
type Stop = { name: string; atOnce?: boolean; run(leftMs: number): Promise<unknown> }

async function start() {
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  const stops: Stop[] = []
  stopInReverseOn(['SIGTERM', 'SIGINT'], stops, log)
  stopWithLauncher(config.EARSHOT_LAUNCHER_PID)

  try {
    await prepareDataDir(config.DATA_DIR)
    const open = await tightenDataDir(config.DATA_DIR)
    if (open.length > 0)
      log.warn(
        { files: open.slice(0, 20), count: open.length },
        'Other users of this machine can read some files in DATA_DIR',
      )
    const version = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version
    const secrets = createSecrets(await readSecretKey(config.DATA_DIR, config.SECRET_KEY))
    const onLost = (error: Error) => void stopBecause(error, stops, log)
    const embedded = config.DATABASE_URL ? null : await startEmbeddedPostgres(config.DATA_DIR, log, { onLost })
    if (embedded) stops.push({ name: 'database server', run: () => embedded.stop() })
    for (const note of embedded?.notes ?? []) printLine(note)
    const url = config.DATABASE_URL ?? embedded!.url

    // What must stay on one connection (LISTEN) goes past a pooler.
    const directUrl = config.DATABASE_DIRECT_URL ?? url

    const database = openDatabase(url, {
      max: config.DATABASE_CONNECTIONS,
      pooled: config.DATABASE_DIRECT_URL !== undefined,
      onError: (err) => log.warn({ err }, 'A database connection was lost'),
    })
    stops.push({ name: 'database connections', run: () => database.close() })
    await migrateFirst(url)

    const metrics = createMetrics()
    const replica = config.DATABASE_REPLICA_URL
      ? createReadReplica({
          primary: database,
          url: config.DATABASE_REPLICA_URL,
          maxLagSeconds: config.DATABASE_REPLICA_MAX_LAG_SECONDS,
          max: config.DATABASE_CONNECTIONS,
          pooled: config.DATABASE_DIRECT_URL !== undefined,
          metrics,
          log,
        })
      : undefined
    if (replica) {
      stops.push({ name: 'read replica', run: () => replica.close() })
      await replica.start()
    }
    const signals = createSignals({ url: embedded ? null : directUrl, log })
    await signals.start()
    stops.push({ name: 'signals', run: () => signals.stop() })
    const queue = createQueue({ url: directUrl, log, metrics, exclusive: embedded !== null })
    const publicUrl =
      config.PUBLIC_URL ??
      `http://${config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST}:${config.PORT}`

    const app = createApp({
      config,
      database,
      ...(replica ? { replica } : {}),
      queue,
      signals,
      secrets,
      metrics,
      log,
      publicUrl,
      version,
      checkOutputs: false,
    })
    stops.push({ name: 'open resources', run: () => app.close() })
    const planNames = (await app.plans.catalog()).map(({ name }) => name)
    if (!planNames.includes(config.DEFAULT_PLAN))
      throw new ConfigError(`DEFAULT_PLAN isn’t an existing plan. Use one of ${planNames.join(', ')}.`)
    if (embedded) await app.idempotency.freeAbandoned()
    const observing = app.observe()
    stops.push({ name: 'observing', run: async () => observing.stop() })
    await queue.start(app.jobs)
    stops.push({ name: 'queue', run: (leftMs) => queue.stop(leftMs - reserveAfterJobsMs) })
    if (config.OWNER_EMAIL && config.OWNER_PASSWORD)
      await app.auth.ensureOwner({ email: config.OWNER_EMAIL, password: config.OWNER_PASSWORD })
    if (config.ROLES.includes('worker')) {
      await queue.work()
      stops.push({ name: 'workers', atOnce: true, run: () => queue.rest() })
      const cleanupJob = startRetentionJob({ db: database.db, log, cleanups: app.cleanups })
      stops.push({ name: 'cleanup job', run: async () => cleanupJob.stop() })
      const stopFeatures = await app.start({ alone: embedded !== null })
      stops.push({ name: 'features', atOnce: true, run: stopFeatures })
    }

    if (config.ROLES.includes('web') || config.ROLES.includes('api'))
      await serve({ config, app, stops, log, publicUrl, version })
    else printLine(`Earshot ${version} is running as a worker`)
  } catch (error) {
    await stopAll(stops, log)
    throw error
  }
}

type Serving = {
  config: Config
  app: ReturnType<typeof createApp>
  stops: Stop[]
  log: Log
  publicUrl: string
  version: string
}

/** The API, the pages or both, on one port. */
async function serve(serving: Serving) {
  const { config, app, stops, log, publicUrl, version } = serving
  const apiHere = config.ROLES.includes('api')
  const http = apiHere
    ? app.http
    : createForwarder(app.routes, {
        apiUrl: config.API_URL!,
        csrf: app.csrf,
        guard: app.guard,
        streams: app.streams,
        log,
      })
  if (config.ROLES.includes('web')) await servePages(http, apiHere, serving)
  const shutdown = createGracefulShutdown(getRequestListener(http.fetch))
  const server = createServer(withTransportHeaders(publicUrl, shutdown.listener))
  // Longer than the proxy of docs/caddy keeps one: it is never sent on while it is being closed here.
  server.keepAliveTimeout = 65_000
  await listen(server, config.PORT, config.HOST)
  stops.push({
    name: 'server',
    async run(leftMs) {
      const cut = await shutdown.close(server, leftMs - reserveAfterAnswersMs)
      if (cut > 0) log.warn({ cut }, 'Requests were cut off by the shutdown')
    },
  })
  stops.push({ name: 'streams', run: () => app.streams.drain() })
  stops.push({ name: 'announcement', run: () => shutdown.announce(announceMs) })
  const address = server.address() as { port: number }
  const reachable = config.PUBLIC_URL ?? publicUrl.replace(/:\d+$/, `:${address.port}`)
  printLine(`Earshot ${version} is running at ${reachable}`)
  const token = await app.auth.createOwnerSetupToken()
  if (token) printLine(`Create the owner account with this one-time link: ${reachable}/setup?token=${token}`)
}

async function servePages(
  http: ReturnType<typeof createApp>['http'],
  apiHere: boolean,
  { config, app, stops, log, publicUrl }: Serving,
) {
  const development = process.argv.includes('--dev')
  const trackers = trackerIds(config)
  if (!development && !existsSync(path.join(root, 'build', 'server', 'index.js')))
    throw new Error('The pages aren’t built. Run npm start, or npm run build first.')
  if (!apiHere) http.use(app.door)
  const vite = await mountPages(http, {
    root,
    publicUrl,
    apiUrl: config.API_URL,
    apiHere,
    development,
    google: config.GOOGLE_CLIENT_ID
      ? {
          clientId: config.GOOGLE_CLIENT_ID,
          authorizeUrl: `${config.GOOGLE_IDENTITY_URL ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
        }
      : null,
    googleExport: config.GOOGLE_DRIVE === 'on',
    operator: {
      contactEmail: config.CONTACT_EMAIL ?? null,
      readPage: (name) => readOperatorPage(config.DATA_DIR, name),
    },
    trackers,
    thirdParties: (request) => getThirdParties(request, { trackers, publicUrl, eventsHost: config.EVENTS_HOST }),
    trustedProxies: config.TRUSTED_PROXIES,
    csrf: app.csrf,
    // Google answers with a form, posted from its own page; mail programs unsubscribe with one.
    openForms: ['/login/google', '/unsubscribe'],
    // Posts may embed images of other sites. In the app such an image could tell its site what is
    // being read.
    pagesWithExternalImages: /^\/(?:blog|b)(?:\/|$)/,
    log,
  })
  if (vite) stops.push({ name: 'vite', run: () => vite.close() })
}

/** @throws ConfigError with a sentence when nothing can be written there */
async function prepareDataDir(dataDir: string) {
  const probe = path.join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, Buffer.alloc(4096, 1), { mode: 0o600 })
  } catch (error) {
    const sentence = diskSentence(error, `DATA_DIR ${path.resolve(dataDir)}`)
    throw new ConfigError(
      sentence ??
        `DATA_DIR ${dataDir} can’t be created or written to (${(error as NodeJS.ErrnoException).code}). Use another folder.`,
      { cause: error },
    )
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** On connections without time limits: other processes migrate at the same time, and one waits for the other. */
async function migrateFirst(url: string) {
  const unlimited = openDatabase(url, { max: 2, withoutLimits: true })
  try {
    await migrate(unlimited.db, path.join(root, 'migrations'))
  } finally {
    await unlimited.close()
  }
}

/** For the person at the terminal, whatever the log level. */
function printLine(line: string) {
  process.stdout.write(`${line}\n`)
}

function listen(server: import('node:http').Server, port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError(
              `PORT ${port} is in use on ${host}. Stop the program that uses it, or set PORT to another port.`,
            )
          : error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL' || error.code === 'EAI_AGAIN'
            ? new ConfigError(
                `HOST ${host} isn’t an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
              )
            : error,
      )
    })
    server.listen(port, host, resolve)
  })
}

function stopInReverseOn(names: NodeJS.Signals[], stops: Stop[], log: Log) {
  let stopping = false
  for (const name of names) {
    process.on(name, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => {
        log.error({ waiting_for: [...ending] }, 'The shutdown took too long')
        process.exit(1)
      }, drainMs).unref()
      void stopAll(stops, log).then(() => process.exit(0))
    })
  }
}

/** The launcher (scripts/run.js) forwards signals except SIGKILL, so this process ends when its launcher does. */
function stopWithLauncher(launcher: number | undefined) {
  if (launcher === undefined || process.ppid !== launcher) return
  const timer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

/** What this process needs is no longer its own. */
async function stopBecause(error: Error, stops: Stop[], log: Log) {
  process.stderr.write(`${error.message}\n`)
  setTimeout(() => process.exit(1), drainMs).unref()
  await stopAll(stops, log)
  process.exit(1)
}

/** What is being stopped now. */
const ending = new Set<string>()

async function stopAll(stops: Stop[], log: Log) {
  const until = performance.now() + drainMs
  const end = async (stop: Stop) => {
    const began = performance.now()
    ending.add(stop.name)
    try {
      await stop.run(until - began)
      log.debug({ ms: Math.round(performance.now() - began) }, `Stopped: ${stop.name}`)
    } catch (err) {
      log.error({ err }, `The ${stop.name} didn’t stop cleanly`)
    } finally {
      ending.delete(stop.name)
    }
  }
  const begun = new Map(stops.filter(({ atOnce }) => atOnce).map((stop) => [stop, end(stop)]))
  while (stops.length > 0) {
    const stop = stops.pop()!
    await (begun.get(stop) ?? end(stop))
  }
}

try {
  await start()
} catch (error) {
  const known = error instanceof ConfigError || !(error as Error).stack?.includes('at ')
  process.stderr.write(`${known || error instanceof Error ? (error as Error).message : String(error)}\n`)
  if (!known && process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
}
