import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { createCloser, type EndedRun } from '../../src/features/listeners/closing.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { findChanges, findItems, findItemsAsOf } from '../../src/features/listeners/item-store.ts'
import { thinRuns } from '../../src/features/listeners/run-store.ts'
import type { ListenerRow } from '../../src/features/listeners/store.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { migrate, openDatabase } from '../../src/platform/database.ts'
import { type Suggestions, startSuggestions } from '../doubles/suggestions.ts'
import { isAuthentic, startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

let suggestions: Suggestions
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  suggestions = await startSuggestions()
  receiver = await startWebhookReceiver()
  server = await startTestServer({ ...suggestions.settings, OUTBOUND_ALLOW: receiver.host })
  stop = await server.app.watch({ alone: false })
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
  suggestions.refuses.google = suggestions.refuses.bing = false
  suggestions.onlyTo.google = suggestions.onlyTo.bing = null
  receiver.received.length = 0
  receiver.answerWith(200)
})

type Person = Awaited<ReturnType<TestServer['signUp']>>
type Add = Parameters<Person['call']>[1] & object

const sources = ['google_suggest', 'bing_suggest'] as const
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
  return (await who.call(listenersContract.add, input)).listener
}

/** Runs it and waits for that run's end. */
async function run(who: Person, _id: string) {
  const before = (await who.call(listenersContract.single, { _id })).runs.length
  await who.call(listenersContract.run, { _id })
  return until('the run', async () => {
    const now = await who.call(listenersContract.single, { _id })
    return now.runs.length > before && !now.listener.running ? now : null
  })
}

const stock = async (who: Person) => (await who.call(authContract.userdata, {})).user.usage.search_listener
const states = (items: { text: string; source: string; state: string }[]) =>
  Object.fromEntries(items.map(({ text, source, state }) => [`${source.split('_')[0]}: ${text}`, state]))

async function mailsTo(email: string): Promise<string[]> {
  const outbox = path.join(server.dataDir, 'outbox')
  const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
  return mails
    .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('List-Unsubscribe'))
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/=3D/gi, '='))
}

describe('what a listener hears', () => {
  test('the first run: everything is new; later ones know new, active and gone, source by source', async () => {
    const who = await server.signUp('starter')
    const { _id } = await add(who)
    const first = await run(who, _id)
    expect(states(first.items)).toEqual({
      'google: cold brew ratio': 'new',
      'google: how to make cold brew': 'new',
      'bing: cold brew ratio': 'new',
      'bing: cold brew vs iced coffee': 'new',
    })
    expect(first.runs).toMatchObject([{ added: 4, removed: 0, heard: 4, source_errors: [] }])
    expect(first.items.find(({ text }) => text.startsWith('how'))!.type).toBe('question')
    expect(first.listener.volatility).toBeNull()

    suggestions.says.google = ['cold brew ratio', 'is cold brew stronger']
    const second = await run(who, _id)
    expect(states(second.items)).toEqual({
      'google: cold brew ratio': 'active',
      'google: how to make cold brew': 'gone',
      'google: is cold brew stronger': 'new',
      'bing: cold brew ratio': 'active',
      'bing: cold brew vs iced coffee': 'active',
    })
    expect(second.runs[0]).toMatchObject({ added: 1, removed: 1, heard: 4 })
    expect(second.listener).toMatchObject({ new_count: 1, item_count: 4, run_count: 2, sparkline: [4, 1] })
    // Of five that were there before or after, two came or went.
    expect(second.listener.volatility).toBeCloseTo(0.4)
    const gone = second.items.find(({ state }) => state === 'gone')!
    expect(gone.last_seen).toBe(first.runs[0]!.at)
    const still = second.items.find(({ source, state }) => source === 'google_suggest' && state === 'active')!
    expect([still.first_seen, still.last_seen]).toEqual([first.runs[0]!.at, second.runs[0]!.at])

    // As of the first run everything stands as it stood then.
    const then = await who.call(listenersContract.single, { _id, run_id: first.runs[0]!._id })
    expect(states(then.items)).toEqual(states(first.items))
    expect(then.runs.map((one) => one._id)).toEqual([first.runs[0]!._id])

    // Heard again after it was gone: active, for it was not heard first now.
    suggestions.says.google = ['cold brew ratio', 'is cold brew stronger', 'how to make cold brew']
    const third = await run(who, _id)
    expect(states(third.items)).toMatchObject({
      'google: how to make cold brew': 'active',
      'google: is cold brew stronger': 'active',
    })
    expect(third.runs[0]).toMatchObject({ added: 1, removed: 0, heard: 5 })
    expect(states((await who.call(listenersContract.single, { _id, run_id: second.runs[0]!._id })).items)).toEqual(
      states(second.items),
    )
    const changes = await who.call(listenersContract.changes, { _id, limit: 3 })
    expect(changes.total).toBe(7)
    expect(changes.items.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'returned how to make cold brew',
      'added is cold brew stronger',
      'removed how to make cold brew',
    ])
  })

  test('a run ignores what is cached: the source is asked again', async () => {
    const who = await server.signUp('starter')
    const { _id } = await add(who, { sources: ['google_suggest'] })
    const before = suggestions.asked()
    await run(who, _id)
    const once = suggestions.asked() - before
    expect(once).toBeGreaterThan(50)
    await run(who, _id)
    expect(suggestions.asked() - before).toBe(2 * once)
  })

  test('filters decide what is told, also of what was heard before; whole words, whatever the case', async () => {
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

  test('what is new is counted on the overview of the workspace', async () => {
    const who = await server.signUp('starter')
    const { _id } = await add(who)
    await run(who, _id)
    const overview = await who.call(reportsContract.overview, { workspace_id: who.workspaceId })
    expect(overview.listeners_new).toBe(4)
  })
})

test('of old runs one a week is kept, and each of those still says what was heard then', async () => {
  const who = await server.signUp('starter')
  const { _id } = await add(who)
  const place = { workspaceId: who.workspaceId, id: _id }
  const { pool, db } = server.database
  const keys = [...'abcdefgh']
  // 460 days: each day one or two of eight phrases come or go, in a pattern that never settles.
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
    (await findItemsAsOf(db, place, no)).flatMap(({ key, kind }) => (kind === 'removed' ? [] : [key])).sort()
  const before = new Map<number, string[]>()
  for (let no = 1; no <= 460; no++) before.set(no, await heardAt(no))
  await db.transaction().execute((tx) => thinRuns(tx, place))
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
  // Once more changes nothing.
  await db.transaction().execute((tx) => thinRuns(tx, place))
  const { rows } = await pool.query('select count(*) as runs from listener_runs where listener_id = $1', [_id])
  expect(rows[0].runs).toBe(kept.length)
})

test('what was heard when each phrase had a row of its own is known as it was', async () => {
  const admin = server.database.pool
  const name = `before_lines_${Date.now()}`
  await admin.query(`create database ${name} template template0`)
  const old = openDatabase(Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href)
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
    // Of the runs 1 to 4 the first two were thinned out into the second.
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
    // Came and went before the second: thinning left no change that says so.
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
    expect(gone.seen_at.toISOString().slice(0, 10)).toBe('2026-01-02')
    const asOf = async (no: number) =>
      (await findItemsAsOf(old.db, { workspaceId, id }, no)).flatMap(({ key, active }) => (active ? [key] : []))
    expect([await asOf(2), await asOf(3), await asOf(4)]).toEqual([['green', 'black'], [], ['green']])
    const { items } = await findChanges(old.db, { workspaceId, id }, { limit: 10, offset: 0 })
    expect(items.map(({ kind, key }) => `${kind} ${key}`)).toContain('returned green')
  } finally {
    await old.close()
    await admin.query(`drop database ${name} with (force)`)
  }
})

test('runs that end together are written together; one that cannot be, and one that is somebody else’s, leave the others whole', async () => {
  const who = await server.signUp('starter')
  const { pool, db } = server.database
  const places = await Promise.all(['good', 'better', 'bad', 'stolen'].map((keyword) => add(who, { keyword })))
  const { rows } = await pool.query<ListenerRow>(
    `update listeners set running = true, attempt = attempt + 1, take_at = now() + interval '1 hour'
     where id = any($1) returning *`,
    [places.map(({ _id }) => _id)],
  )
  const ended = rows.map((listener): EndedRun => {
    const at = new Date()
    const found = new Map([...'abc'].map((key) => [key, `${listener.keyword} ${key}`]))
    const attempt = listener.attempt - (listener.keyword === 'stolen' ? 1 : 0)
    const taken = { workspaceId: listener.workspace_id, id: listener.id, attempt }
    const none = new Map()
    const changes = [{ source: 'google_suggest', added: found, returned: none, removed: none, confirmed: none }]
    return { taken, listener, startedAt: at, at, hearings: [], digests: new Map(), changes }
  })
  const batches: string[][] = []
  const closer = createCloser({
    db,
    tell: async (_tx, news) => {
      batches.push(news.map(({ data }) => data.keyword).sort())
      if (news.some(({ data }) => data.keyword === 'bad')) throw new Error('This cannot be told.')
    },
  })
  const closed = await Promise.allSettled(ended.map((run) => closer.close(run)))
  expect(
    Object.fromEntries(closed.map((one, at) => [rows[at]!.keyword, one.status === 'fulfilled' ? one.value : 'failed'])),
  ).toEqual({ good: true, better: true, bad: 'failed', stolen: false })
  // Together at first; then, for it failed, one by one.
  expect(batches[0]).toEqual(['bad', 'better', 'good'])
  expect(batches.slice(1).flat().sort()).toEqual(['bad', 'better', 'good'])
  const written = async (table: string) =>
    (
      await pool.query(
        `select l.keyword, count(*) as rows from ${table} t join listeners l on l.id = t.listener_id
         where l.id = any($1) group by l.keyword order by l.keyword`,
        [places.map(({ _id }) => _id)],
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
  expect(await heard(places[1]!._id)).toEqual(['better a', 'better b', 'better c'])

  const good = places[0]!._id
  await who.call(listenersContract.delete, { _id: good })
  const left = await pool.query(
    `select (select count(*) from listener_items where listener_id = $1) as items,
       (select count(*) from listener_changes where listener_id = $1) as changes`,
    [good],
  )
  expect(left.rows[0]).toEqual({ items: 0, changes: 0 })
})

test('two workers on one database: forty listeners due at once are each run once, and asked once', async () => {
  const stopOther = await server.app.watch({ alone: false })
  try {
    const who = await server.signUp('pro')
    const made: string[] = []
    for (let at = 0; at < 40; at++)
      made.push((await add(who, { keyword: `kettle ${at}`, sources: ['google_suggest'] }))._id)
    const { _id: single } = await add(who, { keyword: 'kettle x', sources: ['google_suggest'] })
    const before = suggestions.asked()
    await run(who, single)
    const asksOfOne = suggestions.asked() - before
    await server.database.pool.query('update listeners set take_at = now() where id = any($1)', [made])
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

describe('units', () => {
  test('an active listener holds one; pausing frees it and going on takes it again; a plan without room refuses', async () => {
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

  test('twenty asks at once on a plan with room for ten: ten listeners, ten units', async () => {
    const who = await server.signUp('starter')
    const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => add(who, { keyword: `tea ${at}` })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await stock(who)).toBe(10)
    const { total } = await who.call(listenersContract.list, { workspace_id: who.workspaceId })
    expect(total).toBe(10)
  })

  test('a workspace that is handed over takes its units along, if they fit; one that is removed frees them', async () => {
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
    const handOver = () => owner.call(teamsContract.transfer, { workspace_id: workspace._id, member_id: heir.user.id })
    await expect(handOver()).rejects.toMatchObject({ code: 'limit_insufficient' })
    expect([await stock(owner), await stock(heir)]).toEqual([2, 9])
    await owner.call(listenersContract.status, { _id: second._id, status: 'paused' })
    await handOver()
    expect([await stock(owner), await stock(heir)]).toEqual([0, 10])
    await heir.call(workspacesContract.remove, { _id: workspace._id })
    expect(await stock(heir)).toBe(9)
  })
})

describe('a plan without room for all of them', () => {
  const head = async (who: Person, _id: string) => (await who.call(listenersContract.single, { _id })).listener
  const made = async (who: Person, ...keywords: string[]) => {
    const ids: string[] = []
    for (const keyword of keywords) ids.push((await add(who, { keyword, sources: ['google_suggest'] }))._id)
    return ids as [string, string, string]
  }

  test('the newest pause, say why and tell once; when the plan grows they go on, but not what people paused', async () => {
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
    const told = await who.call(notificationsContract.list, {})
    expect(told.items).toMatchObject([
      { kind: 'listeners_paused', paused: { count: 2, limit: 1 }, examples: ['bancha', 'ceylon'] },
    ])
    await expect(who.call(listenersContract.run, { _id: second })).rejects.toThrow('your plan allows 1 listener')
    await expect(setStatus(second, 'active')).rejects.toMatchObject({ code: 'limit_used_up' })

    // The one that is left gives its place to another, which no longer waits for room.
    await setStatus(first, 'paused')
    expect((await setStatus(second, 'active')).listener).toMatchObject({ status: 'active', paused_reason: null })
    await give('pro')
    expect((await head(who, third)).next_run_at).not.toBeNull()
    expect(await head(who, first)).toMatchObject({ status: 'paused', paused_reason: null })
    expect(await stock(who)).toBe(2)
    expect((await who.call(notificationsContract.list, {})).total).toBe(1)
  })

  test('a plan that ended unnoticed, or was given other numbers, is seen when they are due; a sweep lets them go on', async () => {
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
    await allow(1)
    await pool.query('update listeners set take_at = now() where id = any($1)', [[first, second]])
    const ran = await until('the run', async () => ((await head(who, first)).run_count > 0 ? head(who, second) : null))
    expect(ran).toMatchObject({ run_count: 0, status: 'paused', paused_reason: 'Paused: your plan allows 1 listener.' })
    expect(await stock(who)).toBe(1)

    await allow(2)
    await Promise.all(server.app.sweeps.map((sweep) => sweep()))
    expect(await head(who, second)).toMatchObject({ status: 'active', paused_reason: null })
    expect(await stock(who)).toBe(2)

    // Over without anybody asking: nothing but the free plan is left, whose one place is the older's.
    await pool.query(`update entitlements set until = now() where user_id = $1 and source = 'staff'`, [who.user.id])
    await pool.query('update user_plans set changes_at = now() where user_id = $1', [who.user.id])
    await pool.query('update listeners set take_at = now() where id = $1', [second])
    await until('the pause', async () => (await head(who, second)).status === 'paused')
    expect((await head(who, second)).run_count).toBe(0)
  })
})

describe('telling', () => {
  test('a run with news: the feed of every member, one mail, one signed webhook', async () => {
    const who = await server.signUp('starter')
    const listener = await add(who, { notify: { email: [who.email], webhook: receiver.url, rss: true } })
    const { runs } = await run(who, listener._id)
    const [hook] = await until('the webhook', async () => (receiver.received.length > 0 ? receiver.received : null))
    expect(isAuthentic(listener.webhook_secret!, hook!)).toBe(true)
    expect(isAuthentic('whsec_another', hook!)).toBe(false)
    const body = JSON.parse(hook!.body)
    expect(body).toMatchObject({ _id: listener._id, run: { _id: runs[0]!._id, added: 4, removed: 0 }, removed: [] })
    expect(body.added.map(({ text }: { text: string }) => text).sort()).toEqual([
      'cold brew ratio',
      'cold brew ratio',
      'cold brew vs iced coffee',
      'how to make cold brew',
    ])
    const { items, unread } = await who.call(notificationsContract.list, {})
    expect(items).toMatchObject([{ keyword: 'cold brew', added: 4, first: true, read: false, run_id: runs[0]!._id }])
    expect(unread).toBe(1)
    expect(await who.call(notificationsContract.read, { _id: items[0]!._id })).toEqual({ unread: 0 })

    const mail = await until('the mail', async () => (await mailsTo(who.email))[0])
    expect(mail).toContain('how to make cold brew')
    expect(mail).toMatch(/Content-Type: text\/plain/)
    expect(mail).toMatch(/Content-Type: text\/html/)
    expect(mail).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)

    // A run that changed nothing tells nobody.
    await run(who, listener._id)
    const { items: deliveries } = await who.call(listenersContract.deliveries, { _id: listener._id })
    expect(deliveries).toMatchObject([{ state: 'delivered', status: 200, attempts: 1 }])
    expect(receiver.received).toHaveLength(1)
  })

  test('two listeners of one person make one mail', async () => {
    const who = await server.signUp('starter')
    const notify = { email: [who.email], webhook: null, rss: false }
    const [a, b] = [await add(who, { notify }), await add(who, { keyword: 'matcha', notify })]
    await Promise.all([run(who, a._id), run(who, b._id)])
    const mail = await until('the mail', async () => (await mailsTo(who.email))[0])
    expect(mail).toContain('cold brew')
    expect(mail).toContain('matcha')
    expect(await mailsTo(who.email)).toHaveLength(1)
    expect(a.rss_url).toBeNull()
  })

  test('who unsubscribed by the link of a mail gets no more, and their settings say so', async () => {
    const who = await server.signUp('starter')
    const { _id } = await add(who, { notify: { email: [who.email], webhook: null, rss: false } })
    await run(who, _id)
    const mail = await until('the mail', async () => (await mailsTo(who.email))[0])
    const token = decodeURIComponent(/unsubscribe\?token=([\w.%-]+)/.exec(mail)![1]!)
    await expect(server.anonymous(notificationsContract.unsubscribe, { token: `${token}x` })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await server.anonymous(notificationsContract.unsubscribe, { token })).toMatchObject({ subscribed: false })
    const { user } = await who.call(authContract.userdata, {})
    expect(user.email_prefs.listener_digest).toBe(false)
    suggestions.says.google.push('cold brew concentrate')
    await run(who, _id)
    await until('the entry to be dropped', async () => {
      const { rows } = await server.database.pool.query(
        'select due_at from digest_readers where email = $1 and due_at is null',
        [who.email],
      )
      return rows.length > 0
    })
    expect(await mailsTo(who.email)).toHaveLength(1)
  })

  test('a webhook that is refused is tried again within 30 seconds, then rarely, for a day; it can be sent by hand', async () => {
    const who = await server.signUp('starter')
    receiver.answerWith(500)
    const listener = await add(who, { notify: { email: [], webhook: receiver.url, rss: false } })
    await run(who, listener._id)
    const failed = await until('the first try', async () => {
      const { items } = await who.call(listenersContract.deliveries, { _id: listener._id })
      return items[0]?.status === 500 ? items[0] : null
    })
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1 })
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
  })

  test.each([
    'http://127.0.0.1:9/x',
    'http://10.0.0.8/x',
    'http://[::1]/x',
    'http://localhost:9/x',
    'http://user:secret@192.0.2.1/x',
    'ftp://example.com',
  ])('a webhook at %s is refused when it is saved', async (webhook) => {
    const who = await server.signUp('starter')
    await expect(add(who, { notify: { email: [], webhook, rss: false } })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'notify.webhook' },
    })
    expect(await stock(who)).toBe(0)
  })

  test('feeds stand at a secret address, answer 304 to who knows them, and end when the address is replaced', async () => {
    const who = await server.signUp('starter')
    suggestions.says.google = ['cold <b>brew</b> & "more"']
    const listener = await add(who)
    await run(who, listener._id)
    const local = (address: string) => address.replace('http://earshot.test', server.url)
    const rss = await fetch(local(listener.rss_url!))
    expect(rss.headers.get('content-type')).toContain('application/rss+xml')
    const xml = await rss.text()
    expect(xml).toContain('<title>cold brew: the first 3 heard</title>')
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

  test('a viewer sees the listener but not the key that signs for it', async () => {
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

// Last: a source that refused is left alone for a while, and that holds for the whole process.
test('a source that failed or was cut short removes nothing; what a cut-short one said counts', async () => {
  const who = await server.signUp('starter')
  const { _id } = await add(who)
  await run(who, _id)
  suggestions.refuses.google = true
  suggestions.says.bing = ['cold brew ratio']
  const second = await run(who, _id)
  expect(states(second.items)).toEqual({
    'google: cold brew ratio': 'active',
    'google: how to make cold brew': 'active',
    'bing: cold brew ratio': 'active',
    'bing: cold brew vs iced coffee': 'gone',
  })
  expect(second.runs[0]!.source_errors).toMatchObject([{ source: 'google_suggest', outcome: 'failed' }])
  expect(second.runs[0]!.source_errors[0]!.message.length).toBeGreaterThan(10)
  expect(second.listener.failing_sources).toBe(1)

  // One that answers the keyword itself and then refuses.
  const { _id: other } = await add(who, { keyword: 'matcha', sources: ['bing_suggest'] })
  suggestions.says.bing = ['matcha powder', 'matcha latte']
  await run(who, other)
  suggestions.onlyTo.bing = 'matcha'
  suggestions.says.bing = ['matcha powder', 'matcha whisk']
  const cut = await run(who, other)
  expect(states(cut.items)).toEqual({
    'bing: matcha powder': 'active',
    'bing: matcha latte': 'active',
    'bing: matcha whisk': 'new',
  })
  expect(cut.runs[0]!.source_errors).toMatchObject([{ source: 'bing_suggest', outcome: 'cut_short' }])
  const seen = (text: string) => cut.items.find((item) => item.text === text)!.last_seen
  expect(seen('matcha powder')).toBe(cut.runs[0]!.at)
  expect(seen('matcha latte') < cut.runs[0]!.at).toBe(true)
})
