import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseUrlOf, makeDataDir, type RunningEarshot, startEarshot } from './running-earshot.ts'

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
  const client = new pg.Client({ connectionString: await databaseUrlOf(data.dataDir) })
  await client.connect()
  try {
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

const databasePid = async () =>
  Number((await readFile(path.join(data.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test.each([
  ['Earshot', false],
  ['Earshot and its database', true],
])(
  '%s killed with -9 under load: what was answered 202 is stored, once, also when it is sent again',
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
          // The process is gone, or the database under it: a client would wait now.
          if (status === null) return
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const database = await databasePid()
    if (both) process.kill(database, 'SIGKILL')
    await running.kill('SIGKILL')
    stopped = true
    await Promise.all(senders)
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(unanswered.length).toBeGreaterThan(0)

    running = await startEarshot(data.dataDir, keys)
    const lost = (times: Map<string, number>, batches: Batch[]) =>
      batches.flat().filter(({ message_id }) => times.get(message_id) !== 1).length
    const after = await stored()
    expect(lost(after.times, acknowledged)).toBe(0)
    // A batch is stored whole or not at all.
    for (const messages of unanswered)
      expect([0, messages.length]).toContain(messages.filter(({ message_id }) => after.times.has(message_id)).length)

    // What clients do next: send again what was not answered; and some of it twice.
    const again = [...unanswered, ...unanswered, ...acknowledged.slice(-30)]
    for (const messages of again) expect(await send(running.url, messages)).toBe(202)
    const whole = await stored()
    expect(lost(whole.times, [...acknowledged, ...unanswered])).toBe(0)
    expect(whole.times.size).toBe((acknowledged.length + unanswered.length) * 20)
    expect(whole.total).toBe(whole.times.size)
  },
)
