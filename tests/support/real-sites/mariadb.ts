import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const hasMariaDb = () => existsSync('/usr/sbin/mariadbd') && existsSync('/usr/bin/mariadb-install-db')

export type MariaDb = {
  port: number
  socket: string
  query(sql: string): Promise<string>
  stop(): Promise<void>
}

/** An own MariaDB below `folder`, from the packages of the system. */
export async function startMariaDb(folder: string, port: number): Promise<MariaDb> {
  const data = path.join(folder, 'mysql')
  const socket = path.join(folder, 'db.sock')
  await mkdir(data, { recursive: true })
  const user = userInfo().username
  const base = ['--no-defaults', `--datadir=${data}`, `--user=${user}`]
  await run('/usr/bin/mariadb-install-db', [...base, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const server = spawn(
    '/usr/sbin/mariadbd',
    [
      ...base,
      ...[`--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-log-bin'],
      ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M', `--pid-file=${folder}/db.pid`],
    ],
    { stdio: 'ignore' },
  )
  const query = async (sql: string) =>
    (await run('/usr/bin/mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-N', '-B', '-e', sql])).stdout
  await waitUntil(() => query('select 1'), 'MariaDB')
  return {
    port,
    socket,
    query,
    async stop() {
      await end(server)
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Asks until it answers. */
export async function waitUntil(ask: () => Promise<unknown>, what: string, forMs = 120_000) {
  const deadline = Date.now() + forMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${what} doesn't answer`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/** Ends a process, with those it started where it was started as a group. */
export async function end(child: ChildProcess, { group = false } = {}) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (group) process.kill(-child.pid!, 'SIGTERM')
  else child.kill('SIGTERM')
  await gone
}
