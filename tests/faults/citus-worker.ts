import { execFile, execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '../support/test-databases.ts'
import { until } from '../support/wait-until.ts'

/** The process of a Citus worker, where it runs on this machine. */

export type WorkerProcess = { kill(signal: NodeJS.Signals): void; start(): Promise<void> }

/** @returns a reason, as text, where the process can’t be killed and started from here */
export async function findWorkerProcess(url: string): Promise<WorkerProcess | string> {
  const { folder, binaries } = await withClient(url, async (client) => {
    const { rows } = await client.query<{ folder: string; binaries: string }>(
      `select current_setting('data_directory') as folder, (select setting from pg_config() where name = 'BINDIR') as binaries`,
    )
    return rows[0]!
  })
  const readPid = async () => Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  try {
    await readPid()
  } catch {
    return 'The workers of CITUS_URL don’t run on this machine, so none can be killed.'
  }
  let pid = await readPid()
  // PostgreSQL refuses to run as root.
  const identity =
    process.getuid?.() === 0
      ? {
          uid: Number(execFileSync('id', ['-u', 'postgres'])),
          gid: Number(execFileSync('id', ['-g', 'postgres'])),
        }
      : {}
  return {
    kill: (signal) => void process.kill(pid, signal),
    async start() {
      const args = ['-D', folder, '-l', path.join(folder, 'server.log'), '-w', 'start']
      // Workers connect to each other as clients, which look for certificates in the home of their user.
      const env = { ...process.env, HOME: folder }
      // Its children may not have ended yet.
      await until('the worker to start', () =>
        promisify(execFile)(path.join(binaries, 'pg_ctl'), args, { ...identity, env, cwd: folder }).then(
          () => true,
          () => false,
        ),
      )
      pid = await readPid()
    },
  }
}
