/**
 * Imports and clusters a keyword file of 20,000 or 100,000 lines in a running Earshot while polling /healthz: the duration of each
 * step, the latency of other requests meanwhile, and the process's memory.
 *
 *   node bench/big-import.ts [keywords=20000]
 */
import { readFile } from 'node:fs/promises'
import { importsContract } from '../src/features/keywords/contract.ts'
import { reportsContract } from '../src/features/reports/contract.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { lifelikeKeywords } from './clustering-data.ts'
import { printTable } from './print-table.ts'

const count = Number(process.argv[2] ?? 20_000)
const keywords = lifelikeKeywords(count).keywords
const csv = `Keyword,Volume,Keyword Difficulty,CPC (USD)\n${keywords.map((keyword, index) => `"${keyword}",${(index * 37) % 9000},${index % 100},${((index % 300) / 100).toFixed(2)}`).join('\n')}\n`

const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir, { LOG_LEVEL: 'info' })
try {
  const { call, workspaceId } = await earshot.signIn()
  const waits = { import: [] as number[], report: [] as number[], idle: [] as number[] }
  let step: keyof typeof waits = 'idle'
  let asking = true
  const asker = (async () => {
    while (asking) {
      const started = performance.now()
      await fetch(`${earshot.url}/healthz`).then((response) => response.arrayBuffer())
      waits[step].push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await new Promise((resolve) => setTimeout(resolve, 2000))

  step = 'import'
  let started = performance.now()
  const { import: imported } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: new File([csv], 'keywords.csv', { type: 'text/csv' }),
  })
  const importSeconds = (performance.now() - started) / 1000

  step = 'report'
  started = performance.now()
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: imported._id,
    country: 'US',
    language: 'en',
  })
  const stages: Record<string, number> = {}
  for (;;) {
    const now = await call(reportsContract.checkstatus, { _id: report!._id })
    stages[now.stage!] = (performance.now() - started) / 1000
    if (now.status === 'failed') throw new Error(now.error!)
    if (now.status === 'done') break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const reportSeconds = (performance.now() - started) / 1000
  asking = false
  await asker
  const { report: full } = await call(reportsContract.get, { id: report!._id, sections: 'clusters' })
  const peak = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${earshot.pid}/status`, 'utf8'))?.[1]

  printTable(
    ['keywords', 'accepted', 'import s', 'report s', 'collected s', 'analysed s', 'topics', 'peak MB'],
    [
      [
        count,
        imported.accepted,
        importSeconds.toFixed(1),
        reportSeconds.toFixed(1),
        (stages.collect ?? 0).toFixed(1),
        (stages.analyse ?? 0).toFixed(1),
        full.sections.clusters!.length,
        Math.round(Number(peak) / 1024),
      ],
    ],
  )
  const at = (values: number[], share: number) =>
    (values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(1)
  printTable(
    ['/healthz during', 'asked', 'p50 ms', 'p99 ms', 'max ms'],
    (Object.keys(waits) as (keyof typeof waits)[]).map((name) => [
      name,
      waits[name].length,
      at(waits[name], 0.5),
      at(waits[name], 0.99),
      at(waits[name], 0.9999),
    ]),
  )
  console.log(
    'wanted: 20,000 in under 15 s, 100,000 in under 40 s and under 1 GB, p99 of /healthz under 50 ms meanwhile',
  )
} finally {
  await earshot.kill('SIGTERM')
  await data.remove()
}
