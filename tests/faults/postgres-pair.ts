import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from '../support/wait-until.ts'
import { freePort } from './earshot-process.ts'

/** PostgreSQL as the system’s packages install it: a primary, and a standby that a commit waits for. */

const binaries = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

export const missingPostgres = existsSync(path.join(binaries, 'pg_basebackup'))
  ? null
  : `There is no pg_basebackup in ${binaries}: install postgresql-15, or set POSTGRES_BIN.`

export type PostgresServer = { port: number; url: string; kill(signal: NodeJS.Signals): Promise<void> }

/** PostgreSQL refuses to run as root. */
function findIdentity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  return { uid: id('-u'), gid: id('-g') }
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function startPostgresPair() {
  const identity = findIdentity()
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-failover-'))
  await chmod(folder, 0o755)
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid!)
  const running: ChildProcess[] = []
  const run = (tool: string, args: string[]) =>
    promisify(execFile)(path.join(binaries, tool), args, { ...identity, cwd: folder })

  async function start(name: string, port: number, settings: string[]): Promise<PostgresServer> {
    const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=120', ...settings]
    const server = spawn(
      path.join(binaries, 'postgres'),
      ['-D', path.join(folder, name), '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])],
      { ...identity, cwd: folder, stdio: 'ignore' },
    )
    running.push(server)
    const url = `postgres://postgres@127.0.0.1:${port}/earshot`
    const maintenance = Object.assign(new URL(url), { pathname: '/postgres' }).href
    await until(`${name} to answer`, async () => {
      if (server.exitCode !== null) throw new Error(`The ${name} ended with ${server.exitCode}`)
      return query(maintenance, 'select').then(
        () => true,
        () => false,
      )
    })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    return {
      port,
      url,
      async kill(signal) {
        if (server.exitCode === null && server.signalCode === null) server.kill(signal)
        await ended
      },
    }
  }

  await run('initdb', [
    '-D',
    path.join(folder, 'primary'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ])
  const primaryPort = await freePort()
  const primary = await start('primary', primaryPort, ['synchronous_standby_names=*', 'synchronous_commit=local'])
  await query(Object.assign(new URL(primary.url), { pathname: '/postgres' }).href, 'create database earshot')
  const copied = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres', '-D', path.join(folder, 'standby')]
  await run('pg_basebackup', [...copied, '-R', '-X', 'stream', '-c', 'fast'])
  const standby = await start('standby', await freePort(), [])
  await until('the standby to be synchronous', async () => {
    const rows = await query(primary.url, `select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length > 0
  })
  // From here on, a commit is answered only after the standby has it on disk.
  await query(primary.url, `alter database earshot set synchronous_commit = on`)
  return {
    primary,
    standby,
    async remove() {
      for (const server of running) if (server.exitCode === null && server.signalCode === null) server.kill('SIGQUIT')
      await until('the servers to end', async () =>
        running.every((server) => server.exitCode !== null || server.signalCode !== null),
      )
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
