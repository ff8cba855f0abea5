/**
 * The collector under load: POST /v1/public/batch of Earshot against bare node:http + pg that also writes what waits in one INSERT,
 * on the same database. Each runs alternately in a separate process; the load comes from a third one (collector-load.ts).
 * CPU is each process's processor time per acknowledged message. Earshot acknowledges messages once they are committed to its
 * inbox, and stores them from there. Messages stored during the load have a column of their own, and their processor time counts
 * toward the run; the rest is timed afterwards ("drained/s", with its own processor time per message). "kept" compares the rows
 * stored in the end with the messages acknowledged.
 *
 *   node bench/collector.ts [rounds=3] [seconds=5] [connections=64]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { printTable } from './print-table.ts'

const root = path.resolve(import.meta.dirname, '..')
const [appPort, barePort] = [4813, 4814]
const keys = { EVENTS_PUBLIC_KEY: 'pk_bench', EVENTS_WORKSPACE_ID: 'bench' }

if (process.argv[2] === 'bare') await serveBare(process.env.DATABASE_URL!)
else await measure(Number(process.argv[2] ?? 3), Number(process.argv[3] ?? 5), Number(process.argv[4] ?? 64))

type BareMessage = {
  message_id: string
  type: string
  event?: string
  uid?: string
  alias: string
  properties: object
  location: Record<string, string>
  timestamp: string
}

/** What one would write by hand: one table, one unique index, one INSERT for what waits. No checks, no partitions, no sums. */
async function serveBare(connectionString: string) {
  const { createServer } = await import('node:http')
  const pool = new pg.Pool({ connectionString, max: 4 })
  const waiting: { messages: BareMessage[]; done(): void }[] = []
  let lanes = 0
  async function work() {
    lanes++
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.splice(0, 100)
      const all = group.flatMap(({ messages }) => messages)
      const column = (of: (message: BareMessage) => unknown) => all.map(of)
      await pool.query(
        `insert into bare_events select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[],
          $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[]) on conflict do nothing`,
        [
          column((m) => m.message_id),
          column((m) => m.type),
          column((m) => m.event ?? null),
          column((m) => m.uid ?? null),
          column((m) => m.alias),
          column((m) => JSON.stringify(m.properties)),
          ...['address', 'path', 'query', 'host', 'origin', 'referrer'].map((name) => column((m) => m.location[name])),
          column((m) => m.timestamp),
        ],
      )
      for (const { done } of group) done()
    }
    lanes--
  }
  createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: BareMessage[] }
    await new Promise<void>((resolve) => {
      waiting.push({ messages, done: resolve })
      if (lanes < 2) void work()
    })
    response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': 16 })
    response.end('{"success":true}')
  }).listen(barePort, '127.0.0.1')
}

async function measure(rounds: number, seconds: number, connections: number) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
  await chmod(dataDir, 0o755)
  const children: ChildProcess[] = []
  try {
    const app = start(['src/main.ts'], {
      PORT: String(appPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      ...keys,
    })
    children.push(app)
    await answers(`http://127.0.0.1:${appPort}/healthz`)
    const [postmaster, , , port] = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split(
      '\n',
    )
    const password = (await readFile(path.join(dataDir, 'database.key'), 'utf8')).trim()
    const databaseUrl = `postgres://earshot:${password}@127.0.0.1:${port}/earshot`
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`create table bare_events (message_id uuid primary key, type text, event text, uid text, alias text,
      properties jsonb, address text, path text, query text, host text, origin text, referrer text, at timestamptz)`)
    const bare = start(['bench/collector.ts', 'bare'], { DATABASE_URL: databaseUrl })
    children.push(bare)
    await answers(`http://127.0.0.1:${barePort}/`, { method: 'POST', body: '{"messages":[]}' })

    const count = async (table: string) =>
      (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
    const waitingNow = async () =>
      (await client.query('select coalesce(sum(messages), 0)::int as n from event_inbox')).rows[0].n as number
    const rows: (string | number)[][] = []
    const ratios: number[] = []
    const run = async (name: string, child: ChildProcess, at: number, table: string, forSeconds: number, rate = 0) => {
      const stored = await count(table)
      await client.query('checkpoint')
      const cpu = async () => ({ server: await getCpu(child.pid!), database: await cpuBelow(Number(postmaster)) })
      const perMessage = (from: Cpu, to: Cpu, of: keyof Cpu, messages: number) =>
        messages === 0 ? '' : Math.round(((to[of] - from[of]) / messages) * 10) / 10
      const before = await cpu()
      const result = await load(`http://127.0.0.1:${at}`, connections, forSeconds, rate)
      const after = await cpu()
      // What the drain had not taken when the load ended.
      const waiting = table === 'events' ? await waitingNow() : 0
      const started = performance.now()
      while (waiting > 0 && (await waitingNow()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      const drainSeconds = (performance.now() - started) / 1000
      const drained = await cpu()
      const kept = (await count(table)) - stored
      return {
        ...result,
        rate: result.messages / result.seconds,
        row: [
          name,
          Math.round(result.messages / result.seconds),
          result.p50,
          result.p99,
          result.max,
          perMessage(before, after, 'server', result.messages),
          perMessage(before, after, 'database', result.messages),
          Math.round((result.cpu / result.messages) * 10) / 10,
          result.refused,
          table === 'events' ? result.messages - waiting : '',
          waiting > 0 ? Math.round(waiting / drainSeconds) : '',
          perMessage(after, drained, 'server', waiting),
          perMessage(after, drained, 'database', waiting),
          kept === result.messages ? 'all' : `${kept} of ${result.messages}`,
        ],
      }
    }
    await run('warm', bare, barePort, 'bare_events', 2)
    await run('warm', app, appPort, 'events', 2)
    for (let round = 1; round <= rounds; round++) {
      const one = await run(`bare ${round}`, bare, barePort, 'bare_events', seconds)
      const other = await run(`earshot ${round}`, app, appPort, 'events', seconds)
      rows.push(one.row, other.row)
      ratios.push(other.rate / one.rate)
    }
    const steady = await run('earshot, 2,000 requests/s', app, appPort, 'events', seconds, 2000)
    rows.push(steady.row)
    printTable(
      [
        'run',
        'messages/s',
        'p50 ms',
        'p99 ms',
        'max ms',
        'server µs',
        'database µs',
        'load µs',
        'refused',
        'stored meanwhile',
        'drained/s',
        'server µs',
        'database µs',
        'kept',
      ],
      rows,
    )
    const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!.toFixed(2)
    console.log(
      `median ratio ${median} to bare; ${connections} connections, 20 messages a request, ${seconds} s a run; wanted: 15,000 messages/s with p99 under 100 ms`,
    )
    await client.end()
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

type Cpu = { server: number; database: number }

type Loaded = {
  messages: number
  seconds: number
  refused: number
  p50: number
  p99: number
  max: number
  /** Microseconds the load itself used. */
  cpu: number
}

function load(url: string, connections: number, seconds: number, rate: number): Promise<Loaded> {
  const child = spawn(
    process.execPath,
    ['bench/collector-load.ts', url, 'pk_bench', 'bench', String(connections), String(seconds), String(rate)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  let cpu = 0
  const watch = setInterval(() => {
    void getCpu(child.pid!).then(
      (now) => {
        cpu = now
      },
      () => undefined,
    )
  }, 100)
  return new Promise((resolve, reject) =>
    child.once('exit', (code) => {
      clearInterval(watch)
      if (code === 0) resolve({ ...(JSON.parse(output) as Omit<Loaded, 'cpu'>), cpu })
      else reject(new Error(`The load ended with ${code}.`))
    }),
  )
}

/** Microseconds of CPU a process has used. */
async function getCpu(pid: number) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Of every process of the database server. */
async function cpuBelow(parent: number) {
  let sum = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    const fields = stat?.split(') ')[1]?.split(' ')
    if (fields && Number(fields[1]) === parent) sum += (Number(fields[11]) + Number(fields[12])) * 10_000
  }
  return sum
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
