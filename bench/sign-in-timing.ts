/**
 * Whether response times reveal that an email has an account: logging in with a wrong password, resetting a password and
 * signing in by email, each with a known and an unknown email in random order. An email is written after the response and
 * might delay the next caller, so the next call is timed too, immediately on the same connections.
 * The ratio of the medians should be about 1; two known emails show how much is noise.
 *
 *   node bench/sign-in-timing.ts [rounds=150]
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authContract } from '../src/features/auth/contract.ts'
import { createClient } from '../src/kit/client.ts'
import { printTable } from './print-table.ts'

const rounds = Number(process.argv[2] ?? 150)
const warmUps = 10
/** Lets the previous call's background work finish. */
const settleMs = 60
const root = path.resolve(import.meta.dirname, '..')
const port = 4813
const url = `http://127.0.0.1:${port}`

type Ask = { name: string; path: string; body(email: string): object }
const asks: Ask[] = [
  { name: 'login', path: '/user/login', body: (email) => ({ email, password: 'not the password' }) },
  { name: 'forgot', path: '/user/forgotpassword', body: (email) => ({ email }) },
  { name: 'passwordless', path: '/user/_carnatic', body: (email) => ({ email }) },
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const nobody = () => `${randomUUID()}@example.com`

const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
// The embedded server may run as another user.
await chmod(dataDir, 0o755)
const earshot = spawn(process.execPath, ['src/main.ts'], {
  cwd: root,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await untilItAnswers()
  const rows = []
  for (const ask of asks) rows.push(...(await measure(ask)))
  printTable(['call', 'known, ms', 'unknown, ms', 'known / unknown', 'known / known'], rows)
} finally {
  const ended = new Promise((resolve) => earshot.once('exit', resolve))
  if (earshot.kill('SIGTERM')) await ended
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function untilItAnswers() {
  for (let tries = 0; tries < 1200; tries++) {
    if (earshot.exitCode !== null) throw new Error(`Earshot exited with ${earshot.exitCode}`)
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Earshot does not answer')
}

/** Uses every email once: ten failures or emails would reach its rate limit. */
async function measure({ name, path: where, body }: Ask) {
  const answers = { known: [] as number[], unknown: [] as number[], again: [] as number[] }
  const next = { known: [] as number[], unknown: [] as number[], again: [] as number[] }
  const call = createClient({ baseUrl: url })
  for (let round = -warmUps; round < rounds; round++) {
    const known = [nobody(), nobody()]
    for (const email of known)
      await call(authContract.signup, { email, password: 'correct horse battery', first_name: 'Ada' })
    const turns: [keyof typeof answers, string][] = [
      ['known', known[0]!],
      ['unknown', nobody()],
      ['again', known[1]!],
    ]
    for (const [kind, email] of shuffled(turns)) {
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      const answered = await timed(where, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body(email)),
      })
      const followed = await timed('/user/verifytoken', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: 'ev_unknown', purpose: 'email' }),
      })
      if (round < 0) continue
      answers[kind].push(answered)
      next[kind].push(followed)
    }
  }
  return [toRow(name, answers), toRow(`${name}, the next call`, next)]
}

async function timed(where: string, init: RequestInit) {
  const started = performance.now()
  await (await fetch(url + where, init)).text()
  return performance.now() - started
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function toRow(name: string, times: Record<'known' | 'unknown' | 'again', number[]>) {
  const [known, unknown, again] = [median(times.known), median(times.unknown), median(times.again)]
  return [name, known.toFixed(2), unknown.toFixed(2), (known / unknown).toFixed(3), (known / again).toFixed(3)]
}
