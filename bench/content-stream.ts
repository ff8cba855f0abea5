/**
 * What writing costs end to end: Earshot as a separate process between a reader and the language model's double.
 *
 *   node bench/content-stream.ts first-delta           time to the first delta of POST /stream, over asking the double directly
 *   node bench/content-stream.ts streams [500]         that many documents written concurrently at 50 tokens a second, by a model of
 *                                                      little cost (paced-model.ts) to a reader that is this process
 *   node bench/content-stream.ts slow-reader           memory of the server while a reader takes far less than the model offers
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { aiContentContract } from '../src/features/ai-content/contract.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getCpuMs, getServerPid, stolenMs } from './process-cpu.ts'

const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!
const shown = (value: number, digits = 2) => value.toFixed(digits)
const testsDouble = '../tests/doubles/language-models.ts'
const agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 })

/** Starts the double as a separate process. */
async function startDouble(name: string, ...args: string[]) {
  const file = path.resolve(import.meta.dirname, name)
  const child = spawn(process.execPath, [file, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const settings: Record<string, string> = {}
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text
    if (printed.includes('LLM_MODEL=')) break
  }
  for (const line of printed.trim().split('\n')) {
    const [name, ...value] = line.split('=')
    settings[name!] = value.join('=')
  }
  return { settings, pid: child.pid!, stop: () => child.kill() }
}

async function start(name: string, ...args: string[]) {
  const double = await startDouble(name, ...args)
  const data = await makeDataDir()
  // As `npm start` runs it.
  const flags = ['--max-semi-space-size=8', '--heap-growing-percent=30']
  const earshot = await startEarshot(data.dataDir, double.settings, flags)
  const { call, token, workspaceId } = await earshot.signIn()
  // What a process does once, a few seconds after its start: it loads its pages and describes its API.
  for (const page of ['/login', '/docs/api']) await (await request(`${earshot.url}${page}`)).body.dump()
  return {
    double,
    pid: earshot.pid,
    postgresPid: getServerPid(data.dataDir),
    newDocument: async () =>
      (
        await call(aiContentContract.new, {
          workspace_id: workspaceId,
          template: 'social_post',
          title: 'Cold brew',
          words: 10_000,
        })
      ).item._id,
    write: (_id: string) =>
      request(`${earshot.url}/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ _id }),
        dispatcher: agent,
      }),
    async stop() {
      await earshot.kill('SIGTERM')
      double.stop()
      await data.remove()
    },
  }
}

/** Microseconds of processor the process has used, and its resident bytes. */
function getUsage(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { micros: ticks * 10_000, bytes: pages * 4096 }
}

async function firstDelta() {
  const { double, newDocument, write, stop } = await start(testsDouble, '--first-token', '20')
  // The direct request repeats the body that Earshot sends to the double.
  let question = ''
  const bare = async () => {
    const startedAt = performance.now()
    const { body } = await request(`${double.settings.LLM_BASE_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: question,
      dispatcher: agent,
    })
    let ms: number | null = null
    for await (const chunk of body) if (/"content":"[^"]/.test(String(chunk))) ms ??= performance.now() - startedAt
    return ms!
  }
  const [warming, rounds] = [200, 300]
  const ids: string[] = []
  while (ids.length < warming + rounds) ids.push(await newDocument())
  // Read to its end like the other: a stream that is left costs both sides their connection.
  const ours = async () => {
    const _id = ids.pop()!
    const startedAt = performance.now()
    const { body } = await write(_id)
    let ms: number | null = null
    for await (const chunk of body) if (String(chunk).includes('event: delta')) ms ??= performance.now() - startedAt
    return ms!
  }
  await ours()
  const asked = await request(`${double.settings.LLM_BASE_URL!.replace(/\/v1$/, '')}/double/last`, {
    dispatcher: agent,
  })
  question = await asked.body.text()
  for (let round = 1; round < warming; round++) await Promise.all([bare(), ours()])
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await bare())
    times.ours.push(await ours())
  }
  const over = times.ours.map((ms, at) => ms - times.bare[at]!)
  printTable(
    ['first text, ms', 'p50', 'p95'],
    [
      ['the double, asked directly', shown(quantile(times.bare, 0.5)), shown(quantile(times.bare, 0.95))],
      ['POST /stream', shown(quantile(times.ours, 0.5)), shown(quantile(times.ours, 0.95))],
      ['over asking directly (goal p50 ≤ 6)', shown(quantile(over, 0.5)), shown(quantile(over, 0.95))],
    ],
  )
  await stop()
}

async function manyStreams(count: number) {
  const seconds = 20
  const running = await start('paced-model.ts', '--pace', '50', '--stamps', String(50 * seconds))
  const { pid, double, postgresPid, newDocument, write, stop } = running
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await newDocument())
  let [tokens, worstStall, worstAt, worstDelay, peak, done] = [0, 0, 0, 0, 0, 0]
  const delays: number[] = []
  const readOne = async (_id: string) => {
    const { body } = await write(_id)
    let rest = ''
    let before: { arrived: number; sent: number } | null = null
    for await (const text of body.setEncoding('utf8')) {
      const arrived = (performance.timeOrigin + performance.now()) % 1e7
      const events = (rest + text).split('\n\n')
      rest = events.pop()!
      for (const event of events) {
        if (event.startsWith('event: done')) done++
        if (event.startsWith('event: error')) console.log(event)
        if (!event.startsWith('event: delta')) continue
        const { text } = JSON.parse(event.slice(event.indexOf('data: ') + 6)) as { text: string }
        const stamps = text.trim().split(/\s+/).map(Number)
        for (const sent of stamps) {
          tokens++
          worstDelay = Math.max(worstDelay, arrived - sent)
          if (tokens % 50 === 0) delays.push(arrived - sent)
        }
        const last = stamps.at(-1)!
        const stall = before ? arrived - before.arrived - (last - before.sent) : 0
        if (stall > worstStall) [worstStall, worstAt] = [stall, arrived]
        before = { arrived, sent: last }
      }
    }
  }
  const sampler = setInterval(() => {
    peak = Math.max(peak, getUsage(pid).bytes)
  }, 200)
  const used = () => ({
    micros: getUsage(pid).micros,
    double: getCpuMs(double.pid),
    postgres: cpuMsWithChildren(postgresPid),
    reader: getCpuMs(process.pid),
    stolen: stolenMs(),
  })
  const idle = getUsage(pid).bytes
  const before = used()
  const startedAt = performance.now()
  await Promise.all(
    ids.map(async (id, at) => {
      await delay((at * 2000) / count)
      await readOne(id)
    }),
  )
  const took = (performance.now() - startedAt) / 1000
  const after = used()
  const micros = after.micros - before.micros
  const cores = (from: number, to: number) => shown((to - from) / 1000 / took)
  clearInterval(sampler)
  printTable(
    [`${count} documents written at once at 50 tokens/s`, 'measured', 'goal'],
    [
      ['streams that ended with done', done, count],
      ['tokens read', tokens.toLocaleString('en'), (count * 50 * seconds).toLocaleString('en')],
      ['seconds', shown(took, 1), shown(seconds + 2, 1)],
      ['longest stall over the sender’s own, ms', shown(worstStall, 0), '< 250'],
      ['… at second', shown((worstAt - ((performance.timeOrigin + startedAt) % 1e7)) / 1000, 1), ''],
      [
        'token under way, p50 / p99 / most, ms',
        [quantile(delays, 0.5), quantile(delays, 0.99), worstDelay].map((ms) => shown(ms, 0)).join(' / '),
        '',
      ],
      ['server, µs of processor a token', shown(micros / tokens, 1), '≤ 45'],
      ['processors busy: server', cores(before.micros / 1000, after.micros / 1000), ''],
      ['… its database', cores(before.postgres, after.postgres), ''],
      ['… the model', cores(before.double, after.double), ''],
      ['… the reader', cores(before.reader, after.reader), ''],
      ['… taken by other machines on the same host', cores(before.stolen, after.stolen), ''],
      ['server, resident memory before, MB', shown(idle / 1e6, 0), ''],
      ['server, resident memory at most, MB', shown(peak / 1e6, 0), '< 400'],
    ],
  )
  await stop()
}

async function slowReader() {
  const { pid, newDocument, write, stop } = await start(testsDouble, '--stamps', '1000000')
  const { body } = await write(await newDocument())
  const startedAt = performance.now()
  const samples: number[] = []
  let read = 0
  for await (const chunk of body) {
    read += chunk.length
    await delay(200)
    const second = Math.floor((performance.now() - startedAt) / 1000)
    samples[second] ??= getUsage(pid).bytes / 1e6
    if (second >= 15) break
  }
  printTable(
    ['a reader that takes 5 pieces a second', 'after 1 s', 'after 8 s', 'after 15 s'],
    [
      ['server, resident memory, MB', shown(samples[1]!, 0), shown(samples[8]!, 0), shown(samples[15]!, 0)],
      ['read in all, MB', '', '', shown(read / 1e6, 2)],
    ],
  )
  await stop()
}

const [what, argument] = process.argv.slice(2)
if (what === 'first-delta') await firstDelta()
else if (what === 'streams') await manyStreams(Number(argument ?? 500))
else if (what === 'slow-reader') await slowReader()
else throw new Error('Say what to measure: first-delta, streams or slow-reader.')
process.exit(0)
