/**
 * Many people in one document: how long a letter takes from one's typing to another's text, and the server's memory and processor time.
 * All of them type at the same time, which is more than people do.
 *
 *   node bench/live-editing.ts [people=50] [letters a second, each=1] [seconds=30]
 */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { aiContentContract } from '../src/features/ai-content/contract.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { getParagraph, makeSeed, openLiveClient } from '../tests/support/live-client.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getCpuMs, getServerPid } from './process-cpu.ts'

const [people = 50, rate = 1, seconds = 30] = process.argv.slice(2).map(Number)
const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!
/** Megabytes of a process, without those of PostgreSQL. */
const getMemory = (pid: number) => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
/** The browser's: a letter waits for so long at most for more of them. */
const batchMs = 80
const words = 'Coarse grounds sit in cold water for half a day. '.repeat(200)

const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir, { LOG_LEVEL: 'error' })
try {
  const { call, token, workspaceId } = await earshot.signIn()
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: words })
  const before = getMemory(earshot.pid)
  const clients: Awaited<ReturnType<typeof openLiveClient>>[] = []
  for (let no = 0; no < people; no++)
    clients.push(
      await openLiveClient(() => ({ url: earshot.url, token }), item._id, {
        version: 2,
        seed: makeSeed(words),
        batchMs,
      }),
    )
  await delay(2000)
  const joined = getMemory(earshot.pid)

  const typedAt = new Map<string, number>()
  const times: number[] = []
  for (const { doc } of clients)
    getParagraph(doc).observe(({ delta }, { local }) => {
      if (local) return
      for (const { insert } of delta)
        for (const letter of typeof insert === 'string' ? insert : '') {
          const at = typedAt.get(letter)
          if (at !== undefined) times.push(performance.now() - at)
        }
    })
  const cpuBefore = getCpuMs(earshot.pid)
  const database = getServerPid(data.dataDir)
  const databaseBefore = cpuMsWithChildren(database)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const ownBefore = process.cpuUsage()
  const until = performance.now() + seconds * 1000
  let [next, most] = [0x4e00, joined]
  await Promise.all(
    clients.map(async ({ doc }) => {
      await delay((Math.random() * 1000) / rate)
      while (performance.now() < until) {
        // The first of them is written again after 20,000.
        const letter = String.fromCharCode(0x4e00 + (next++ % 20_000))
        typedAt.set(letter, performance.now())
        const paragraph = getParagraph(doc)
        paragraph.insert(Math.floor(Math.random() * (paragraph.length + 1)), letter)
        most = Math.max(most, getMemory(earshot.pid))
        await delay((1000 / rate) * (0.5 + Math.random()))
      }
    }),
  )
  const [cpu, databaseCpu] = [getCpuMs(earshot.pid) - cpuBefore, cpuMsWithChildren(database) - databaseBefore]
  loop.disable()
  const own = process.cpuUsage(ownBefore)
  await delay(3000)
  const texts = new Set(clients.map(({ text }) => text()))
  printTable(
    ['people', 'letters', 'p50 ms', 'p95 ms', 'p99 ms', 'p99.99 ms', 'same text'],
    [
      [
        people,
        next - 0x4e00,
        ...[0.5, 0.95, 0.99].map((part) => quantile(times, part).toFixed(0)),
        quantile(times, 0.9999).toFixed(0),
        texts.size === 1 ? 'yes' : 'no',
      ],
    ],
  )
  printTable(
    [
      'server MB before',
      'with people',
      'most',
      'server processor %',
      'database %',
      'clients %',
      'clients’ loop p95 ms',
    ],
    [
      [
        ...[before, joined, most],
        ...[cpu, databaseCpu, (own.user + own.system) / 1000].map((ms) => Math.round(ms / seconds / 10)),
        // What the clients' own process adds, if the machine is too busy for it.
        (loop.percentile(95) / 1e6).toFixed(0),
      ],
    ],
  )
  for (const client of clients) client.close()
} finally {
  await earshot.kill('SIGTERM')
  await data.remove()
}
process.exit(0)
