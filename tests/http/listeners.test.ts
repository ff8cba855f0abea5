import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { createCloser, type EndedRun } from '../../src/features/listeners/commit-runs.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { performRun } from '../../src/features/listeners/perform-run.ts'
import { findChanges, findItems, findKnown } from '../../src/features/listeners/store/item-store.ts'
import { thinRuns } from '../../src/features/listeners/store/run-store.ts'
import type { ListenerRow } from '../../src/features/listeners/store/store.ts'
import { listenerErrorTexts } from '../../src/features/listeners/web/error-texts.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import { type SearchSource, SourceError } from '../../src/providers/search-data/port.ts'
import { type Suggestions, startSuggestions } from '../doubles/google-suggest.ts'
import { isAuthentic, startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { readOutbox } from '../support/outbox.ts'
import { createDatabase, startTestServer, type TestServer } from '../support/server.ts'
import { hasSentence } from '../support/stored-errors.ts'
import { until } from '../support/wait-until.ts'

let suggestions: Suggestions
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  suggestions = await startSuggestions()
  receiver = await startWebhookReceiver()
  server = await startTestServer({
    ...suggestions.settings,
    ...suggestions.moreSettings,
    OUTBOUND_ALLOW: receiver.host,
  })
  stop = await server.app.start({ alone: false })
})
afterAll(async () => {
  await stop?.()
  await server?.close()
  await suggestions?.close()
  await receiver?.close()
})
beforeEach(() => {
  suggestions.says.google = ['cold brew ratio', 'how to make cold brew']
  suggestions.says.bing = ['cold brew ratio', 'cold brew vs iced coffee']
  for (const name of ['google', 'bing', 'duckduckgo', 'youtube'] as const) suggestions.refuses[name] = false
  suggestions.onlyTo.google = suggestions.onlyTo.bing = null
  receiver.received.length = 0
  receiver.answerWith(200)
})

type Person = Awaited<ReturnType<TestServer['signUp']>>
type Add = Parameters<Person['call']>[1] & object

const sources = ['google_suggest', 'bing_suggest'] as const
/** Listeners whose automatic first run no test has waited for. */
const unseen = new Set<string>()
const add = async (who: Person, more: Partial<Add> = {}) => {
  const input = {
    workspace_id: who.workspaceId,
    keyword: 'cold brew',
    country: 'US',
    language: 'en',
    frequency: 'daily' as const,
    sources: [...sources],
    ...more,
  }
  const { listener } = await who.call(listenersContract.add, input)
  unseen.add(listener._id)
  return listener
}

/** Runs a listener (the first run starts automatically) and waits until the run ends. */
async function run(who: Person, _id: string) {
  const isFirst = unseen.delete(_id)
  const before = isFirst ? 0 : (await who.call(listenersContract.single, { _id })).runs.length
  if (!isFirst) await who.call(listenersContract.run, { _id })
  return until('the run', async () => {
    const now = await who.call(listenersContract.single, { _id })
    return now.runs.length > before && !now.listener.running ? now : null
  })
}

const stock = async (who: Person) => (await who.call(authContract.userdata, {})).user.usage.search_listener
/** The state and sources of each keyword. */
const states = (items: { text: string; source: string; sources: string[]; state: string }[]) =>
  Object.fromEntries(
    items.map(({ text, source, sources, state }) => {
      expect(source).toBe(sources[0])
      return [text, `${state}: ${sources.map((one) => one.split('_')[0]).join(', ')}`]
    }),
  )

async function readEmails(email: string): Promise<string[]> {
  return (await readOutbox(server.dataDir, email)).filter((text) => text.includes('List-Unsubscribe'))
}

/** Sends what is collected for the next email now, as if the seconds until then had passed. */
const sendEmailNow = (email: string) =>
  until('something to send', async () => {
    const { rowCount } = await server.database.pool.query(
      'update digest_readers set due_at = now() where email = $1 and due_at is not null',
      [email],
    )
    return rowCount === 1
  })

describe('what a listener finds', () => {
  test('a new listener runs immediately, and marks keywords as new, active or gone in later runs', async () => {
    const who = await server.signUp('starter')
    const { _id, running } = await add(who)
    expect(running).toBe(true)
    const first = await run(who, _id)
    expect(first.runs).toHaveLength(1)
    expect(states(first.items)).toEqual({
      'cold brew ratio': 'new: bing, google',
      'how to make cold brew': 'new: google',
      'cold brew vs iced coffee': 'new: bing',
    })
    expect(first.runs).toMatchObject([{ added: 3, removed: 0, heard: 3, by_hand: false, source_errors: [] }])
    expect(first.items.find(({ text }) => text.startsWith('how'))!.type).toBe('question')
    expect(first.listener.volatility).toBeNull()
    expect(Date.parse(first.listener.next_run_at!)).toBeGreaterThan(Date.now())

    suggestions.says.google = ['cold brew ratio', 'is cold brew stronger']
    const second = await run(who, _id)
    expect(states(second.items)).toEqual({
      'cold brew ratio': 'active: bing, google',
      'how to make cold brew': 'gone: google',
      'is cold brew stronger': 'new: google',
      'cold brew vs iced coffee': 'active: bing',
    })
    expect(second.runs[0]).toMatchObject({ added: 1, removed: 1, heard: 3 })
    expect(second.listener).toMatchObject({ new_count: 1, item_count: 3, run_count: 2, sparkline: [3, 1] })
    // Of four keywords before and after, two changed.
    expect(second.listener.volatility).toBeCloseTo(0.5)
    const gone = second.items.find(({ state }) => state === 'gone')!
    expect(gone.last_seen).toBe(first.runs[0]!.at)
    const still = second.items.find(({ sources, state }) => sources.length === 2 && state === 'active')!
    expect([still.first_seen, still.last_seen]).toEqual([first.runs[0]!.at, second.runs[0]!.at])

    // As of the first run, the state is the one at that time.
    const then = await who.call(listenersContract.single, { _id, run_id: first.runs[0]!._id })
    expect(states(then.items)).toEqual(states(first.items))
    expect(then.runs.map((one) => one._id)).toEqual([first.runs[0]!._id])

    // Found again after it was gone: active, because this isn't its first sighting, even from another source.
    suggestions.says.bing = ['cold brew ratio', 'cold brew vs iced coffee', 'how to make cold brew']
    // One source loses a keyword the other still has, and gains one the other has: neither is a change.
    suggestions.says.google = ['is cold brew stronger', 'cold brew vs iced coffee']
    const third = await run(who, _id)
    expect(states(third.items)).toEqual({
      'cold brew ratio': 'active: bing',
      'how to make cold brew': 'active: bing',
      'is cold brew stronger': 'active: google',
      'cold brew vs iced coffee': 'active: bing, google',
    })
    expect(third.runs[0]).toMatchObject({ added: 1, removed: 0, heard: 4 })
    expect(third.listener).toMatchObject({ new_count: 0, item_count: 4 })
    expect(states((await who.call(listenersContract.single, { _id, run_id: second.runs[0]!._id })).items)).toEqual(
      states(second.items),
    )
    const changes = await who.call(listenersContract.changes, { _id, limit: 3 })
    expect(changes.total).toBe(6)
    expect(changes.items.map(({ kind, text, sources }) => `${kind} ${text} ${sources}`)).toEqual([
      'returned how to make cold brew bing_suggest',
      'added is cold brew stronger google_suggest',
      'removed how to make cold brew google_suggest',
    ])
  })

  test('a run ignores cached results', async () => {
    const who = await server.signUp('starter')
    const before = suggestions.asked()
    const { _id } = await add(who, { sources: ['google_suggest'] })
    await run(who, _id)
    const once = suggestions.asked() - before
    expect(once).toBeGreaterThan(50)
    await run(who, _id)
    expect(suggestions.asked() - before).toBe(2 * once)
  })

  test('filters also apply to earlier keywords, and match whole words regardless of case', async () => {
    const who = await server.signUp('starter')
    suggestions.says.google = ['Cold Brew Ratio', 'cold brew rationale', 'how to make cold brew']
    const { _id } = await add(who, {
      sources: ['google_suggest'],
      filters: { include: ['ratio', 'how to'], exclude: [] },
    })
    const first = await run(who, _id)
    expect(first.items.map(({ text }) => text).sort()).toEqual(['Cold Brew Ratio', 'how to make cold brew'])
    expect(first.runs[0]).toMatchObject({ added: 2, heard: 2 })
    await who.call(listenersContract.update, { _id, filters: { include: [], exclude: ['HOW TO'] } })
    const now = await who.call(listenersContract.single, { _id })
    expect(now.items.map(({ text }) => text).sort()).toEqual(['Cold Brew Ratio', 'cold brew rationale'])
    expect(now.runs[0]).toMatchObject({ added: 2, heard: 2 })
    expect(now.listener).toMatchObject({ new_count: 2, item_count: 2, sparkline: [2] })
  })

  test('new keywords are counted on the workspace’s overview', async () => {
    const who = await server.signUp('starter')
    const { _id } = await add(who)
    await run(who, _id)
    const overview = await who.call(reportsContract.overview, { workspace_id: who.workspaceId })
    expect(overview.listeners_new).toBe(3)
  })
})

test('of old runs one per week is kept, with the keywords of that time', async () => {
  const who = await server.signUp('starter')
  const { _id } = await add(who)
  const ref = { workspaceId: who.workspaceId, id: _id }
  const { pool, db } = server.database
  await run(who, _id)
  for (const table of ['listener_runs', 'listener_items'])
    await pool.query(`delete from ${table} where listener_id = $1`, [_id])
  const keys = [...'abcdefgh']
  // 460 days: every day one or two of eight keywords appear or disappear, in an irregular pattern.
  const active = new Set<string>()
  const ever = new Set<string>()
  for (let no = 1; no <= 460; no++) {
    const turned = [...new Set([keys[(no * 5) % 8]!, keys[(no * no) % 8]!])]
    await pool.query(
      `insert into listener_runs (workspace_id, listener_id, no, id, by_hand, started_at, at, added, removed, heard, sources)
       select $1, $2, $3, gen_random_uuid(), false, at, at, 0, 0, 0, '[]' from (select now() - interval '1 day' * $4 as at) when_`,
      [who.workspaceId, _id, no, 460 - no],
    )
    for (const key of turned) {
      const kind = active.has(key) ? 'removed' : ever.has(key) ? 'returned' : 'added'
      if (!active.delete(key)) active.add(key)
      ever.add(key)
      await pool.query(
        kind === 'added'
          ? `insert into listener_items (workspace_id, listener_id, source, first_run, run_no, first_seen, texts)
             values ($1, $2, 'google_suggest', $3, $3, now(), $4)
             on conflict (workspace_id, listener_id, source, first_run)
             do update set texts = listener_items.texts || E'\n' || excluded.texts`
          : `insert into listener_changes (workspace_id, listener_id, source, no, run_no, kind, keys)
             values ($1, $2, 'google_suggest', $3, $3, '${kind}', $4)
             on conflict (workspace_id, listener_id, source, no, kind)
             do update set keys = listener_changes.keys || E'\n' || excluded.keys`,
        [who.workspaceId, _id, no, key],
      )
    }
  }
  const heardAt = async (no: number) =>
    (await findItems(db, ref, no)).flatMap(({ key, active }) => (active ? [key] : [])).sort()
  const before = new Map<number, string[]>()
  for (let no = 1; no <= 460; no++) before.set(no, await heardAt(no))
  await db.transaction().execute((tx) => thinRuns(tx, ref))
  const { rows: kept } = await pool.query(
    'select no, added, removed, heard from listener_runs where listener_id = $1 order by no',
    [_id],
  )
  expect(kept.length).toBeGreaterThanOrEqual(408)
  expect(kept.length).toBeLessThanOrEqual(410)
  expect(kept.slice(-400).map(({ no }) => no)).toEqual(Array.from({ length: 400 }, (_, at) => at + 61))
  let sum = 0
  for (const { no, added, removed, heard } of kept) {
    expect(await heardAt(no)).toEqual(before.get(no))
    sum += added - removed
    expect([heard, sum]).toEqual([before.get(no)!.length, before.get(no)!.length])
  }
  // A second pass changes nothing.
  await db.transaction().execute((tx) => thinRuns(tx, ref))
  const { rows } = await pool.query('select count(*) as runs from listener_runs where listener_id = $1', [_id])
  expect(rows[0].runs).toBe(kept.length)
})

test('data from before keywords were stored in batches is migrated unchanged', async () => {
  const old = openDatabase(await createDatabase(inject('databaseUrl'), { empty: true }))
  try {
    const folder = path.resolve(import.meta.dirname, '..', '..', 'migrations')
    await migrate(old.db, folder, '0022_workspace_transfers')
    const [user, workspaceId, id] = [randomUUID(), randomUUID(), randomUUID()]
    const run = (text: string, ...values: unknown[]) => old.pool.query(text, values)
    await run(`insert into users (id, email) values ($1, 'a@example.com')`, user)
    await run(`insert into workspaces (id, owner_id, name, color) values ($1, $2, 'A', '#c2410c')`, workspaceId, user)
    await run(
      `insert into listeners (workspace_id, id, keyword, country, language, frequency, sealed_secret, rss, feed_key, status)
       values ($1, $2, 'tea', 'US', 'en', 'daily', '', true, gen_random_uuid(), 'active')`,
      workspaceId,
      id,
    )
    // Of runs 1 to 4, the first two were merged into the second.
    for (const no of [2, 3, 4])
      await run(
        `insert into listener_runs values ($1, $2, $3, gen_random_uuid(), false, now(), now(), 0, 0, 0, '[]')`,
        workspaceId,
        id,
        no,
      )
    const item = (text: string, active: boolean, firstRun: number, passes = true) =>
      run(
        `insert into listener_items values ($1, $2, 's', lower($3), $3, 'related', $4, $5, $6, '2026-01-01', '2026-01-02')`,
        workspaceId,
        id,
        text,
        passes,
        active,
        firstRun,
      )
    const change = (key: string, no: number, kind: string) =>
      run(`insert into listener_changes values ($1, $2, $3, 's', $4, $5)`, workspaceId, id, no, key, kind)
    await item('Green', true, 1)
    await item('black', false, 1)
    await item('white', true, 3, false)
    // Appeared and disappeared before run 2: merging removed its changes.
    await item('brief', false, 1)
    for (const [key, no, kind] of [
      ['green', 2, 'added'],
      ['black', 2, 'added'],
      ['green', 3, 'removed'],
      ['black', 3, 'removed'],
      ['white', 3, 'added'],
      ['green', 4, 'returned'],
    ] as const)
      await change(key, no, kind)
    await migrate(old.db, folder)
    const now = (await findItems(old.db, { workspaceId, id })).map(({ text, key, active, first_run }) => [
      text,
      key,
      active,
      first_run,
    ])
    expect(now).toEqual([
      ['Green', 'green', true, 1],
      ['black', 'black', false, 1],
      ['brief', 'brief', false, 1],
    ])
    const gone = (await findItems(old.db, { workspaceId, id })).find(({ key }) => key === 'black')!
    expect(gone.items[0]!.seen_at.toISOString().slice(0, 10)).toBe('2026-01-02')
    const asOf = async (no: number) =>
      (await findItems(old.db, { workspaceId, id }, no)).flatMap(({ key, active }) => (active ? [key] : []))
    expect([await asOf(2), await asOf(3), await asOf(4)]).toEqual([['green', 'black'], [], ['green']])
    const { items } = await findChanges(old.db, { workspaceId, id }, { limit: 10, offset: 0 })
    expect(items.map(({ kind, key }) => `${kind} ${key}`)).toContain('returned green')
  } finally {
    await old.close()
  }
})

test('runs that end together are stored together, and a failed or stolen run doesn’t affect the others', async () => {
  const who = await server.signUp('starter')
  const { pool, db } = server.database
  const listeners = await Promise.all(['good', 'better', 'bad', 'stolen'].map((keyword) => add(who, { keyword })))
  for (const { _id } of listeners) await run(who, _id)
  const ids = listeners.map(({ _id }) => _id)
  for (const table of ['listener_runs', 'listener_items'])
    await pool.query(`delete from ${table} where listener_id = any($1)`, [ids])
  const { rows } = await pool.query<ListenerRow>(
    `update listeners set run_count = 0, counted_runs = 0, heard_count = 0, running = true, attempt = attempt + 1, take_at = now() + interval '1 hour'
     where id = any($1) returning *`,
    [listeners.map(({ _id }) => _id)],
  )
  const ended = rows.map((listener): EndedRun => {
    const at = new Date()
    const found = new Map([...'abc'].map((key) => [key, `${listener.keyword} ${key}`]))
    const attempt = listener.attempt - (listener.keyword === 'stolen' ? 1 : 0)
    const taken = { workspaceId: listener.workspace_id, id: listener.id, attempt }
    const none = new Map()
    const changes = [{ source: 'google_suggest', added: found, returned: none, removed: none, confirmed: none }]
    const phrases = { added: found, returned: none, removed: none }
    return { lease: taken, listener, startedAt: at, at, results: [], digests: new Map(), changes, phrases }
  })
  const batches: string[][] = []
  const closer = createCloser({
    db,
    updateNotificationCounts: async () => undefined,
    notify: async (_tx, news) => {
      batches.push(news.map(({ data }) => data.keyword).sort())
      if (news.some(({ data }) => data.keyword === 'bad')) throw new Error('This cannot be told.')
    },
  })
  const closed = await Promise.allSettled(ended.map((run) => closer.close(run)))
  expect(
    Object.fromEntries(closed.map((one, at) => [rows[at]!.keyword, one.status === 'fulfilled' ? one.value : 'failed'])),
  ).toEqual({ good: true, better: true, bad: 'failed', stolen: false })
  // First together, and then one by one because that failed.
  expect(batches[0]).toEqual(['bad', 'better', 'good'])
  expect(batches.slice(1).flat().sort()).toEqual(['bad', 'better', 'good'])
  const written = async (table: string) =>
    (
      await pool.query(
        `select l.keyword, count(*) as rows from ${table} t join listeners l on l.id = t.listener_id
         where l.id = any($1) group by l.keyword order by l.keyword`,
        [listeners.map(({ _id }) => _id)],
      )
    ).rows
  for (const [table, count] of [
    ['listener_runs', 1],
    ['listener_items', 1],
  ] as const)
    expect(await written(table)).toEqual([
      { keyword: 'better', rows: count },
      { keyword: 'good', rows: count },
    ])
  const heard = async (_id: string) => (await who.call(listenersContract.single, { _id })).items.map(({ text }) => text)
  expect(await heard(listeners[1]!._id)).toEqual(['better a', 'better b', 'better c'])

  const good = listeners[0]!._id
  await who.call(listenersContract.delete, { _id: good })
  const left = await pool.query(
    `select (select count(*) from listener_items where listener_id = $1) as items,
       (select count(*) from listener_changes where listener_id = $1) as changes`,
    [good],
  )
  expect(left.rows[0]).toEqual({ items: 0, changes: 0 })
})

test('with two workers, forty due listeners each run once', async () => {
  const stopOther = await server.app.start({ alone: false })
  try {
    const who = await server.signUp('pro')
    const before = suggestions.asked()
    const { _id: single } = await add(who, { keyword: 'kettle x', sources: ['google_suggest'] })
    await run(who, single)
    const asksOfOne = suggestions.asked() - before
    const made: string[] = []
    for (let at = 0; at < 40; at++)
      made.push((await add(who, { keyword: `kettle ${at}`, sources: ['google_suggest'] }))._id)
    await until(
      'all of them',
      async () => {
        const { rows } = await server.database.pool.query(
          'select count(*) as open from listeners where id = any($1) and (run_count = 0 or running)',
          [made],
        )
        return rows[0].open === 0
      },
      60_000,
    )
    const { rows } = await server.database.pool.query(
      'select count(*) as runs, count(distinct listener_id) as listeners from listener_runs where listener_id = any($1)',
      [made],
    )
    expect(rows[0]).toEqual({ runs: 40, listeners: 40 })
    expect(suggestions.asked() - before).toBe(41 * asksOfOne)
  } finally {
    await stopOther()
  }
})

test('listeners of a topic are found whatever its capitals, in its market alone', async () => {
  const who = await server.signUp('pro')
  const first = await add(who, { keyword: 'Cold  Brew' })
  const second = await add(who)
  const elsewhere = await add(who, { country: 'DE', language: 'de' })
  await add(who, { keyword: 'cold brew ratio' })
  const find = async (query: object) =>
    (await who.call(listenersContract.list, { workspace_id: who.workspaceId, ...query })).items.map(({ _id }) => _id)
  expect(await find({ keyword: 'COLD brew', country: 'US', language: 'en' })).toEqual([second._id, first._id])
  expect(await find({ keyword: 'cold brew', country: 'DE', language: 'de' })).toEqual([elsewhere._id])
  expect(await find({ keyword: 'cold brew', country: 'FR', language: 'fr' })).toEqual([])
  expect(await find({ country: 'DE' })).toEqual([elsewhere._id])
  const page = await who.call(listenersContract.list, { workspace_id: who.workspaceId, keyword: 'cold brew', limit: 1 })
  expect(page).toMatchObject({ total: 3, page: 1, limit: 1, items: [{ _id: elsewhere._id }] })
  const other = await server.signUp('free')
  const theirs = await other.call(listenersContract.list, { workspace_id: other.workspaceId, keyword: 'cold brew' })
  expect(theirs).toMatchObject({ total: 0, items: [] })
})

describe('units', () => {
  test('an active listener uses one, pausing frees it, and a full plan rejects another', async () => {
    const who = await server.signUp('free')
    const { _id } = await add(who)
    expect(await stock(who)).toBe(1)
    await expect(add(who)).rejects.toMatchObject({ code: 'limit_used_up' })
    await who.call(listenersContract.status, { _id, status: 'paused' })
    await who.call(listenersContract.status, { _id, status: 'paused' })
    expect(await stock(who)).toBe(0)
    await expect(who.call(listenersContract.run, { _id })).rejects.toMatchObject({ code: 'conflict' })
    const other = await add(who, { keyword: 'another' })
    await expect(who.call(listenersContract.status, { _id, status: 'active' })).rejects.toMatchObject({
      code: 'limit_used_up',
    })
    await who.call(listenersContract.delete, { _id: other._id })
    expect(await stock(who)).toBe(0)
    const { listener } = await who.call(listenersContract.status, { _id, status: 'active' })
    expect(listener.next_run_at).not.toBeNull()
    expect(await stock(who)).toBe(1)
  })

  test('twenty concurrent requests on a plan with ten create ten listeners', async () => {
    const who = await server.signUp('starter')
    const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => add(who, { keyword: `tea ${at}` })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await stock(who)).toBe(10)
    const { total } = await who.call(listenersContract.list, { workspace_id: who.workspaceId })
    expect(total).toBe(10)
  })

  test('a handover moves a workspace’s units if they fit, and deleting the workspace frees them', async () => {
    const owner = await server.signUp('pro')
    const { workspace } = await owner.call(workspacesContract.add, { name: 'Teas', color: '#0f766e' })
    const teas = { ...owner, workspaceId: workspace._id }
    await add(teas)
    const second = await add(teas, { keyword: 'matcha' })
    const heir = await server.signUp('starter')
    await server.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'editor')`, [
      workspace._id,
      heir.user.id,
    ])
    for (const keyword of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) await add(heir, { keyword })
    await owner.call(teamsContract.transfer, { workspace_id: workspace._id, member_id: heir.user.id })
    const handOver = () => heir.call(teamsContract.transferAccept, { workspace_id: workspace._id })
    await expect(handOver()).rejects.toMatchObject({ code: 'limit_insufficient' })
    expect([await stock(owner), await stock(heir)]).toEqual([2, 9])
    await owner.call(listenersContract.status, { _id: second._id, status: 'paused' })
    await handOver()
    expect([await stock(owner), await stock(heir)]).toEqual([0, 10])
    await heir.call(workspacesContract.remove, { _id: workspace._id })
    expect(await stock(heir)).toBe(9)
  })
})

describe('a plan with fewer listeners', () => {
  const head = async (who: Person, _id: string) => (await who.call(listenersContract.single, { _id })).listener
  const made = async (who: Person, ...keywords: string[]) => {
    const ids: string[] = []
    for (const keyword of keywords) ids.push((await add(who, { keyword, sources: ['google_suggest'] }))._id)
    return ids as [string, string, string]
  }

  test('pauses the newest with a reason and one notification, and a larger plan resumes them, but not those paused by people', async () => {
    const staff = await server.signUp()
    await server.database.pool.query('update users set staff = true where id = $1', [staff.user.id])
    const who = await server.signUp('starter')
    const give = (plan: string) => staff.call(adminContract.usersPlan, { user_id: who.user.id, plan })
    const setStatus = (_id: string, status: 'active' | 'paused') => who.call(listenersContract.status, { _id, status })
    const [first, second, third] = await made(who, 'assam', 'bancha', 'ceylon')
    await give('free')
    expect(await head(who, first)).toMatchObject({ status: 'active', paused_reason: null })
    for (const _id of [second, third])
      expect(await head(who, _id)).toMatchObject({
        status: 'paused',
        paused_reason: 'Paused: your plan allows 1 listener.',
        next_run_at: null,
      })
    expect(await stock(who)).toBe(1)
    const findPausedNotices = async () =>
      (await who.call(notificationsContract.list, {})).items.filter(({ kind }) => kind === 'listeners_paused')
    expect(await findPausedNotices()).toMatchObject([
      { kind: 'listeners_paused', paused: { count: 2, limit: 1 }, examples: ['bancha', 'ceylon'] },
    ])
    await expect(who.call(listenersContract.run, { _id: second })).rejects.toThrow('your plan allows 1 listener')
    await expect(setStatus(second, 'active')).rejects.toMatchObject({ code: 'limit_used_up' })

    // The remaining one is paused in favor of another, which then no longer waits for room.
    await setStatus(first, 'paused')
    expect((await setStatus(second, 'active')).listener).toMatchObject({ status: 'active', paused_reason: null })
    await give('pro')
    expect((await head(who, third)).next_run_at).not.toBeNull()
    expect(await head(who, first)).toMatchObject({ status: 'paused', paused_reason: null })
    expect(await stock(who)).toBe(2)
    expect(await findPausedNotices()).toHaveLength(1)
  })

  test('a plan that expired or changed is noticed when listeners are due, and the cleanup job resumes them', async () => {
    const { pool } = server.database
    await pool.query(`
      insert into plans (name, label, position, allowances, price)
      select 'two', 'Two', position + 1, allowances || '{"search_listener": 2}', price from plans where name = 'free'
      on conflict do nothing`)
    const who = await server.signUp('two')
    const [first, second] = await made(who, 'darjeeling', 'earl grey')
    const allow = (most: number) =>
      pool.query(
        `update plans set allowances = allowances || jsonb_build_object('search_listener', $1::int) where name = 'two'`,
        [most],
      )
    await pool.query(
      `insert into entitlements (user_id, source, reference, what, plan, interval, until, renews_at, granted_at)
       values ($1, 'staff', '', 'plan', 'two', null, null, null, now())`,
      [who.user.id],
    )
    for (const _id of [first, second]) await run(who, _id)
    await allow(1)
    await pool.query('update listeners set take_at = now() where id = any($1)', [[first, second]])
    const ran = await until('the run', async () => ((await head(who, first)).run_count > 1 ? head(who, second) : null))
    expect(ran).toMatchObject({ run_count: 1, status: 'paused', paused_reason: 'Paused: your plan allows 1 listener.' })
    expect(await stock(who)).toBe(1)

    await allow(2)
    await Promise.all(server.app.cleanups.map((cleanUp) => cleanUp()))
    expect(await head(who, second)).toMatchObject({ status: 'active', paused_reason: null })
    expect(await stock(who)).toBe(2)

    // The plan expired without any call: the free plan's only listener is the older one.
    await pool.query(`update entitlements set until = now() where user_id = $1 and source = 'staff'`, [who.user.id])
    await pool.query('update user_plans set changes_at = now() where user_id = $1', [who.user.id])
    await pool.query('update listeners set take_at = now() where id = $1', [second])
    await until('the pause', async () => (await head(who, second)).status === 'paused')
    expect((await head(who, second)).run_count).toBe(1)
  })
})

describe('notifications', () => {
  test('a run with changes creates a feed entry for every member, one email and one signed webhook', async () => {
    const who = await server.signUp('starter')
    const listener = await add(who, { notify: { email: [who.email], webhook: receiver.url, rss: true } })
    const { runs } = await run(who, listener._id)
    const [hook] = await until('the webhook', async () => (receiver.received.length > 0 ? receiver.received : null))
    expect(isAuthentic(listener.webhook_secret!, hook!)).toBe(true)
    expect(isAuthentic('whsec_another', hook!)).toBe(false)
    const body = JSON.parse(hook!.body)
    expect(body).toMatchObject({ _id: listener._id, run: { _id: runs[0]!._id, added: 3, removed: 0 }, removed: [] })
    expect(body.added.map(({ text }: { text: string }) => text).sort()).toEqual([
      'cold brew ratio',
      'cold brew vs iced coffee',
      'how to make cold brew',
    ])
    const { items, unread } = await who.call(notificationsContract.list, {})
    expect(items).toMatchObject([{ keyword: 'cold brew', added: 3, first: true, read: false, run_id: runs[0]!._id }])
    expect(unread).toBe(1)
    expect(await who.call(notificationsContract.read, { _id: items[0]!._id })).toEqual({ unread: 0, areas: [] })

    const email = await until('the email', async () => (await readEmails(who.email))[0])
    expect(email).toContain('how to make cold brew')
    expect(email).toMatch(/Content-Type: text\/plain/)
    expect(email).toMatch(/Content-Type: text\/html/)
    expect(email).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)

    // A run without changes notifies no one.
    await run(who, listener._id)
    const { items: deliveries } = await who.call(listenersContract.deliveries, { _id: listener._id })
    expect(deliveries).toMatchObject([{ state: 'delivered', status: 200, attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  })

  test('two listeners of a person share one email', async () => {
    const who = await server.signUp('starter')
    const notify = { email: [who.email], webhook: null, rss: false }
    const [a, b] = [await add(who, { notify }), await add(who, { keyword: 'matcha', notify })]
    await Promise.all([run(who, a._id), run(who, b._id)])
    const email = await until('the email', async () => (await readEmails(who.email))[0])
    expect(email).toContain('cold brew')
    expect(email).toContain('matcha')
    expect(await readEmails(who.email)).toHaveLength(1)
    expect(a.rss_url).toBeNull()
  })

  test('a recipient who unsubscribes with the link gets no further emails, and their settings show it', async () => {
    const who = await server.signUp('starter')
    const { _id } = await add(who, { notify: { email: [who.email], webhook: null, rss: false } })
    await run(who, _id)
    await sendEmailNow(who.email)
    const email = await until('the email', async () => (await readEmails(who.email))[0])
    const token = decodeURIComponent(/unsubscribe\?token=([\w.%-]+)/.exec(email)![1]!)
    await expect(server.anonymous(notificationsContract.unsubscribe, { token: `${token}x` })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await server.anonymous(notificationsContract.unsubscribe, { token })).toMatchObject({ subscribed: false })
    const { user } = await who.call(authContract.userdata, {})
    expect(user.email_prefs.listener_digest).toBe(false)
    suggestions.says.google.push('cold brew concentrate')
    await run(who, _id)
    await sendEmailNow(who.email)
    await until('the entry to be dropped', async () => {
      const { rows } = await server.database.pool.query(
        'select due_at from digest_readers where email = $1 and due_at is null',
        [who.email],
      )
      return rows.length > 0
    })
    expect(await readEmails(who.email)).toHaveLength(1)
  })

  test('a rejected webhook is retried within 30 seconds, then less often for a day, and can be resent by hand', async () => {
    const who = await server.signUp('starter')
    receiver.answerWith(500)
    const listener = await add(who, { notify: { email: [], webhook: receiver.url, rss: false } })
    await run(who, listener._id)
    const failed = await until('the first try', async () => {
      const { items } = await who.call(listenersContract.deliveries, { _id: listener._id })
      return items[0]?.status === 500 ? items[0] : null
    })
    expect(failed).toMatchObject({
      state: 'waiting',
      attempts: 1,
      failure: { code: 'upstream_failed', reason: 'webhook_rejected', params: { status: 500 } },
    })
    expect(hasSentence(failed, listenerErrorTexts)).toBe(true)
    const waitMs = Date.parse(failed.next_at!) - Date.parse(failed.tried_at!)
    expect(waitMs).toBeGreaterThan(10_000)
    expect(waitMs).toBeLessThan(30_000)
    receiver.answerWith(200)
    const { delivery } = await who.call(listenersContract.resend, { _id: listener._id, delivery_id: failed._id })
    await until('the second delivery', async () => {
      const { items } = await who.call(listenersContract.deliveries, { _id: listener._id })
      return items.find(({ _id }) => _id === delivery._id)?.state === 'delivered'
    })
    expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body)
    // What waits for the old URL isn't sent any more, and says why.
    await who.call(listenersContract.update, {
      _id: listener._id,
      notify: { email: [], webhook: `${receiver.url}/new`, rss: false },
    })
    const { items } = await who.call(listenersContract.deliveries, { _id: listener._id })
    const canceled = items.find(({ _id }) => _id === failed._id)!
    expect(canceled).toMatchObject({ state: 'failed', failure: { reason: 'webhook_url_changed' } })
    expect(hasSentence(canceled, listenerErrorTexts)).toBe(true)
    expect(items.find(({ _id }) => _id === delivery._id)).toMatchObject({ error: null, failure: null })
  })

  test.each([
    'http://127.0.0.1:9/x',
    'http://10.0.0.8/x',
    'http://[::1]/x',
    'http://localhost:9/x',
    'http://user:secret@192.0.2.1/x',
    'ftp://example.com',
  ])('a webhook to %s is rejected when saved', async (webhook) => {
    const who = await server.signUp('starter')
    await expect(add(who, { notify: { email: [], webhook, rss: false } })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'notify.webhook' },
    })
    expect(await stock(who)).toBe(0)
  })

  test('feeds have a secret URL, support 304, and stop when the URL is replaced', async () => {
    const who = await server.signUp('starter')
    suggestions.says.google = ['cold <b>brew</b> & "more"']
    const listener = await add(who)
    await run(who, listener._id)
    const local = (address: string) => address.replace('http://earshot.test', server.url)
    const rss = await fetch(local(listener.rss_url!))
    expect(rss.headers.get('content-type')).toContain('application/rss+xml')
    const xml = await rss.text()
    expect(xml).toContain('<title>cold brew: first run, 3 keywords</title>')
    expect(xml).toContain('cold &amp;lt;b&amp;gt;brew')
    const again = await fetch(local(listener.rss_url!), { headers: { 'If-None-Match': rss.headers.get('etag')! } })
    expect(again.status).toBe(304)
    const json = (await (await fetch(local(listener.json_feed_url!))).json()) as { version: string; items: object[] }
    expect(json.version).toBe('https://jsonfeed.org/version/1.1')
    expect(json.items).toHaveLength(1)
    const { listener: moved } = await who.call(listenersContract.update, { _id: listener._id, new_feed: true })
    expect((await fetch(local(listener.rss_url!))).status).toBe(404)
    expect((await fetch(local(moved.rss_url!))).status).toBe(200)
  })

  test('a viewer sees the listener without its webhook secret', async () => {
    const owner = await server.signUp('starter')
    const { _id } = await add(owner)
    const viewer = await server.signUp()
    await server.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
      owner.workspaceId,
      viewer.user.id,
    ])
    expect((await viewer.call(listenersContract.single, { _id })).listener.webhook_secret).toBeNull()
    expect((await owner.call(listenersContract.single, { _id })).listener.webhook_secret).toMatch(/^whsec_/)
  })
})

/** Performs a listener's runs like a worker, with results given by the test. */
async function runsWith(ref: { workspaceId: string; id: string }) {
  const { db, pool } = server.database
  const closer = createCloser({ db, notify: async () => undefined, updateNotificationCounts: async () => undefined })
  return async (answer: { texts: string[]; incomplete?: string }) => {
    const { rows } = await pool.query<ListenerRow>(
      `update listeners set running = true, attempt = attempt + 1, take_at = now() + interval '1 hour'
       where id = $1 returning *`,
      [ref.id],
    )
    const source: SearchSource = {
      id: 'google_suggest',
      label: 'Google',
      fanOut: 'seed',
      concurrency: 1,
      unavailable: null,
      costPerAskUsd: 0,
      ask: async () => ({
        suggestions: answer.texts.map((text) => ({ text, kind: 'suggestion' as const, relevance: null })),
        discussions: [],
        pages: [],
        features: [],
        metrics: [],
        fetchedAt: '',
        cached: false,
        costUsd: 0,
        ...(answer.incomplete && { incomplete: new SourceError('google_suggest', 'timeout', answer.incomplete) }),
      }),
    }
    const recall = async (asked: typeof ref) => (await findKnown(db, [asked]))[0]!
    const sources = new Map([[source.id, source]])
    expect(await performRun(rows[0]!, { sources, loadKnown: recall, closer }, new AbortController().signal)).toBe(true)
  }
}

test('a keyword found only by an incomplete run is lost in the next complete one, even if that equals the run before', async () => {
  const who = await server.signUp('starter')
  suggestions.says.google = ['cold brew ratio']
  const { _id } = await add(who, { sources: ['google_suggest'] })
  await run(who, _id)
  const perform = await runsWith({ workspaceId: who.workspaceId, id: _id })
  await perform({ texts: ['cold brew ratio', 'cold brew tower'], incomplete: 'Half of it is missing.' })
  const partial = await who.call(listenersContract.single, { _id })
  expect(states(partial.items)).toEqual({ 'cold brew ratio': 'active: google', 'cold brew tower': 'new: google' })
  await perform({ texts: ['cold brew ratio'] })
  const full = await who.call(listenersContract.single, { _id })
  expect(states(full.items)).toEqual({ 'cold brew ratio': 'active: google', 'cold brew tower': 'gone: google' })
  expect(full.runs[0]).toMatchObject({ added: 0, removed: 1, heard: 1, source_errors: [] })
})

test('counts per source from an earlier version become counts per keyword, also in notifications', async () => {
  const who = await server.signUp('starter')
  const { pool } = server.database
  const { _id } = await add(who)
  await run(who, _id)
  const asBefore = async () => {
    await pool.query(
      'update listeners set counted_runs = 0, new_count = 4, heard_count = 4, sparkline = $2 where id = $1',
      [_id, [4]],
    )
    await pool.query('update listener_runs set added = 4, heard = 4 where listener_id = $1', [_id])
    await pool.query(`update notifications set data = data || '{"added": 4}' where subject_id = $1`, [_id])
  }
  const counts = async () => {
    const { listener, runs } = await who.call(listenersContract.single, { _id })
    const { items } = await who.call(notificationsContract.list, {})
    return [
      listener.new_count,
      listener.item_count,
      listener.sparkline,
      runs.map(({ added }) => added),
      items.at(-1)!.added,
    ]
  }
  await asBefore()
  expect(await counts()).toEqual([4, 4, [4], [4], 4])
  await Promise.all(server.app.cleanups.map((cleanUp) => cleanUp()))
  expect(await counts()).toEqual([3, 3, [3], [3], 3])
  // A run before the cleanup job corrects the earlier counts.
  await asBefore()
  suggestions.says.google.push('cold brew tower')
  await run(who, _id)
  expect(await counts()).toEqual([1, 4, [3, 1], [1, 3], 3])
})

test('when sources fail, comparison, listener, email, notification, webhook, feeds and API agree on the counts', async () => {
  const who = await server.signUp('starter')
  const chosen = ['duckduckgo_suggest', 'youtube_suggest'] as const
  const { says, refuses } = suggestions
  const report = async () => {
    const { report } = await who.call(reportsContract.new, {
      workspace_id: who.workspaceId,
      type: 'questions',
      query: 'oolong',
      country: 'US',
      language: 'en',
      sources: [...chosen],
      fresh: true,
    })
    const done = await until('the report', async () => {
      const now = await who.call(reportsContract.checkstatus, { _id: report!._id })
      return now.status === 'done' ? now : null
    })
    return { _id: report!._id, rows: done.rows }
  }
  const texts = (items: { text: string }[]) => items.map(({ text }) => text).sort()
  says.duckduckgo = ['oolong both', 'oolong dropped']
  says.youtube = ['oolong both', 'oolong video']
  const a = await report()
  // One of the keywords has a volume in a file of the workspace.
  const file = new File(['Keyword,Volume\noolong new,1900\n'], 'volumes.csv')
  await who.call(importsContract.add, { workspace_id: who.workspaceId, file })
  const { _id, webhook_secret, rss_url, json_feed_url } = await add(who, { keyword: 'oolong', sources: [...chosen] })
  const first = await run(who, _id)
  expect([a.rows, first.runs[0]!.added, first.listener.item_count]).toEqual([3, 3, 3])
  await who.call(listenersContract.update, { _id, notify: { email: [who.email], webhook: receiver.url, rss: true } })

  refuses.youtube = true
  says.duckduckgo = ['oolong both', 'oolong new']
  const b = await report()
  const { listener, runs, items } = await run(who, _id)
  const compared = await who.call(reportsContract.compare, { a: a._id, b: b._id })
  expect(compared.not_compared).toMatchObject([{ source: 'youtube_suggest', failed_in: 'b' }])
  expect([texts(compared.added), texts(compared.removed)]).toEqual([['oolong new'], ['oolong dropped']])
  expect(b.rows).toBe(2)

  // The data of the page, now and as of each run.
  expect(states(items)).toEqual({
    'oolong both': 'active: duckduckgo, youtube',
    'oolong video': 'active: youtube',
    'oolong new': 'new: duckduckgo',
    'oolong dropped': 'gone: duckduckgo',
  })
  expect(runs[0]).toMatchObject({ added: 1, removed: 1, heard: 3 })
  expect(runs[0]!.source_errors).toMatchObject([{ source: 'youtube_suggest' }])
  const asOf = await who.call(listenersContract.single, { _id, run_id: runs[0]!._id })
  expect(states(asOf.items)).toEqual(states(items))
  const changes = await who.call(listenersContract.changes, { _id, run_id: runs[0]!._id })
  expect(changes.items.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'added oolong new',
    'removed oolong dropped',
  ])
  expect(changes.items.map(({ volume, difficulty }) => [volume?.value ?? null, difficulty])).toEqual([
    [1900, null],
    [null, null],
  ])
  const asked = ['Oolong NEW', 'oolong both']
  const numbers = await who.call(listenersContract.volumes, { _id, texts: asked })
  expect(numbers.items.map(({ text, volume, difficulty }) => [text, volume?.value ?? null, difficulty])).toEqual([
    ['Oolong NEW', 1900, null],
    ['oolong both', null, null],
  ])
  // The list and the workspace's overview.
  expect(listener).toMatchObject({ new_count: 1, item_count: 3, sparkline: [3, 1], failing_sources: 1 })
  const list = await who.call(listenersContract.list, { workspace_id: who.workspaceId })
  expect(list.items).toMatchObject([{ new_count: 1, item_count: 3, sparkline: [3, 1] }])
  expect((await who.call(reportsContract.overview, { workspace_id: who.workspaceId })).listeners_new).toBe(1)
  // Notifications.
  const notifications = await who.call(notificationsContract.list, {})
  expect(notifications.items).toMatchObject([
    { added: 1, removed: 1, first: false, examples: ['oolong new'] },
    { added: 3, removed: 0, first: true },
  ])
  const [hook] = await until('the webhook', async () => (receiver.received.length > 0 ? receiver.received : null))
  expect(isAuthentic(webhook_secret!, hook!)).toBe(true)
  expect(JSON.parse(hook!.body)).toMatchObject({
    run: { added: 1, removed: 1, source_errors: [{ source: 'youtube_suggest' }] },
    added: [{ text: 'oolong new', sources: ['duckduckgo_suggest'] }],
    removed: [{ text: 'oolong dropped', sources: ['duckduckgo_suggest'] }],
  })
  const local = (address: string) => fetch(address.replace('http://earshot.test', server.url)).then((one) => one.text())
  const rss = await local(rss_url!)
  expect(rss).toContain('<title>oolong: 1 new, 1 lost</title>')
  expect(rss).toContain('<title>oolong: first run, 3 keywords</title>')
  expect(JSON.parse(await local(json_feed_url!)).items[0].title).toBe('oolong: 1 new, 1 lost')
  const email = await until('the email', async () => (await readEmails(who.email))[0])
  expect(email).toContain('1 new =C2=B7 1 lost (no longer suggested)')
  expect(email).toContain('Incomplete results from YouTube.')
  expect(email).toContain('  + oolong new (DuckDuckGo, 1,900)')
  expect(email).toContain('  - oolong dropped (DuckDuckGo)')

  // With all sources failing, nothing changes and no one is notified.
  refuses.duckduckgo = true
  const silent = await run(who, _id)
  expect(silent.runs[0]).toMatchObject({ added: 0, removed: 0, heard: 3 })
  expect(silent.listener).toMatchObject({ new_count: 0, item_count: 3, failing_sources: 2 })
  expect((await who.call(notificationsContract.list, {})).total).toBe(2)
})

// Last, because a failing source is paused for a while in the whole process.
test('a source that failed or was interrupted removes no keywords, and results before the interruption count', async () => {
  const who = await server.signUp('starter')
  const { _id } = await add(who)
  await run(who, _id)
  suggestions.refuses.google = true
  suggestions.says.bing = ['cold brew ratio']
  const second = await run(who, _id)
  expect(states(second.items)).toEqual({
    'cold brew ratio': 'active: bing, google',
    'how to make cold brew': 'active: google',
    'cold brew vs iced coffee': 'gone: bing',
  })
  expect(second.runs[0]!.source_errors).toMatchObject([{ source: 'google_suggest', outcome: 'failed' }])
  expect(second.runs[0]!.source_errors[0]!.message.length).toBeGreaterThan(10)
  expect(second.listener.failing_sources).toBe(1)

  // A source that answers the keyword itself and then fails.
  const { _id: other } = await add(who, { keyword: 'matcha', sources: ['bing_suggest'] })
  suggestions.says.bing = ['matcha powder', 'matcha latte']
  await run(who, other)
  suggestions.onlyTo.bing = 'matcha'
  suggestions.says.bing = ['matcha powder', 'matcha whisk']
  const cut = await run(who, other)
  expect(states(cut.items)).toEqual({
    'matcha powder': 'active: bing',
    'matcha latte': 'active: bing',
    'matcha whisk': 'new: bing',
  })
  expect(cut.runs[0]!.source_errors).toMatchObject([{ source: 'bing_suggest', outcome: 'cut_short' }])
  const seen = (text: string) => cut.items.find((item) => item.text === text)!.last_seen
  expect(seen('matcha powder')).toBe(cut.runs[0]!.at)
  expect(seen('matcha latte') < cut.runs[0]!.at).toBe(true)
})
