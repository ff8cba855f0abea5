import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authContract } from '../../src/features/auth/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
export const owner = { email: 'owner@example.com', password: 'a long enough one' }

/** Earshot as people start it: a process of its own, on a data directory that outlives it. */
export type RunningEarshot = {
  pid: number
  url: string
  port: number
  output(): string
  kill(signal: NodeJS.Signals): Promise<number | null>
  signIn(): Promise<{ call: Call; token: string; workspaceId: string }>
}

export async function makeDataDir() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-fault-'))
  await chmod(dataDir, 0o755)
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
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

export async function startEarshot(dataDir: string, env: Record<string, string> = {}): Promise<RunningEarshot> {
  const port = await freePort()
  let output = ''
  const child: ChildProcess = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + 90_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Earshot exited with ${child.exitCode}: ${output}`)
    if (env.ROLES === 'worker' && output.includes('works on jobs')) break
    if (
      await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`Earshot does not answer: ${output}`)
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
