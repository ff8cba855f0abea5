/**
 * A topic report over sources of 300 ms latency each: when its first rows show, when it is done, how many rows it has, and how
 * much processor time it took Earshot and PostgreSQL. The first report also warms up what the others use.
 * Starts Earshot as a separate process, with the vendors' doubles of tests/doubles.
 *
 *   node bench/topic-report.ts [runs=5] [latencyMs=300]
 */
import { reportsContract } from '../src/features/reports/contract.ts'
import { startSearchVendors } from '../tests/doubles/search-vendors.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getCpuMs, getServerPid } from './process-cpu.ts'

const runs = Number(process.argv[2] ?? 5)
const latencyMs = Number(process.argv[3] ?? 300)
const topics = [
  'cold brew',
  'standing desk',
  'sourdough',
  'electric bike',
  'rain barrel',
  'oat milk',
  'heat pump',
  'rye bread',
  'bread knife',
  'tea kettle',
]

const vendors = await startSearchVendors({ latencyMs })
const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir, vendors.settings)
const databasePid = getServerPid(data.dataDir)
try {
  const { call, token, workspaceId } = await earshot.signIn()
  const table: (string | number)[][] = []
  for (const query of topics.slice(0, runs)) {
    const started = performance.now()
    const cpuBefore = [getCpuMs(earshot.pid), cpuMsWithChildren(databasePid)] as const
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query,
      country: 'US',
      language: 'en',
    })
    const accepted = performance.now() - started
    let firstRows = 0
    let collected = 0
    let rows = 0
    const stream = await fetch(`${earshot.url}/reports/events/${report!._id}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    for await (const [event, payload] of getEvents(stream)) {
      const data = JSON.parse(payload) as { total?: number; stage?: string; rows?: number }
      if (event === 'rows' && data.total! > 0 && firstRows === 0) firstRows = performance.now() - started
      if (event === 'stage' && data.stage !== 'collect' && collected === 0) collected = performance.now() - started
      if (event === 'done' || event === 'failed') rows = data.rows!
    }
    table.push([
      query,
      Math.round(accepted),
      Math.round(firstRows),
      Math.round(collected),
      Math.round(performance.now() - started),
      rows,
      getCpuMs(earshot.pid) - cpuBefore[0],
      cpuMsWithChildren(databasePid) - cpuBefore[1],
    ])
  }
  printTable(
    ['query', 'accepted ms', 'first rows ms', 'collected ms', 'done ms', 'rows', 'CPU ms', 'PostgreSQL CPU ms'],
    table,
  )
  console.log(
    `every source answers after ${latencyMs} ms; wanted: 1,800 rows done in under 5,000 ms, first rows in under 500 ms`,
  )
} finally {
  await earshot.kill('SIGTERM')
  await vendors.close()
  await data.remove()
}

async function* getEvents(response: Response): AsyncGenerator<[string, string]> {
  let buffer = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    buffer += chunk
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop()!
    for (const block of blocks) {
      const match = /^event: (\w+)\ndata: (.*)$/s.exec(block)
      if (match) yield [match[1]!, match[2]!]
    }
  }
}
