/**
 * An authenticated read: POST /reports/checkstatus of Earshot against bare node:http + pg, which reads session, membership and
 * the same progress in one query, as plain text and as a prepared statement. In separate processes, measured alternately.
 *
 *   node bench/authenticated-read.ts [rounds=4] [seconds=4]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { hashToken } from '../src/platform/secrets.ts'
import { freePort } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getCpuMs } from './process-cpu.ts'

const rounds = Number(process.argv[2] ?? 4)
const seconds = Number(process.argv[3] ?? 4)
const connections = 32
const root = path.resolve(import.meta.dirname, '..')

if (process.argv[2] === 'bare') await serveBare(process.env.DATABASE_URL!, Number(process.env.PORT))
else await measure()

/** What one would write by hand: the token hashed, the query, the rights, the JSON. */
async function serveBare(connectionString: string, port: number) {
  const { createServer } = await import('node:http')
  const pool = new pg.Pool({ connectionString, max: 20 })
  createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { _id } = JSON.parse(Buffer.concat(chunks).toString()) as { _id: string }
    const token = request.headers.authorization?.slice(7) ?? ''
    const values = [_id, hashToken(token)]
    const { rows } = await (request.url === '/prepared'
      ? pool.query({ name: 'read', text: query, values })
      : pool.query(query, values))
    const row = rows[0]
    const status = !row ? 401 : !row.id || !row.role ? 404 : 200
    const body = row
      ? {
          success: true,
          _id: row.id,
          status: row.status,
          progress: row.progress,
          stage: row.stage,
          rows: row.row_count,
          error: row.error,
          empty: row.empty,
          sources: row.sources.map((source: { id: string; spent_usd?: number }) => ({
            ...source,
            spent_usd: row.spent?.[source.id] ?? source.spent_usd ?? 0,
          })),
          spent_usd: row.spent ? Object.values(row.spent as number[]).reduce((sum, usd) => sum + usd, 0) : row.cost_usd,
        }
      : { success: false }
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  }).listen(port, '127.0.0.1')
}

/** What Earshot reads in findActorByToken, which it caches, and findProgressIn. */
const query = `
    select t.kind, t.workspace_id as key_workspace, t.scopes, m.role, r.workspace_id,
      r.id, r.status, r.progress, r.stage, r.row_count, r.error, r.sources, r.empty, r.cost_usd,
      (select jsonb_object_agg(s.source, s.usd) from (select c.source, sum(c.committed_usd) as usd from report_calls c
        where c.workspace_id = r.workspace_id and c.report_id = r.id group by c.source) s) as spent
    from access_tokens t
    join users u on u.id = t.user_id
    left join reports r on r.id = $1
    left join members m on m.user_id = t.user_id and m.workspace_id = r.workspace_id
    where t.token_hash = $2 and not u.disabled and (t.expires_at is null or t.expires_at > now())`

async function measure() {
  const [appPort, barePort] = [await freePort(), await freePort()]
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
  await chmod(dataDir, 0o755)
  const children: ChildProcess[] = []
  try {
    children.push(
      start(['src/main.ts'], {
        PORT: String(appPort),
        DATA_DIR: dataDir,
        OWNER_EMAIL: 'bench@example.com',
        OWNER_PASSWORD: 'a long enough one',
        LOG_LEVEL: 'info',
        NODE_ENV: 'production',
      }),
    )
    await answers(`http://127.0.0.1:${appPort}/healthz`)
    const call = async (name: string, body: object, token = '') =>
      (await (
        await fetch(`http://127.0.0.1:${appPort}${name}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        })
      ).json()) as Record<string, never>
    const { token } = (await call('/user/login', {
      email: 'bench@example.com',
      password: 'a long enough one',
    })) as unknown as { token: string }
    const { user } = (await call('/user/userdata', {}, token)) as unknown as { user: { workspaces: { _id: string }[] } }
    const { report } = (await call(
      '/reports/new',
      {
        workspace_id: user.workspaces[0]!._id,
        type: 'topic',
        query: 'cold brew coffee',
        country: 'US',
        language: 'en',
        sources: ['sample'],
      },
      token,
    )) as unknown as { report: { _id: string } }
    await new Promise((resolve) => setTimeout(resolve, 3000))

    const [pid, , , port] = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    const password = (await readFile(path.join(dataDir, 'database.key'), 'utf8')).trim()
    if (!pid) throw new Error('The database is not up.')
    children.push(
      start(['bench/authenticated-read.ts', 'bare'], {
        DATABASE_URL: `postgres://earshot:${password}@127.0.0.1:${port}/earshot`,
        PORT: String(barePort),
      }),
    )
    const body = JSON.stringify({ _id: report._id })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    await answers(`http://127.0.0.1:${barePort}/`, { method: 'POST', headers, body })

    const fire = async (url: string, duration: number) => {
      const result = await autocannon({ url, method: 'POST', headers, body, connections, duration })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${url} answered ${result.non2xx} failures, ${result.errors} errors`)
      return { rate: result.requests.average, p99: result.latency.p99, total: result.requests.total }
    }
    const appUrl = `http://127.0.0.1:${appPort}/reports/checkstatus`
    const bareUrl = `http://127.0.0.1:${barePort}/`
    const preparedUrl = `http://127.0.0.1:${barePort}/prepared`
    await fire(appUrl, 2)
    await fire(bareUrl, 2)
    await fire(preparedUrl, 2)
    const rows: (string | number)[][] = []
    const ratios: number[] = []
    const preparedRatios: number[] = []
    const cpuRatios: number[] = []
    // On a busy machine processor time says more than requests a second.
    const getCpu = (child: ChildProcess) => ({
      own: getCpuMs(child.pid!) * 1000,
      database: cpuMsWithChildren(Number(pid)) * 1000,
    })
    for (let round = 1; round <= rounds; round++) {
      const row: (string | number)[] = [round]
      const rates: number[] = []
      const costs: number[] = []
      for (const [url, child] of [
        [bareUrl, children[1]!],
        [preparedUrl, children[1]!],
        [appUrl, children[0]!],
      ] as const) {
        const before = getCpu(child)
        const { rate, p99, total } = await fire(url, seconds)
        rates.push(rate)
        const after = getCpu(child)
        const [own, database] = [(after.own - before.own) / total, (after.database - before.database) / total]
        costs.push(own + database)
        row.push(Math.round(rate), p99, `${Math.round(own)} + ${Math.round(database)}`)
      }
      const [plain, prepared, app] = rates as [number, number, number]
      ratios.push(app / plain)
      preparedRatios.push(app / prepared)
      cpuRatios.push(costs[0]! / costs[2]!)
      rows.push([...row, (app / plain).toFixed(2), (app / prepared).toFixed(2), cpuRatios.at(-1)!.toFixed(2)])
    }
    printTable(
      [
        'round',
        'bare req/s',
        'p99 ms',
        'cpu µs + database',
        'bare prepared req/s',
        'p99 ms',
        'cpu µs + database',
        'earshot req/s',
        'p99 ms',
        'cpu µs + database',
        'to bare',
        'to bare prepared',
        'bare’s cpu to ours',
      ],
      rows,
    )
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!.toFixed(2)
    console.log(
      `median ratio ${median(ratios)} to bare, ${median(preparedRatios)} to bare with the same prepared statement (goal: 1.2 to bare), ${median(cpuRatios)} times less processor time than bare; ${connections} connections, ${seconds} s a run`,
    )
  } finally {
    for (const child of children.reverse()) child.kill('SIGTERM')
    await Promise.all(
      children.map(
        (child) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null))),
      ),
    )
    await rm(dataDir, { recursive: true, force: true })
  }
}

function start(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function answers(url: string, init?: RequestInit) {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(url, init).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}
