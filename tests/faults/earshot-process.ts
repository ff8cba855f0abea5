import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { authContract } from '../../src/features/auth/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
export const owner = { email: 'owner@example.com', password: 'a long enough one' }

/** Starts Earshot like an operator does, as a separate process on a data directory that survives it. */
export type RunningEarshot = {
  pid: number
  url: string
  port: number
  output(): string
  kill(signal: NodeJS.Signals): Promise<number | null>
  signIn(): Promise<{ call: Call; token: string; workspaceId: string }>
}

/**
 * Creates a data directory. By default it is a copy of one that was prepared by an earlier start, without an account
 * (tests/support/data-dir-template.ts), which halves the time of a first start. `empty` is for tests of the very first
 * start.
 */
export async function makeDataDir({ empty = false } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-fault-'))
  await chmod(dataDir, 0o755)
  if (process.env.PREPARED_DATA_DIR && !empty) await copyDataDir(process.env.PREPARED_DATA_DIR, dataDir)
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Keeps owners and modes, because the database's files belong to another user if Earshot runs as root. */
export async function copyDataDir(from: string, to: string) {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** The process id of the data directory's database server. */
export async function getDatabaseUrl(dataDir: string): Promise<string> {
  const port = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const password = (await readFile(path.join(dataDir, 'database.key'), 'utf8')).trim()
  return `postgres://earshot:${password}@127.0.0.1:${port}/earshot`
}

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/** @param flags flags of Node */
export async function startEarshot(
  dataDir: string,
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<RunningEarshot> {
  if (env.PORT) return startOnPort(Number(env.PORT), dataDir, env, flags)
  // Between finding a port and listening on it, another test's process may take it.
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    try {
      return await startOnPort(port, dataDir, env, flags)
    } catch (error) {
      if (tries === 3 || !String(error).includes(`PORT ${port} is in use`)) throw error
    }
  }
}

async function startOnPort(
  port: number,
  dataDir: string,
  env: Record<string, string>,
  flags: string[],
): Promise<RunningEarshot> {
  let output = ''
  const child: ChildProcess = spawn(process.execPath, [...flags, 'src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 90_000
  // Its own line, because on its port another process could answer.
  while (!/Earshot \S+ is running /.test(output)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Earshot exited with ${child.exitCode ?? child.signalCode}: ${output}`)
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`Earshot does not start: ${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    port,
    pid: child.pid!,
    output: () => output,
    kill: (signal) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
        child.once('exit', (code) => resolve(code))
        child.kill(signal)
      }),
    async signIn() {
      const { token } = await createClient({ baseUrl: url })(authContract.login, owner)
      const call = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) })
      const { user } = await call(authContract.userdata, {})
      return { call, token, workspaceId: user.workspaces[0]!._id }
    },
  }
}
