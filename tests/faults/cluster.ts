import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Agent, type Dispatcher, fetch as fetchThrough, request } from 'undici'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { openEvents } from '../support/sse-client.ts'
import { until } from '../support/wait-until.ts'
import { freePort, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Several Earshot processes on one database, with Caddy and the Caddyfile from docs/caddy in front. */

const root = path.resolve(import.meta.dirname, '..', '..')
export const caddyPath = process.env.CADDY_PATH ?? 'caddy'
export const hasCaddy = (() => {
  try {
    return execFileSync(caddyPath, ['version']).length > 0
  } catch {
    return false
  }
})()
export const address = 'earshot.example'

const metricsToken = 'for-the-metrics-of-a-cluster'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster(settings: Record<string, string>) {
  const removals: (() => Promise<unknown>)[] = []
  const close = async () => {
    while (removals.length > 0) await removals.pop()!()
  }
  try {
    return await start()
  } catch (error) {
    await close()
    throw error
  }

  async function start() {
    const data = await makeDataDir()
    removals.push(data.remove)
    const database = await startEmbeddedPostgres(data.dataDir, createLog('warn'))
    removals.push(database.stop)
    const ports = { a: await freePort(), b: await freePort() }
    const httpsPort = await freePort()
    const url = `https://${address}:${httpsPort}`
    const run = async (roles: string, env: Record<string, string> = {}) => {
      const own = await makeDataDir({ empty: true })
      removals.push(own.remove)
      const process = await startEarshot(own.dataDir, {
        ROLES: roles,
        DATABASE_URL: database.url,
        SECRET_KEY: 'the same secret for every process of it',
        PUBLIC_URL: url,
        TRUSTED_PROXIES: '127.0.0.1',
        METRICS_TOKEN: metricsToken,
        ...settings,
        ...env,
      })
      removals.push(() => process.kill('SIGTERM'))
      return process
    }
    const web = (name: keyof typeof ports) => run('web,api', { PORT: String(ports[name]) })
    const [a, b, worker, proxy] = await Promise.all([
      web('a'),
      web('b'),
      run('worker'),
      startCaddy(url, Object.values(ports)),
    ])
    // A request without an upstream is retried only if it is a GET or nothing listens.
    const answers = () => proxy.fetch(`${url}/healthz`).then((answer) => answer.ok)
    await until('Caddy to answer', answers, 60_000)
    return { webs: { a, b } as Record<keyof typeof ports, RunningEarshot>, worker, web, run, proxy, close }
  }

  async function startCaddy(url: string, upstreams: number[]) {
    const home = await mkdtemp(path.join(tmpdir(), 'earshot-caddy-'))
    const caddy: ChildProcess = spawn(caddyPath, ['run', '--config', path.join(root, 'docs', 'caddy', 'Caddyfile')], {
      env: {
        PATH: process.env.PATH,
        HOME: home,
        XDG_DATA_HOME: home,
        XDG_CONFIG_HOME: home,
        HTTP_PORT: String(await freePort()),
        HTTPS_PORT: new URL(url).port,
        EARSHOT_ADDRESS: address,
        EARSHOT_UPSTREAM: upstreams.map((port) => `127.0.0.1:${port}`).join(' '),
        EARSHOT_ASK: `127.0.0.1:${upstreams[0]}`,
        CADDY_ISSUER: 'internal',
        // Generous, because other tests may keep the machine busy.
        HEALTH_TIMEOUT: '60s',
      },
      stdio: ['ignore', 'ignore', process.env.CADDY_LOG ? openSync(process.env.CADDY_LOG, 'w') : 'ignore'],
    })
    removals.push(async () => {
      caddy.kill('SIGTERM')
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    })
    const ca = await until(
      'Caddy’s authority',
      () => readFile(path.join(home, 'caddy', 'pki', 'authorities', 'local', 'root.crt'), 'utf8').catch(() => null),
      60_000,
    )
    /** A single keep-alive connection, like a program's. Failures aren't retried. */
    const connection = (connections = 1) =>
      new Agent({
        connections,
        pipelining: 1,
        headersTimeout: 30_000,
        bodyTimeout: 60_000,
        connect: {
          ca,
          lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
        },
      })
    const any = connection(200)
    removals.push(() => any.destroy())
    return {
      url,
      connection,
      fetch: ((at: string, init: object = {}) =>
        fetchThrough(at, { ...init, dispatcher: any })) as unknown as typeof fetch,
    }
  }
}

export type Failure = { at: number; what: string; how: string }
export type Load = { answered: number; slowestMs: number; failures: Failure[] }
export type Task = { what: string; method: 'GET' | 'POST'; path: string; body?: () => object }

/**
 * Runs `programs` clients that each keep one connection and repeat a task until stopped. A missing response or a status
 * from 400 up counts as a failure.
 */
export function startLoad(proxy: Cluster['proxy'], token: string, tasks: Task[], { programs, pauseMs }: LoadSize) {
  const load: Load = { answered: 0, slowestMs: 0, failures: [] }
  const began = performance.now()
  let going = true
  const all = Array.from({ length: programs }, async (_, program) => {
    const dispatcher: Dispatcher = proxy.connection()
    for (let round = program; going; round++) {
      const task = tasks[round % tasks.length]!
      const sent = performance.now()
      try {
        const { statusCode, body } = await request(proxy.url + task.path, {
          dispatcher,
          method: task.method,
          headers: {
            Authorization: `Bearer ${token}`,
            ...(task.body ? { 'Content-Type': 'application/json' } : {}),
          },
          body: task.body ? JSON.stringify(task.body()) : null,
        })
        const text = await body.text()
        if (statusCode >= 400) fail(task, `${statusCode} ${text.slice(0, 200)}`)
        else load.answered += 1
      } catch (error) {
        fail(task, `${(error as Error).name}: ${(error as Error).message}`)
      }
      load.slowestMs = Math.max(load.slowestMs, performance.now() - sent)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    await dispatcher.close()
  })
  return {
    load,
    async stop(): Promise<Load> {
      going = false
      await Promise.all(all)
      return load
    },
  }

  function fail({ what }: Task, how: string) {
    load.failures.push({ at: Math.round(performance.now() - began), what, how })
  }
}

type LoadSize = { programs: number; pauseMs: number }

/** Number of its requests, without health checks. */
export async function answeredBy({ url }: RunningEarshot) {
  const text = await (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })).text()
  const counts = [...text.matchAll(/^earshot_request_seconds_count\{path="([^"]+)".*\} (\d+)$/gm)]
  return counts
    .filter(([, path]) => !/^\/(healthz|readyz|metrics)$/.test(path!))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}

/**
 * Subscribes to a document and reconnects when the stream ends. `endings` has the way each one ended; `cut` means
 * without an event.
 */
export function watchDocument(proxy: Cluster['proxy'], token: string, id: string) {
  const endings: string[] = []
  let over = false
  let leave = () => {}
  const done = (async () => {
    while (!over) {
      const reading = await openEvents(proxy.url, aiContentContract.events, { id }, token, proxy.fetch)
      leave = reading.leave
      const last = (await reading.all.catch(() => reading.events)).at(-1)
      if (!over) endings.push(last?.event === 'error' ? `error ${last.data.code} ${last.data.retryable}` : 'cut')
    }
  })()
  done.catch(() => undefined)
  return {
    endings,
    async stop() {
      over = true
      leave()
      await done
    },
  }
}
