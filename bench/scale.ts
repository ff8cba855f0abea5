/**
 * `find` and `rows` over HTTP, authenticated, on an installation that bench/scale-seed.ts filled: every kind of call on small and big
 * workspaces and reports, one at a time and eight at a time; then a realistic mix. Starts Earshot as a separate process.
 *
 *   node bench/scale.ts <folder> [callsAKind=100] [only=]
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import { Pool } from 'undici'
import { hashToken, newToken } from '../src/platform/secrets.ts'
import { getDatabaseUrl, startEarshot } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getCpuMs, getServerPid } from './process-cpu.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Name the folder: node bench/scale.ts /tmp/scale')
const callsAKind = Number(process.argv[3] ?? 100)
const only = process.argv[4] ?? ''
const wantedMs = 20

type Place = { workspace_id: string; id: string; rows: number; token: string }
type Workspace = { id: string; reports: number; token: string }
type Body = Record<string, unknown>
type Kind = { name: string; path: string; make(): { token: string; body: Body } }

const earshot = await startEarshot(dataDir)
const client = new pg.Pool({ connectionString: await getDatabaseUrl(dataDir), max: 1 })
const http = new Pool(earshot.url, { connections: 8 })
const serverPid = getServerPid(dataDir)
let seed = 7
/** The same sequence at every run: two runs ask the same. */
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
/** One of them, by shares that add up to 1. */
function weighted<T>(choices: [T, number][]): T {
  let place = random()
  for (const [item, share] of choices) {
    place -= share
    if (place < 0) return item
  }
  return choices.at(-1)![0]
}
/** Deep into a list; never past its end. */
const deepPage = (total: number, limit: number) => Math.max(1, Math.floor((0.5 + random() / 2) * (total / limit)))

const sessions = new Map<string, Promise<string>>()
const sortable = [
  'text',
  'type',
  'popularity',
  'volume',
  'cpc',
  'competition',
  'difficulty',
  'intent',
  'depth',
  'first_seen',
  'modifier',
]
const anySort = () => `${random() < 0.5 ? '-' : ''}${pick(sortable)}`
const anyFilter = (): Body =>
  pick([
    { intent: 'informational' },
    { sources: ['bing_suggest'] },
    { modifier: ['how', 'what'] },
    { cluster_id: '00000000-0000-7000-8000-000000000003' },
    { volume: null },
    { type: 'comparison', intent: ['commercial'] },
  ])
const rowSections = ['questions', 'comparisons', 'prepositions', 'alphabeticals', 'related']
const rowAsks: [string, (place: Place) => Body][] = [
  ['first page', () => ({})],
  ['first 100', () => ({ limit: 100 })],
  ['a section', () => ({ section: pick(rowSections) })],
  ['sorted', () => ({ sort: anySort() })],
  ['filtered', () => ({ filters: anyFilter() })],
  [
    'filtered and sorted',
    () => ({ filters: anyFilter(), sort: anySort(), section: pick(['keywords', ...rowSections]) }),
  ],
  ['with words', () => ({ q: pick(['how to', 'price', 'with', 'clean grinder', 'lamp']) })],
  ['with words, sorted', () => ({ q: pick(['how to', 'price', 'with', 'knife']), sort: anySort() })],
  ['a deep page', ({ rows }) => ({ page: deepPage(rows, 25) })],
  ['a deep page of a section', ({ rows }) => ({ section: 'questions', page: deepPage(rows * 0.2, 25) })],
  ['a deep page, sorted', ({ rows }) => ({ page: deepPage(rows, 25), sort: anySort() })],
]
const listAsks: [string, (place: Place) => Body][] = ['clusters', 'terms', 'serp', 'discussions', 'overview'].map(
  (section) => [section, () => ({ section })],
)

try {
  const places = await findPlaces()
  const workspaces = await findWorkspaces()
  const getKinds = (among: typeof workspaces, within: typeof places) =>
    [...findKinds(among), ...rowsKinds(within)].filter(({ name }) => name.includes(only))
  const kinds = getKinds(workspaces, places)
  const getFirst = <T>(all: T[]) => all.slice(0, 1)
  await warm(
    getKinds(
      { ...workspaces, usual: getFirst(workspaces.usual) },
      {
        small: getFirst(places.small),
        thousand: getFirst(places.thousand),
        large: getFirst(places.large),
        huge: getFirst(places.huge),
      },
    ),
  )
  const table: (string | number)[][] = []
  for (const kind of kinds)
    table.push([kind.name, ...(await measured(kind, 1)), ...(await measured(kind, 8)).slice(0, 3)])
  printTable(
    ['', 'p50 ms', 'p95', 'p99', 'Earshot CPU ms', 'PostgreSQL CPU ms', 'disk reads', '8 at a time: p50', 'p95', 'p99'],
    table,
  )
  if (only === '') await measureMix(workspaces, places)
  console.log(
    `\nload of the machine, last minute: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors; wanted: p95 under ${wantedMs} ms`,
  )
} finally {
  await http.close()
  await client.query(`delete from access_tokens where name = 'bench'`)
  await client.end()
  await earshot.kill('SIGTERM')
}

/** Reports by size, each with a session of somebody who may read it. */
async function findPlaces() {
  const bySize = async (low: number, high: number, most: number) => {
    const { rows } = await client.query(
      `select r.workspace_id, r.id, r.row_count as rows, r.created_by from reports r
       where r.status = 'done' and r.row_count between $1 and $2
         and (r.row_count <= 2000 or exists (select from report_columns c where c.workspace_id = r.workspace_id and c.report_id = r.id)) order by hashtext(r.id::text) limit $3`,
      [low, high, most],
    )
    return Promise.all(
      rows.map(async ({ created_by, ...place }) => ({ ...place, token: await getSession(created_by) }) as Place),
    )
  }
  return {
    small: await bySize(5, 200, 400),
    thousand: await bySize(1000, 1000, 200),
    large: await bySize(20_000, 20_000, 60),
    huge: await bySize(100_000, 100_000, 10),
  }
}

/** Weighted by the number of reports, since bigger workspaces read more often. */
async function findWorkspaces() {
  const { rows } = await client.query(`select w.id, w.owner_id, w.reports from seed_workspaces w order by w.n`)
  const biggest = { id: rows[0].id, reports: rows[0].reports, token: await getSession(rows[0].owner_id) } as Workspace
  const total = rows.reduce((sum, { reports }) => sum + reports, 0)
  const usual = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const found = weighted(rows.map((row) => [row, row.reports / total]))
      return { id: found.id, reports: found.reports, token: await getSession(found.owner_id) } as Workspace
    }),
  )
  return { biggest: [biggest], usual }
}

function getSession(userId: string): Promise<string> {
  const made = sessions.get(userId) ?? makeSession(userId)
  sessions.set(userId, made)
  return made
}
async function makeSession(userId: string) {
  const token = newToken('es')
  await client.query(
    `insert into access_tokens (id, kind, token_hash, user_id, name, expires_at) values (uuidv7(), 'session', $1, $2, 'bench', now() + interval '1 hour')`,
    [hashToken(token), userId],
  )
  return token
}

function findKinds({ biggest, usual }: { biggest: Workspace[]; usual: Workspace[] }): Kind[] {
  const words = ['kettle', 'cold coffee', 'brew', 'standing desk', 'oven repair', 'rug', 'vintage']
  const asks: [string, (workspace: Workspace) => Body][] = [
    ['first page', () => ({})],
    ['of a type', () => ({ type: pick(['topic', 'questions', 'outline', 'clusters']) })],
    ['of a status', () => ({ status: pick(['done', 'failed', 'cancelled']) })],
    ['hidden ones', () => ({ hidden: true })],
    ['with words', () => ({ q: pick(words) })],
    ['a deep page', ({ reports }) => ({ page: deepPage(reports * 0.98, 25) })],
    ['a deep page of a type', ({ reports }) => ({ type: 'topic', page: deepPage(reports * 0.55, 25) })],
  ]
  return [['any workspace', usual] as const, ['100,000 reports', biggest] as const].flatMap(([of, workspaces]) =>
    asks.map(([name, ask]) => ({
      name: `find, ${of}: ${name}`,
      path: '/reports/find',
      make: () => {
        const workspace = pick(workspaces)
        return { token: workspace.token, body: { workspace_id: workspace.id, ...ask(workspace) } }
      },
    })),
  )
}

function rowsKinds(places: Awaited<ReturnType<typeof findPlaces>>): Kind[] {
  const of = (name: string, among: Place[], asks: [string, (place: Place) => Body][]) =>
    asks.map(([ask, make]) => ({
      name: `rows, ${name}: ${ask}`,
      path: '/reports/rows',
      make: () => {
        const place = pick(among)
        return { token: place.token, body: { _id: place.id, ...make(place) } }
      },
    }))
  return [
    ...of('under 200 rows', places.small, rowAsks),
    ...of('1,000 rows', places.thousand, rowAsks),
    ...of('20,000 rows', places.large, rowAsks),
    ...of('100,000 rows', places.huge, [...rowAsks, ...listAsks]),
  ]
}

async function ask({ path, make }: Kind): Promise<number> {
  const { token, body } = make()
  const started = performance.now()
  const answer = await http.request({
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  const took = performance.now() - started
  if (answer.statusCode !== 200)
    throw new Error(`${path} ${JSON.stringify(body)} answered ${answer.statusCode}: ${text.slice(0, 300)}`)
  return took
}

/**
 * So many calls of every kind: connections are made, statements prepared, code compiled. All to one workspace of many and one report of
 * each size, so that the others are as cold as they are.
 */
async function warm(kinds: Kind[]) {
  for (let calls = 0; calls < 1500; calls += 3 * kinds.length)
    for (const kind of kinds) await Promise.all([ask(kind), ask(kind), ask(kind)])
}

async function measured(kind: Kind, atOnce: number): Promise<string[]> {
  const before = { own: getCpuMs(earshot.pid), database: cpuMsWithChildren(serverPid), disk: diskReads() }
  const took: number[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = 0; at < callsAKind / atOnce; at++) took.push(await ask(kind))
    }),
  )
  return [
    ...[0.5, 0.95, 0.99].map((share) => quantile(took, share)),
    ((getCpuMs(earshot.pid) - before.own) / took.length).toFixed(1),
    ((cpuMsWithChildren(serverPid) - before.database) / took.length).toFixed(1),
    ((diskReads() - before.disk) / took.length).toFixed(1),
  ]
}

/** Of the whole machine: what was not in memory. Not a number where there is no /proc. */
function diskReads(): number {
  try {
    const disks = readFileSync('/proc/diskstats', 'utf8').matchAll(/ (?:sd[a-z]+|vd[a-z]+|nvme\d+n\d+) (\d+) /g)
    return [...disks].reduce((sum, [, reads]) => sum + Number(reads), 0)
  } catch {
    return Number.NaN
  }
}

/** Three in four look at rows; half of those in small reports, every twentieth in one of 100,000. */
async function measureMix(
  workspaces: Awaited<ReturnType<typeof findWorkspaces>>,
  places: Awaited<ReturnType<typeof findPlaces>>,
) {
  const finds = findKinds(workspaces).filter(({ name }) => name.includes('any workspace'))
  const weights: [string, number][] = [
    ['under 200', 0.5],
    ['1,000 rows', 0.3],
    ['20,000', 0.15],
    ['100,000', 0.05],
  ]
  const rows = rowsKinds(places)
  const table: (string | number)[][] = []
  for (const atOnce of [1, 8]) {
    const took: Record<'find' | 'rows', number[]> = { find: [], rows: [] }
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let at = 0; at < (callsAKind * 20) / atOnce; at++) {
          if (random() < 0.25) {
            took.find.push(await ask(pick(finds)))
            continue
          }
          const size = weighted(weights)
          took.rows.push(await ask(pick(rows.filter(({ name }) => name.includes(size)))))
        }
      }),
    )
    for (const name of ['find', 'rows'] as const)
      table.push([name, atOnce, took[name].length, ...[0.5, 0.95, 0.99].map((share) => quantile(took[name], share))])
  }
  console.log('')
  printTable(['the mix', 'at a time', 'calls', 'p50 ms', 'p95', 'p99'], table)
}

function quantile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
}
