import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../support/wait-until.ts'
import { getDatabaseUrl, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot | null = null
beforeEach(async () => {
  data = await makeDataDir()
})
afterEach(async () => {
  await running?.kill('SIGTERM')
  running = null
  await data.remove()
})

const keys = { EVENTS_PUBLIC_KEY: 'pk_fault', EVENTS_WORKSPACE_ID: 'fault' }
const location = { address: '', path: '/', query: '', host: '', origin: '', referrer: '' }

const batch = () =>
  Array.from({ length: 20 }, () => ({
    message_id: randomUUID(),
    type: 'event',
    event: 'Under load',
    alias: 'browser',
    location,
    timestamp: new Date().toISOString(),
  }))
type Batch = ReturnType<typeof batch>

async function send(url: string, messages: Batch) {
  const response = await fetch(`${url}/v1/public/batch`, {
    method: 'POST',
    body: JSON.stringify({ public_key: 'pk_fault', workspace_id: 'fault', messages }),
  })
  await response.text()
  return response.status
}

async function stored() {
  const client = await connected()
  try {
    await until('an empty inbox', async () => (await client.query('select from event_inbox limit 1')).rowCount === 0)
    const { rows } = await client.query('select message_id, count(*)::int as times from events group by message_id')
    const sums = await client.query('select coalesce(sum(count), 0)::int as total from event_counts')
    return {
      times: new Map(rows.map((row) => [row.message_id as string, row.times as number])),
      total: sums.rows[0].total as number,
    }
  } finally {
    await client.end()
  }
}

async function connected() {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
  await client.connect()
  return client
}

const databasePid = async () =>
  Number((await readFile(path.join(data.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test.each([
  ['Earshot', false],
  ['Earshot and its database', true],
])(
  'after kill -9 of %s under load, every message with a 202 is stored once, even if it was sent again',
  async (_name, both) => {
    running = await startEarshot(data.dataDir, keys)
    const { url } = running
    const acknowledged: Batch[] = []
    const unanswered: Batch[] = []
    let stopped = false
    const senders = Array.from({ length: 16 }, async () => {
      while (!stopped) {
        const messages = batch()
        const status = await send(url, messages).catch(() => null)
        if (status === 202) acknowledged.push(messages)
        else {
          unanswered.push(messages)
          // The process or its database is gone; a client would wait now.
          if (status === null) return
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    })
    await until('a load', async () => acknowledged.length > 300)
    const database = await databasePid()
    if (both) process.kill(database, 'SIGKILL')
    await running.kill('SIGKILL')
    stopped = true
    await Promise.all(senders)
    expect(unanswered.length).toBeGreaterThan(0)

    running = await startEarshot(data.dataDir, keys)
    const lost = (times: Map<string, number>, batches: Batch[]) =>
      batches.flat().filter(({ message_id }) => times.get(message_id) !== 1).length
    const after = await stored()
    expect(lost(after.times, acknowledged)).toBe(0)
    // A batch is stored completely or not at all.
    for (const messages of unanswered)
      expect([0, messages.length]).toContain(messages.filter(({ message_id }) => after.times.has(message_id)).length)

    // Clients resend what got no response, and some of it twice.
    const again = [...unanswered, ...unanswered, ...acknowledged.slice(-30)]
    for (const messages of again) expect(await send(running.url, messages)).toBe(202)
    const whole = await stored()
    expect(lost(whole.times, [...acknowledged, ...unanswered])).toBe(0)
    expect(whole.times.size).toBe((acknowledged.length + unanswered.length) * 20)
    expect(whole.total).toBe(whole.times.size)
  },
)

test('after kill -9 with a full inbox, the next start stores every message once', async () => {
  running = await startEarshot(data.dataDir, keys)
  const client = await connected()
  // A connection of its own: within a transaction, PostgreSQL shows pg_stat_activity as it was at the first look.
  const watcher = await connected()
  const batches = Array.from({ length: 8 }, batch)
  try {
    // A drain starts and is in the middle of its transaction.
    await client.query('begin')
    await client.query('lock table event_counts in access exclusive mode')
    for (const messages of [...batches, ...batches]) expect(await send(running.url, messages)).toBe(202)
    const stands = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into event_ids%'`
    await until('a drain under way', async () => (await watcher.query(stands)).rowCount === 1)
    await running.kill('SIGKILL')
    const { rows } = await client.query(
      'select (select sum(messages)::int from event_inbox) as waiting, (select count(*)::int from events) as moved',
    )
    expect(rows[0]).toEqual({ waiting: 320, moved: 0 })
  } finally {
    await watcher.end()
    await client.end()
  }
  running = await startEarshot(data.dataDir, keys)
  const { times, total } = await stored()
  expect([times.size, Math.max(...times.values()), total]).toEqual([160, 1, 160])
})
