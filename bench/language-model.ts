/**
 * What it costs to read a language model's stream, against the double in a separate process.
 *
 *   node bench/language-model.ts first-delta             time to the first text, over asking the double with bare undici
 *   node bench/language-model.ts cpu                     processor time a token: ours, the AI SDK's, and bare undici's
 *   node bench/language-model.ts streams [500]           that many streams at 50 tokens a second in one process
 *   node bench/language-model.ts slow-reader             memory while a reader takes far less than the model offers
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import { Agent, request } from 'undici'
import { createLanguageModels, modelSettings } from '../src/providers/language-model/catalogue.ts'
import { printTable } from './print-table.ts'

const prompt = 'Write a section about "cold brew coffee".'
const manyTokens = 1_000_000
const signal = new AbortController().signal

/** The double, and what stops it. */
async function startDouble(...args: string[]) {
  const file = path.resolve(import.meta.dirname, '..', 'tests', 'doubles', 'language-models.ts')
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
  return { settings, baseUrl: settings.LLM_BASE_URL!, stop: () => child.kill() }
}

function getModel(settings: Record<string, string>) {
  const agent = new Agent()
  return createLanguageModels({
    settings: modelSettings(settings),
    platformDispatcher: agent,
    workspaceDispatcher: agent,
    userAgent: 'EarshotBot/bench',
  }).platformModel()!
}

const ask = (maxOutputTokens = manyTokens) => ({
  messages: [{ role: 'user' as const, text: prompt }],
  maxOutputTokens,
  signal,
})

const bodyFor = (maxTokens: number) =>
  JSON.stringify({
    model: 'double-1',
    messages: [{ role: 'user', content: prompt }],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
  })

const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!
const shown = (value: number, digits = 2) => value.toFixed(digits)

async function firstDelta() {
  const double = await startDouble('--first-token', '20')
  const agent = new Agent()
  const model = getModel(double.settings)
  const bare = async () => {
    const startedAt = performance.now()
    const { body } = await request(`${double.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bodyFor(8),
      dispatcher: agent,
    })
    let ms: number | null = null
    for await (const chunk of body) if (/"content":"[^"]/.test(String(chunk))) ms ??= performance.now() - startedAt
    return ms!
  }
  const ours = async () => {
    const startedAt = performance.now()
    let ms: number | null = null
    for await (const event of model.stream(ask(8))) if (event.kind === 'text') ms ??= performance.now() - startedAt
    return ms!
  }
  for (let round = 0; round < 50; round++) await Promise.all([bare(), ours()])
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round < 300; round++) {
    times.bare.push(await bare())
    times.ours.push(await ours())
  }
  const over = times.ours.map((ms, at) => ms - times.bare[at]!)
  printTable(
    ['first text, ms', 'p50', 'p95'],
    [
      ['bare undici', shown(quantile(times.bare, 0.5)), shown(quantile(times.bare, 0.95))],
      ['ours', shown(quantile(times.ours, 0.5)), shown(quantile(times.ours, 0.95))],
      ['ours over bare (goal ≤ 6)', shown(quantile(over, 0.5)), shown(quantile(over, 0.95))],
    ],
  )
  double.stop()
}

type Way = 'ours' | 'ai-sdk' | 'bare'

/** Reads one stream to its end. @returns how many tokens came */
async function readOnce(way: Way, settings: Record<string, string>, tokens: number) {
  let characters = 0
  if (way === 'ours') {
    for await (const event of model().stream(ask(tokens))) if (event.kind === 'text') characters += event.text.length
  } else if (way === 'ai-sdk') {
    const provider = createOpenAICompatible({ name: 'double', baseURL: settings.LLM_BASE_URL!, apiKey: 'key' })
    const { textStream } = streamText({ model: provider('double-1'), prompt, maxOutputTokens: tokens })
    for await (const text of textStream) characters += text.length
  } else {
    const { body } = await request(`${settings.LLM_BASE_URL}/chat/completions`, {
      method: 'POST',
      body: bodyFor(tokens),
    })
    for await (const chunk of body) characters += chunk.length
  }
  return characters

  function model() {
    shared ??= getModel(settings)
    return shared
  }
}
let shared: ReturnType<typeof getModel> | null = null

/** One way in this process: its own processor time over so many tokens at so many a second. */
async function getCpu(way: Way) {
  const [streams, perSecond, tokens] = [50, 50, 600]
  const double = await startDouble('--pace', String(perSecond), '--stamps', String(manyTokens))
  const round = (count: number) =>
    Promise.all(Array.from({ length: streams }, () => readOnce(way, double.settings, count)))
  await round(300)
  const before = process.cpuUsage()
  const lengths = await round(tokens)
  const { user, system } = process.cpuUsage(before)
  if (lengths.some((length) => length < tokens * 10)) throw new Error('Not all tokens came')
  double.stop()
  console.log(JSON.stringify({ micros: (user + system) / (streams * tokens) }))
}

function cpu() {
  const micros = (way: Way) => {
    const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, 'cpu-of', way], { encoding: 'utf8' })
    const last = stdout.trim().split('\n').at(-1)
    if (!last) throw new Error(stderr)
    return (JSON.parse(last) as { micros: number }).micros
  }
  const ways: [string, Way][] = [
    ['bare undici, nothing read', 'bare'],
    ['ours (goal ≤ 45)', 'ours'],
    ['AI SDK', 'ai-sdk'],
  ]
  // Alternates, so that other load on the machine affects each equally.
  const runs = [1, 2, 3].map(() => ways.map(([, way]) => micros(way)))
  const rows = ways.map(([name], at) => [name, ...runs.map((run) => shown(run[at]!, 1))])
  printTable(['µs of processor a token, 50 streams at 50/s', 'run 1', 'run 2', 'run 3'], rows)
}

/** A process that does nothing but wait: how late its timers are is what the machine itself costs. */
function startIdler() {
  const code = `let last = performance.now(), worst = 0
    setInterval(() => { const now = performance.now(); worst = Math.max(worst, now - last - 10); last = now }, 10)
    process.on('message', () => { process.send(worst); process.exit() })`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return async () => {
    child.send('how late')
    const [worst] = (await once(child, 'message')) as [number]
    return worst
  }
}

async function manyStreams(count: number) {
  const seconds = 20
  const double = await startDouble('--pace', '50', '--stamps', String(50 * seconds))
  const model = getModel(double.settings)
  let [worstDelay, worstStall, tokens, peak] = [0, 0, 0, 0]
  const delays: number[] = []
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 100)
  const readOne = async () => {
    let before: { arrived: number; sent: number } | null = null
    for await (const event of model.stream(ask())) {
      if (event.kind !== 'text') continue
      const arrived = performance.timeOrigin + performance.now()
      for (const stamp of event.text.trim().split(' ')) {
        const sent = Number(stamp)
        tokens++
        worstDelay = Math.max(worstDelay, arrived - sent)
        if (before) worstStall = Math.max(worstStall, arrived - before.arrived - (sent - before.sent))
        if (tokens % 50 === 0) delays.push(arrived - sent)
        before = { arrived, sent }
      }
    }
  }
  const idlerLateness = startIdler()
  const usage = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      // As many people do not start in one millisecond.
      await delay((at * 1000) / count)
      await readOne()
    }),
  )
  const took = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(usage)
  clearInterval(sampler)
  const machineStall = await idlerLateness()
  double.stop()
  printTable(
    [`${count} streams at 50 tokens/s`, 'measured', 'goal'],
    [
      ['tokens read', tokens.toLocaleString('en'), (count * 50 * seconds).toLocaleString('en')],
      ['seconds', shown(took, 1), shown(seconds + 1, 1)],
      ['longest stall over the sender’s own, ms', shown(worstStall, 0), '< 250'],
      [
        'token under way, p50 / p99 / most, ms',
        [quantile(delays, 0.5), quantile(delays, 0.99), worstDelay].map((ms) => shown(ms, 1)).join(' / '),
        '',
      ],
      ['meanwhile an idle process waited at most, ms', shown(machineStall, 0), ''],
      ['processor used, % of one core', shown((user + system) / took / 10_000, 0), ''],
      ['resident memory at most, MB', shown(peak / 1e6, 0), '< 400'],
      ['processor, µs a token', shown((user + system) / tokens, 1), ''],
    ],
  )
}

async function slowReader() {
  const double = await startDouble('--stamps', String(manyTokens))
  const model = getModel(double.settings)
  const startedAt = performance.now()
  const samples: [number, number][] = []
  let characters = 0
  for await (const event of model.stream(ask())) {
    if (event.kind !== 'text') continue
    characters += event.text.length
    await delay(200)
    const second = Math.floor((performance.now() - startedAt) / 1000)
    if (samples.at(-1)?.[0] !== second) {
      samples.push([second, process.memoryUsage.rss()])
    }
    if (second >= 15) break
  }
  double.stop()
  const at = (second: number) => samples.find(([sampled]) => sampled >= second)![1] / 1e6
  printTable(
    ['a reader that takes 5 pieces a second', 'after 1 s', 'after 8 s', 'after 15 s'],
    [
      ['resident memory, MB', shown(at(1), 1), shown(at(8), 1), shown(at(15), 1)],
      ['read in all, MB', '', '', shown(characters / 1e6, 1)],
    ],
  )
}

const [what, argument] = process.argv.slice(2)
if (what === 'first-delta') await firstDelta()
else if (what === 'cpu') cpu()
else if (what === 'cpu-of') await getCpu(argument as Way)
else if (what === 'streams') await manyStreams(Number(argument ?? 500))
else if (what === 'slow-reader') await slowReader()
else throw new Error('Say what to measure: first-delta, cpu, streams or slow-reader.')
process.exit(0)
