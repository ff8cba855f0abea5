/**
 * Fills a separate installation with as much data as a big one has: 1,000,000 reports and 50,000,000 rows over 11,111 workspaces, the
 * biggest with 100,000 reports, ten reports with 100,000 rows each. The database is the one Earshot starts in the folder.
 * Cut short, it goes on at the step where it was.
 *
 *   node bench/scale-seed.ts <folder> [reports=1000000] [rows=50000000]
 */
import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import {
  insertColumns,
  lockIfColumnsOutdated,
  maxRowsWithoutColumns,
} from '../src/features/reports/store/column-store.ts'
import { type Database, migrate, openDatabase } from '../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { printTable } from './print-table.ts'
import { makePhrases, makeTopics } from './scale-words.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Name the folder: node bench/scale-seed.ts /tmp/scale')
const reportsWanted = Number(process.argv[3] ?? 1_000_000)
const rowsWanted = Number(process.argv[4] ?? 50_000_000)
const log = createLog('error')

/** Workspaces by size: share of the reports, and how many share it. */
const workspaceSizes = [
  { share: 0.1, workspaces: 1 },
  { share: 0.1, workspaces: 10 },
  { share: 0.2, workspaces: 100 },
  { share: 0.3, workspaces: 1000 },
  { share: 0.3, workspaces: 10_000 },
]
/** Reports by size: their number in a million, and rows each. What is left of the rows goes to all the others evenly. */
const reportSizes = [
  { inAMillion: 10, rows: 100_000 },
  { inAMillion: 200, rows: 20_000 },
  { inAMillion: 10_000, rows: 1000 },
  { inAMillion: 90_000, rows: 150 },
]

await mkdir(dataDir, { recursive: true, mode: 0o755 })
const steps: (string | number)[][] = []
await withoutLogging()
const server = await startEmbeddedPostgres(dataDir, log)
try {
  const database = openDatabase(server.url, { max: 2 })
  await migrate(database.db, path.resolve(import.meta.dirname, '..', 'migrations'))
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (const setting of [
    'synchronous_commit = off',
    `maintenance_work_mem = '1GB'`,
    `work_mem = '256MB'`,
    // Foreign keys are not asked about each of the rows.
    'session_replication_role = replica',
  ])
    await client.query(`set ${setting}`)
  await step('words', 'select count(volume) as has from seed_phrases', () => fillWords(client))
  await step('workspaces', `select count(*) - 1 as has from workspaces`, () => fillWorkspaces(client))
  await step('reports', 'select count(*) as has from (select from reports limit 1) r', () => fillReports(client))
  await step('rows', 'select count(*) as has from (select from report_rows limit 1) r', () => fillRows(client))
  await step('findings', 'select count(*) as has from (select from report_pages limit 1) r', () => fillFindings(client))
  await step('columns', 'select 0 as has', () => fillColumns(database.db))
  await step('vacuum, analyze', 'select 0 as has', () => client.query('vacuum (analyze, freeze)'))
  await client.query('alter system reset all')
  await report(client)
  await client.end()
  await database.close()

  async function step(name: string, question: string, work: () => Promise<unknown>) {
    const started = performance.now()
    const has = await client.query(question).then(
      ({ rows }) => Number(rows[0].has) > 0,
      () => false,
    )
    if (!has) await work()
    steps.push([name, has ? 'was there' : ((performance.now() - started) / 1000).toFixed(1)])
    console.log(`${name}: ${steps.at(-1)![1]}`)
  }
} finally {
  await server.stop()
}

/** A table that is filled in the transaction that empties it needs no write-ahead log then. It is set back at the end. */
async function withoutLogging() {
  const before = await startEmbeddedPostgres(dataDir!, log)
  const client = new pg.Client({ connectionString: before.url })
  await client.connect()
  await client.query('alter system set wal_level = minimal')
  await client.query('alter system set max_wal_senders = 0')
  await client.query('alter system set autovacuum = off')
  await client.query('alter system set full_page_writes = off')
  await client.end()
  await before.stop()
}

async function fillWords(client: pg.Client) {
  await client.query('drop table if exists seed_phrases, seed_topics')
  await client.query(`create table seed_phrases (n integer primary key, id uuid not null, before text not null, after text not null, type text not null,
    modifier text, intent text not null, confidence real not null, depth smallint not null, sources text[] not null, heard jsonb not null, popularity real not null,
    volume bigint not null, cpc double precision not null, competition real not null, difficulty real not null, cluster_id uuid not null, monthly jsonb)`)
  const phrases = makePhrases(Math.max(...reportSizes.map(({ rows }) => rows)))
  for (let at = 0; at < phrases.length; at += 5000)
    await client.query(
      `insert into seed_phrases select * from jsonb_populate_recordset(null::seed_phrases, $1::jsonb)`,
      [JSON.stringify(phrases.slice(at, at + 5000))],
    )
  await client.query('create table seed_topics (n integer primary key, topic text not null)')
  await client.query(
    'insert into seed_topics select n - 1, topic from unnest($1::text[]) with ordinality as t (topic, n)',
    [makeTopics()],
  )
  await client.query('analyze seed_phrases, seed_topics')
}

/** Each workspace has its own owner. */
async function fillWorkspaces(client: pg.Client) {
  const count = workspaceSizes.reduce((sum, { workspaces }) => sum + workspaces, 0)
  await client.query('begin')
  await client.query(
    `create table seed_workspaces as select n, uuidv7() as id, uuidv7() as owner_id, 0 as reports from generate_series(1, ${count}) n`,
  )
  let from = 1
  for (const { share, workspaces } of workspaceSizes) {
    await client.query('update seed_workspaces set reports = $1 where n between $2 and $3', [
      Math.round((reportsWanted * share) / workspaces),
      from,
      from + workspaces - 1,
    ])
    from += workspaces
  }
  await client.query(
    `insert into users (id, email, first_name, email_verified) select owner_id, 'seed-' || n || '@example.com', 'Ada', true from seed_workspaces`,
  )
  await client.query(
    `insert into workspaces (id, owner_id, name, color) select id, owner_id, 'Workspace ' || n, '#c2410c' from seed_workspaces`,
  )
  await client.query(
    `insert into members (workspace_id, user_id, role) select id, owner_id, 'owner' from seed_workspaces`,
  )
  await client.query(`insert into user_plans (user_id, plan) select owner_id, 'agency' from seed_workspaces`)
  await client.query('commit')
}

/** Over three years, mixed as they come: every workspace's reports lie scattered among those of the others. */
async function fillReports(client: pg.Client) {
  const scale = reportsWanted / 1_000_000
  const bands = reportSizes.map(({ inAMillion, rows }) => ({
    count: Math.max(1, Math.round(inAMillion * scale)),
    rows,
  }))
  const taken = bands.reduce((sum, { count, rows }) => sum + count * rows, 0)
  const others = reportsWanted - bands.reduce((sum, { count }) => sum + count, 0)
  // One report in twenty-five failed and has none.
  const rest = Math.max(1, (rowsWanted / 0.96 - taken) / others)
  let below = 0
  const sizes = bands.map(({ count, rows }) => {
    below += count
    return `when size_place <= ${below} then ${rows}`
  })
  const source = (id: string, label: string, count: string) =>
    `jsonb_build_object('id', '${id}', 'label', '${label}', 'state', 'done', 'count', ${count}, 'ms', 1200 + place % 900, 'asked', 80, 'planned', 80, 'error', null, 'arrivals', '[0, 3, 9, 4, 2, 1, 0, 0, 1]'::jsonb)`
  await client.query('begin')
  await refilled(client, 'reports', () =>
    client.query(`
      insert into reports (workspace_id, id, created_by, payer_id, type, query, country, language, depth, fresh, is_list, status, stage, progress, hidden, error,
        row_count, missing, sources, units, cost_usd, overview, created_at, started_at, finished_at)
      select workspace_id, uuidv7(created_at - now()), owner_id, owner_id,
        case when place % 20 < 12 then 'topic' when place % 20 < 16 then 'questions' when place % 20 < 18 then 'outline' else 'clusters' end,
        topic, (array['US', 'GB', 'DE', 'FR'])[1 + place % 4], (array['en', 'en', 'de', 'fr'])[1 + place % 4], 1, false, false,
        case when status_place < 94 then 'done' when status_place < 98 then 'failed' else 'cancelled' end,
        case when status_place < 94 then 'done' else 'collect' end, 1, status_place = 7,
        case when status_place between 94 and 97 then 'None of the sources answered. See beside each why; then try again, or make a report from an imported file.' end,
        case when status_place between 94 and 97 then 0 else size end, '{"volume": "No source with search volumes was asked: set up DataForSEO, or import a Keyword Planner, Semrush or Ahrefs file."}',
        jsonb_build_array(${source('google_suggest', 'Google', 'size * 6 / 10')}, ${source('bing_suggest', 'Bing', 'size * 4 / 10')}, ${source('duckduckgo_suggest', 'DuckDuckGo', 'size * 3 / 10')}, ${source('wikipedia', 'Wikipedia', '7')}, ${source('reddit', 'Reddit', '4')}),
        1, 0, '{"counts": {}, "intents": {}, "modifiers": [], "top_keywords": [], "top_questions": [], "difficulty": null, "missing": {}, "words": null}',
        created_at, created_at + interval '1 second', created_at + interval '9 seconds'
      from (
        select w.id as workspace_id, w.owner_id, place, (hashint8(place) & 1048575) % 100 as status_place,
          now() - interval '3 years' + place * interval '3 years' / ${reportsWanted} as created_at,
          case ${sizes.join(' ')} else floor(${rest} * (0.4 + 1.2 * ((hashint8(place * 7) & 1048575) / 1048576.0)))::integer end as size,
          topic
        from (
          select workspace_n, place, case when place = any(array[${bigPlaces().join(', ')}]) then array_position(array[${bigPlaces().join(', ')}], place) else ${bands[0]!.count} + row_number() over (order by hashint8(place * 31)) end as size_place
          from (select w.n as workspace_n, row_number() over (order by hashint8(w.n * 1000003::bigint + g)) as place
            from seed_workspaces w, generate_series(1, w.reports) g) placed
        ) sized
        join seed_workspaces w on w.n = workspace_n
        join seed_topics t on t.n = (hashint8(place * 13) & 1073741823) % (select count(*) from seed_topics)
      ) r order by created_at`),
  )
  // Written by a trigger otherwise, which isn't run here: without them lists would be empty.
  await refilled(client, 'report_listings', () =>
    client.query(`
      insert into report_listings (workspace_id, report_id, created_at, hidden, type, status, words)
      select workspace_id, id, created_at, hidden, type, status, lower(query) from reports order by workspace_id, created_at`),
  )
  await client.query(`
    insert into report_counts (workspace_id, hidden, type, status, reports)
    select workspace_id, hidden, type, status, count(*) from report_listings group by 1, 2, 3, 4 order by 1`)
  await client.query('commit')

  function bigPlaces() {
    return Array.from({ length: bands[0]!.count }, (_, at) =>
      Math.round(((at + 0.5) * reportsWanted) / bands[0]!.count),
    )
  }
}

async function fillRows(client: pg.Client) {
  await client.query('begin')
  await client.query('set local enable_hashjoin = off')
  await client.query('set local enable_mergejoin = off')
  await refilled(client, 'report_rows', () =>
    client.query(`
      insert into report_rows (workspace_id, report_id, id, key, text, type, modifier, sources, parent_id, depth, heard, popularity, volume_value, volume_provider,
        volume_as_of, monthly, cpc_value, cpc_currency, competition, difficulty, intent, intent_confidence, cluster_id, position, first_seen)
      select r.workspace_id, r.id, t.id, t.before || r.query || t.after, t.before || r.query || t.after, t.type, t.modifier, t.sources,
        null, t.depth, t.heard, t.popularity,
        case when r.priced then t.volume end, case when r.priced then 'dataforseo' end, case when r.priced then r.created_at end,
        case when r.priced then t.monthly end, case when r.priced then t.cpc end, case when r.priced then 'USD' end,
        case when r.priced then t.competition end, t.difficulty, t.intent, t.confidence, t.cluster_id, t.n, r.heard_at
      from (select workspace_id, id, query, row_count, created_at, created_at + interval '2 seconds' as heard_at,
          (hashtext(id::text) & 7) < 2 or row_count > 10000 as priced from reports order by workspace_id, id) r
      cross join lateral (select * from seed_phrases p where p.n between 1 and r.row_count) t`),
  )
  await client.query('commit')
}

/** The data besides the rows, for one report of fifty and for the big ones. Summaries count what is there. */
async function fillFindings(client: pg.Client) {
  const chosen = `(select workspace_id, id, query, row_count from reports where status = 'done' and (row_count >= 20000 or (hashtext(id::text) & 63) = 0))`
  await client.query('begin')
  await client.query(`
    update reports r set overview = r.overview || jsonb_build_object('counts', jsonb_build_object('keywords', n.keywords, 'questions', n.questions,
      'comparisons', n.comparisons, 'prepositions', n.prepositions, 'alphabeticals', n.alphabeticals, 'related', n.related))
    from (select s.row_count, count(*) as keywords, count(*) filter (where type = 'question') as questions, count(*) filter (where type = 'comparison') as comparisons,
        count(*) filter (where type = 'preposition') as prepositions, count(*) filter (where type = 'alphabetical') as alphabeticals, count(*) filter (where type = 'related') as related
      from (select distinct row_count from reports) s join seed_phrases p on p.n <= s.row_count group by 1) n
    where n.row_count = r.row_count`)
  await client.query(`
    insert into report_clusters (workspace_id, report_id, id, position, name, pillar, intent, keywords, volume)
    select workspace_id, id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, query || ' ' || n, query || ' ' || n, 'informational', 12, null
    from ${chosen} r cross join lateral generate_series(0, row_count / 12) n`)
  await client.query(`
    insert into report_terms (workspace_id, report_id, term, kind, weight, pages)
    select workspace_id, id, query || ' ' || n, 'phrase', 1.0 / (n + 1), 10 - n / 4 from ${chosen} r cross join lateral generate_series(0, 39) n`)
  await client.query(`
    insert into report_discussions (workspace_id, report_id, url, source, title, score, answers, at)
    select workspace_id, id, 'https://talk.example/' || n, 'reddit', 'Which ' || query || ' do you like?', 5 * n, n, now() from ${chosen} r cross join lateral generate_series(1, 8) n`)
  await client.query(`
    insert into report_pages (workspace_id, report_id, url, rank, source, domain, title, snippet, fetched, words, headings, content, terms, read_at)
    select workspace_id, id, 'https://pages.example/' || n, n, 'searxng', 'pages.example', query || ' explained', repeat('All about ' || query || '. ', 6), 'ok', 1400,
      '[{"type": "h1", "text": "What it is"}, {"type": "h2", "text": "How it is made"}]', repeat('All about ' || query || '. ', 400), array['how', 'best'], now()
    from ${chosen} r cross join lateral generate_series(1, 10) n`)
  await client.query('commit')
}

/** As the last stage of a report makes them. Those bench/scale.ts asks for come first. */
async function fillColumns(db: Database) {
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    select workspace_id as "workspaceId", id from reports where status = 'done' and row_count > ${maxRowsWithoutColumns}
    order by row_count desc, hashtext(id::text)`.execute(db)
  for (const report of rows)
    await db.transaction().execute(async (tx) => {
      const attempt = await lockIfColumnsOutdated(tx, report)
      if (attempt !== null) await insertColumns(tx, report, attempt)
    })
}

/** Empties a table and fills it in the same transaction, its indexes and keys made again afterwards. */
async function refilled(client: pg.Client, table: string, fill: () => Promise<unknown>) {
  const { rows: constraints } = await client.query(
    `select conname, conrelid::regclass::text as "on", pg_get_constraintdef(oid) as definition from pg_constraint
     where (conrelid = $1::regclass or confrelid = $1::regclass) and contype in ('p', 'u', 'f') order by contype = 'f' desc`,
    [table],
  )
  for (const { on, conname } of constraints) await client.query(`alter table ${on} drop constraint ${conname}`)
  const { rows: indexes } = await client.query('select indexname, indexdef from pg_indexes where tablename = $1', [
    table,
  ])
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  await client.query(`truncate ${table}`)
  const started = performance.now()
  await fill()
  console.log(`  ${table}: filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  for (const { indexdef } of indexes) await client.query(indexdef)
  // Keys before what points to them. That each row has its report needs no proof here: it was made from it.
  for (const { on, conname, definition } of constraints.toReversed()) {
    const foreign = definition.startsWith('FOREIGN')
    await client.query(`alter table ${on} add constraint ${conname} ${definition}${foreign ? ' not valid' : ''}`)
    if (foreign) await client.query('update pg_constraint set convalidated = true where conname = $1', [conname])
  }
}

async function report(client: pg.Client) {
  const { rows } = await client.query(`
    select relname, n_live_tup::bigint as rows, pg_table_size(relid) / 1048576 as mb, pg_indexes_size(relid) / 1048576 as indexes_mb
    from pg_stat_user_tables where n_live_tup > 0 order by pg_total_relation_size(relid) desc limit 8`)
  printTable(['step', 'seconds'], steps)
  console.log('')
  printTable(
    ['table', 'rows', 'MB', 'indexes MB'],
    rows.map(({ relname, rows, mb, indexes_mb }) => [
      relname,
      Number(rows).toLocaleString('en'),
      Number(mb),
      Number(indexes_mb),
    ]),
  )
  console.log(`on disk: ${execFileSync('du', ['-sh', dataDir!]).toString().split('\t')[0]}`)
}
