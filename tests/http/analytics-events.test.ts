import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsContract, type Message, maxBatchBytes, maxMessages } from '../../src/features/analytics/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let staff: Call
let keys: { public_key: string; workspace_id: string }
beforeAll(async () => {
  server = await startTestServer()
  const person = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [person.user.id])
  staff = person.call
  const { public_key, workspace_id } = await staff(analyticsContract.settings, {})
  keys = { public_key, workspace_id }
})
afterAll(() => server.close())

const location = {
  address: 'https://example.com/pricing?from=mail',
  path: '/pricing',
  query: '?from=mail',
  host: 'example.com',
  origin: 'https://example.com',
  referrer: 'https://example.org/',
}
const message = (given: Partial<Message> = {}): Message => ({
  message_id: randomUUID(),
  type: 'event',
  event: 'Report made',
  alias: 'alias-1',
  location,
  timestamp: new Date().toISOString(),
  ...given,
})
const send = (messages: unknown[], given: object = {}) =>
  post(`${server.url}/v1/public/batch`, { ...keys, messages, ...given })
/** Staff queries wait until pending messages are stored. */
const stored = async () => expect((await list({ limit: 1 })).pending).toBe(0)
const countOf = async (messageId: string) => {
  await stored()
  const { rows } = await server.database.pool.query('select count(*) as n from events where message_id = $1', [
    messageId,
  ])
  return rows[0].n as number
}
const list = (input: { q?: string; page?: number; limit?: number } = {}) => staff(analyticsContract.list, input)

test('a batch gets 202 when it is committed, and staff see every field unchanged', async () => {
  const sent = message({
    uid: 'user-1',
    group_id: 'group-1',
    traits: { plan: 'pro' },
    properties: { words: 1200, nested: { list: [1, null, 'x'] } },
    timestamp: '2026-11-21T10:00:00.123+02:00',
  })
  const answer = await send([sent])
  expect(answer.status).toBe(202)
  expect(answer.body).toEqual({ success: true, accepted: 1 })
  const { items } = await list({ q: 'user-1' })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ ...sent, timestamp: '2026-11-21T08:00:00.123Z' })
})

test('a message_id is stored once, even if sent repeatedly, twice in a batch or concurrently', async () => {
  const uuid = message()
  const word = message({ message_id: 'not a uuid' })
  expect((await send([uuid, word, uuid])).status).toBe(202)
  expect((await send([word, uuid])).status).toBe(202)
  const contested = Array.from({ length: 50 }, () => message())
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, at) => send(at % 2 ? contested : [...contested].reverse())),
  )
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([202]))
  for (const { message_id } of [uuid, word, ...contested]) expect(await countOf(message_id)).toBe(1)
})

test('a batch sent again after the counts were summed up changes no total', async () => {
  const name = `Counted ${randomUUID()}`
  const sent = Array.from({ length: 5 }, () => message({ event: name }))
  const total = async () =>
    (await staff(analyticsContract.summary, { days: 1 })).events.find((sum) => sum.name === name)?.total
  await send(sent.slice(0, 2))
  await send(sent)
  expect(await total()).toBe(5)
  for (const cleanUp of server.app.cleanups) await cleanUp()
  await send(sent)
  expect(await total()).toBe(5)
})

test('a wrong or missing key or workspace is 401 before messages are checked', async () => {
  for (const wrong of [{ public_key: 'pk_wrong' }, { workspace_id: randomUUID() }, { public_key: undefined }]) {
    const answer = await send([{ type: 'nonsense' }], wrong)
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'unauthenticated'])
  }
})

test.each([
  ['type', { type: 'purchase' }],
  ['message_id', { message_id: '' }],
  ['alias', { alias: undefined }],
  ['timestamp', { timestamp: 'yesterday' }],
  ['location.path', { location: { ...location, path: 7 } }],
  ['event', { event: undefined }],
  ['uid', { type: 'identify' }],
  ['group_id', { type: 'group' }],
  ['properties', { properties: [] }],
  ['colour', { colour: 'red' }],
])('one message with an invalid %s rejects the whole batch and is named', async (field, change) => {
  const good = [message(), message(), message()]
  const { status, body } = await send([...good, { ...message(), ...change }])
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_input', field: `messages.3.${field}` })
  for (const { message_id } of good) expect(await countOf(message_id)).toBe(0)
})

test('500 messages of 600 kB are accepted; more than 1,000 messages or 2 MB are 413', async () => {
  const padding = 'x'.repeat(900)
  const five = Array.from({ length: 500 }, () => message({ properties: { padding } }))
  expect(JSON.stringify(five).length).toBeGreaterThan(600_000)
  expect((await send(five)).status).toBe(202)
  const most = Array.from({ length: maxMessages }, () => message())
  expect((await send(most)).status).toBe(202)
  expect((await send([...most, message()])).status).toBe(413)
  expect((await send([message({ properties: { padding: 'x'.repeat(maxBatchBytes) } })])).status).toBe(413)
})

test('characters that PostgreSQL can’t store are replaced', async () => {
  const sent = message({
    uid: 'nul\0uid',
    event: 'half \ud83d pair',
    properties: { 'a\0': 'b\0\ud83d', kept: '\\u0000 \u0001 😀', deep: [{ '\udc00': 1 }] },
  })
  expect((await send([sent])).status).toBe(202)
  const { items } = await list({ q: 'nul\ufffduid' })
  expect(items[0]).toMatchObject({
    uid: 'nul\ufffduid',
    event: 'half \ufffd pair',
    properties: { 'a\ufffd': 'b\ufffd\ufffd', kept: '\\u0000 \u0001 😀', deep: [{ '\ufffd': 1 }] },
  })
})

test('texts of any length and script are stored unchanged', async () => {
  for (const text of ['Zoë 日本語 😀', `Zoë ${'日本語 😀 '.repeat(20)}`, 'x'.repeat(40), 'x'.repeat(41), ' \t\n']) {
    const sent = message({ uid: `script ${text}`, event: text, properties: { [text]: text } })
    expect((await send([sent])).status).toBe(202)
    await stored()
    const { rows } = await server.database.pool.query(
      'select uid, event, properties from events where message_id = $1',
      [sent.message_id],
    )
    expect(rows).toEqual([{ uid: sent.uid, event: text, properties: { [text]: text } }])
  }
})

test('extreme timestamps are stored unchanged', async () => {
  for (const timestamp of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z']) {
    const sent = message({ uid: timestamp, timestamp })
    expect((await send([sent])).status).toBe(202)
    expect((await list({ q: timestamp })).items[0]?.timestamp).toBe(new Date(timestamp).toISOString())
  }
})

test('any site may send, with or without a preflight, and session cookies are ignored', async () => {
  const url = `${server.url}/v1/public/batch`
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type')
  const sent = await fetch(url, {
    method: 'POST',
    headers: { Origin: 'https://shop.example', 'Content-Type': 'text/plain', Cookie: 'app_token=es_something_else' },
    body: JSON.stringify({ ...keys, messages: [message()] }),
  })
  expect(sent.status).toBe(202)
  expect(sent.headers.get('access-control-allow-origin')).toBe('*')
  const refused = await post(url, { ...keys, public_key: 'no', messages: [message()] })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  const elsewhere = await fetch(`${server.url}/plans/list`, { method: 'OPTIONS' })
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
})

test('the list is sorted from newest, paginated, and searchable by name, user, alias and path', async () => {
  const mark = randomUUID()
  const made = [
    message({ event: `Opened ${mark}` }),
    message({ uid: `user ${mark}`, type: 'identify', event: undefined }),
    message({ alias: `alias ${mark}` }),
    message({ type: 'page', event: undefined, location: { ...location, path: `/${mark}` } }),
  ]
  for (const one of made) await send([one])
  const newestFirst = [...made].reverse().map(({ message_id }) => message_id)
  const found = await list({ q: mark })
  expect(found.total).toBe(4)
  expect(found.items.map(({ message_id }) => message_id)).toEqual(newestFirst)
  const second = await list({ q: mark, page: 2, limit: 3 })
  expect(second.items.map(({ message_id }) => message_id)).toEqual(newestFirst.slice(3))
  for (const word of ['Opened', 'user', 'alias']) expect((await list({ q: `${word} ${mark}` })).total).toBe(1)
  expect((await list({ q: `%${mark}` })).total).toBe(0)
  const all = await list({ limit: 4 })
  expect(all.items.map(({ message_id }) => message_id)).toEqual(newestFirst)
  const { rows } = await server.database.pool.query('select count(*) as n from events')
  expect(all.total).toBe(rows[0].n)
})

test('a funnel counts people who completed the steps in order, before and after identification', async () => {
  const mark = randomUUID().slice(0, 8)
  const [a, b, c] = [`A ${mark}`, `B ${mark}`, `C ${mark}`]
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()
  const did = (person: Partial<Message>, event: string, minute: number) =>
    message({ ...person, event, timestamp: at(minute) })
  await send([
    // In order, sent out of order.
    did({ uid: `${mark}1`, alias: 'x' }, c, 3),
    did({ uid: `${mark}1`, alias: 'x' }, b, 2),
    did({ uid: `${mark}1`, alias: 'x' }, a, 1),
    // B before A: one step only.
    did({ uid: `${mark}2`, alias: 'y' }, b, 1),
    did({ uid: `${mark}2`, alias: 'y' }, a, 2),
    // A while anonymous, then B as a user in the same browser.
    did({ alias: `z${mark}` }, a, 1),
    message({ type: 'identify', event: undefined, uid: `${mark}3`, alias: `z${mark}`, timestamp: at(2) }),
    did({ uid: `${mark}3`, alias: `z${mark}` }, b, 3),
    // Never identified.
    did({ alias: `w${mark}` }, a, 1),
  ])
  const funnel = async (steps: string[]) =>
    (await staff(analyticsContract.funnel, { steps, days: 1 })).steps.map(({ people }) => people)
  expect(await funnel([a, b, c])).toEqual([4, 2, 1])
  expect(await funnel([b, a])).toEqual([3, 1])
  expect(await funnel([a, a])).toEqual([4, 0])
  const person = await staff(analyticsContract.person, { person: `${mark}3` })
  expect(person.aliases).toEqual([`z${mark}`])
  expect(person.items.map(({ type, event }) => event ?? type)).toEqual([b, 'identify', a])
  expect((await staff(analyticsContract.person, { person: `w${mark}` })).total).toBe(1)
})

test('the summary has a number for each UTC day and the most viewed pages', async () => {
  const path = `/${randomUUID()}`
  await send([1, 2, 3].map(() => message({ type: 'page', event: undefined, location: { ...location, path } })))
  const summary = await staff(analyticsContract.summary, { days: 7 })
  expect(summary.days).toHaveLength(7)
  expect(summary.days.at(-1)).toBe(new Date().toISOString().slice(0, 10))
  expect(summary.by_day.at(-1)).toBe(summary.total)
  expect(summary.pages.find((page) => page.path === path)?.views).toBe(3)
  for (const sum of summary.events) expect(sum.by_day.reduce((a, b) => a + b, 0)).toBe(sum.total)
})

test('line feeds and byte order marks in texts are stored unchanged', async () => {
  const sent = message({ uid: 'on lines', properties: { 'two\nlines': '\ufeff\r\n' } })
  const url = `${server.url}/v1/public/batch`
  expect((await post(url, JSON.stringify({ ...keys, messages: [sent] }, null, 2))).status).toBe(202)
  expect((await list({ q: 'on lines' })).items[0]).toMatchObject({ properties: sent.properties })
})

test('a message the database rejects is set aside, and the rest of its batch is stored', async () => {
  const { pool } = server.database
  const bodies = () => pool.query('select id, messages, set_aside from event_inbox order by id')
  // As if PostgreSQL had another unsupported character.
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.uid = 'poison' then raise exception 'no' using errcode = '22021'; end if; return new; end $$`)
  await pool.query(`create trigger refuse before insert on events for each row execute function refuse()`)
  const sent = [message(), message({ uid: 'poison' }), message()]
  try {
    expect((await send(sent)).status).toBe(202)
    for (const [at, { message_id }] of sent.entries()) expect(await countOf(message_id)).toBe(at === 1 ? 0 : 1)
  } finally {
    await pool.query('drop trigger refuse on events')
  }
  expect((await bodies()).rows).toMatchObject([{ messages: 1, set_aside: true }])
  // Unreadable bytes don't block others either.
  await pool.query(`insert into event_inbox (messages, body) values (7, 'not compressed')`)
  const after = message()
  await send([after])
  expect(await countOf(after.message_id)).toBe(1)
  expect((await bodies()).rows).toMatchObject([
    { messages: 1, set_aside: true },
    { messages: 7, set_aside: true },
  ])
  // Once released, it is stored like any other.
  await pool.query('update event_inbox set set_aside = false where messages = 1')
  expect(await countOf(sent[1]!.message_id)).toBe(1)
})

test('a query waits only briefly for pending messages and returns their number', async () => {
  const client = await server.database.pool.connect()
  const sent = message({ uid: 'waits' })
  try {
    await client.query('begin')
    await client.query('lock table event_ids in exclusive mode')
    expect((await send([sent])).status).toBe(202)
    const meanwhile = await list({ q: 'waits' })
    expect([meanwhile.pending, meanwhile.total]).toEqual([1, 0])
  } finally {
    await client.query('rollback')
    client.release()
  }
  const then = await list({ q: 'waits' })
  expect([then.pending, then.total]).toEqual([0, 1])
})

test('pending messages of another process keep the time they were received', async () => {
  const { packRequests } = await import('../../src/features/analytics/rules/event-inbox-format.ts')
  const sent = message({ uid: 'left behind', timestamp: '2025-03-01T10:00:00Z' })
  const body = await packRequests([Buffer.from(JSON.stringify({ ...keys, messages: [sent] }))])
  await server.database.pool.query(
    `insert into event_inbox (received_at, messages, body) values ('2025-03-01T10:00:01.5Z', 1, $1)`,
    [body],
  )
  expect((await list({ q: 'left behind' })).items[0]?.received_at).toBe('2025-03-01T10:00:01.500Z')
  const { rows } = await server.database.pool.query(`select day from event_counts where day < '2025-04-01'`)
  expect(rows).toEqual([{ day: '2025-03-01' }])
  await server.database.pool.query(`drop table events_2025_03, events_2025_04, events_2025_05`)
})

test('configured keys are used, and missing ones are created once by concurrent processes', async () => {
  const given = await startTestServer({
    EVENTS_PUBLIC_KEY: 'pk_ours',
    EVENTS_WORKSPACE_ID: 'web',
    EVENTS_HOST: 'https://in.example/',
  })
  try {
    const body = { public_key: 'pk_ours', workspace_id: 'web', messages: [message()] }
    expect((await post(`${given.url}/v1/public/batch`, body)).status).toBe(202)
  } finally {
    await given.close()
  }
  const { createAnalytics } = await import('../../src/features/analytics/service.ts')
  await server.database.pool.query('delete from event_keys')
  const log = { warn() {}, info() {}, debug() {}, error() {}, child: () => log }
  const made = await Promise.all(
    Array.from({ length: 8 }, () => createAnalytics({ db: server.database.db, given: {}, host: '', log }).settings()),
  )
  expect(new Set(made.map(({ public_key, workspace_id }) => `${public_key} ${workspace_id}`)).size).toBe(1)
  expect(made[0]!.public_key).toMatch(/^pk_/)
})

test('monthly partitions are created in advance or on demand, and dropped with their ids and counts after retention', async () => {
  const { makePartitions, dropPartitions } = await import('../../src/features/analytics/store/partition-store.ts')
  const { db, pool } = server.database
  const names = async () =>
    (
      await pool.query(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass`)
    ).rows
      .map(({ name }) => name as string)
      .sort()
  const before = await names()
  expect(before).toHaveLength(3)
  await Promise.all([1, 2, 3].map(() => makePartitions(db, 1, new Date('2024-01-31T23:59:59Z'))))
  expect(await names()).toEqual(['events_2024_01', 'events_2024_02', ...before])
  await pool.query(`insert into event_ids values (gen_random_uuid(), '2024-02-03')`)
  await pool.query(`insert into event_counts values ('2024-02-03', 'event', 'Old', 1)`)
  expect(await dropPartitions(db, 13, new Date('2025-03-15T00:00:00Z'))).toEqual(['events_2024_01'])
  expect(await dropPartitions(db, 13, new Date('2025-04-01T00:00:00Z'))).toEqual(['events_2024_02'])
  expect(await names()).toEqual(before)
  const left = await pool.query(`select (select count(*) from event_ids where received_on < '2025-01-01') as ids,
    (select count(*) from event_counts where day < '2025-01-01') as sums`)
  expect(left.rows[0]).toEqual({ ids: 0, sums: 0 })
  // As if partitions were never created in advance.
  await pool.query(`drop table ${before.join(', ')}`)
  const sent = message()
  expect((await send([sent])).status).toBe(202)
  expect(await countOf(sent.message_id)).toBe(1)
})
