/**
 * Scrolls the keywords table of a report with 50,000 rows in Chromium, and measures each frame: the time between two, and the
 * processor time that the page's main thread took for one.
 *
 *   npm run build && node bench/table-scroll.ts [rows=50000] [frames=300]
 *
 * The time between frames needs a quiet machine, so the load is printed. Processor time doesn't.
 * Target: 95 in 100 frames within 20 ms.
 */
import { loadavg } from 'node:os'
import pg from 'pg'
import type { CDPSession, Page } from 'playwright-core'
import { reportsContract } from '../src/features/reports/contract.ts'
import { tokenCookie } from '../src/platform/http/context.ts'
import { getDatabaseUrl, makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { until } from '../tests/support/wait-until.ts'
import { printTable } from './print-table.ts'

const rows = Number(process.argv[2] ?? 50_000)
const frames = Number(process.argv[3] ?? 300)
/** Px a frame: reading, flinging, dragging the scroll bar. */
const steps = [40, 400, 4000]
const targetMs = 20

const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir)
const browser = await launchBrowser()
let met = true
try {
  const { call, token, workspaceId } = await earshot.signIn()
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries: ['coffee grinder', 'how to clean a coffee grinder'],
    country: 'US',
    language: 'en',
  })
  const reportId = report!._id
  const isDone = async () => (await call(reportsContract.checkstatus, { _id: reportId })).status === 'done'
  await until('the report', isDone, 120_000)
  await addRows(reportId)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: tokenCookie, value: token, url: earshot.url }])
  const page = await context.newPage()
  await page.goto(`${earshot.url}/app/reports/${reportId}?tab=keywords`)
  const grid = page.getByRole('grid', { name: 'Keywords' })
  await grid.getByRole('row').nth(5).waitFor({ timeout: 60_000 })
  await page.waitForFunction((count) => document.querySelector('[role=grid]')?.ariaRowCount === String(count + 1), rows)
  await grid.getByRole('row').nth(5).hover()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const table: (string | number)[][] = []
  const idle = await measure(page, devtools, 0)
  table.push(['standing still', ...show(idle)])
  for (const step of steps) {
    const result = await measure(page, devtools, step)
    met &&= result.p95 <= targetMs
    table.push([`${step} px a frame`, ...show(result)])
  }
  console.log(`${rows.toLocaleString('en')} rows, ${frames} frames each, load ${loadavg()[0]!.toFixed(1)}`)
  printTable(['scrolled', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'CPU ms a frame', 'of it script'], table)
  if (!met) console.log(`Missed: 95 in 100 frames within ${targetMs} ms.`)
} finally {
  await browser.close()
  await earshot.kill('SIGTERM')
  await data.remove()
}
process.exitCode = met ? 0 : 1

/** Rows with the numbers that columns show, as a finished report stores them. */
async function addRows(reportId: string) {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
  await client.connect()
  await client.query(
    `insert into report_rows (workspace_id, report_id, id, key, text, type, modifier, sources, depth, heard, popularity, volume_value,
       volume_low, volume_high, volume_provider, volume_as_of, monthly, cpc_value, cpc_currency, difficulty, intent, intent_confidence, position)
     select workspace_id, report_id, gen_random_uuid(), 'grinder ' || n, 'how to adjust a coffee grinder of type ' || n, 'question', 'how',
       array['google_suggest', 'bing_suggest', 'youtube_suggest'], 1, '{}', n % 100, n % 9000, n % 9000, n % 9000, 'dataforseo', '2026-10-01',
       (select jsonb_agg(jsonb_build_object('t', '2026-' || lpad(m::text, 2, '0') || '-01T00:00:00.000Z', 'v', (n * m) % 700)) from generate_series(1, 10) m),
       (n % 300) / 100.0, 'USD', n % 100, 'informational', 0.9, n
     from (select workspace_id, report_id from report_rows where report_id = $1 limit 1) r, generate_series(1, $2::integer) n
     where n > (select count(*) from report_rows where report_id = $1)`,
    [reportId, rows],
  )
  await client.query('update reports set row_count = $2, overview = null, attempt = attempt + 1 where id = $1', [
    reportId,
    rows,
  ])
  await client.end()
}

type Result = { p50: number; p95: number; p99: number; max: number; cpu: number; script: number }

/** Scrolls by `step` px in each of the frames. */
async function measure(page: Page, devtools: CDPSession, step: number): Promise<Result> {
  const before = await getCpu(devtools)
  const times = await page.evaluate(
    async ({ step, frames }) => {
      const grid = document.querySelector('[role=grid]')!
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const times: number[] = []
      let last = await nextFrame()
      for (let frame = 0; frame < frames; frame++) {
        grid.scrollTop += step
        const now = await nextFrame()
        times.push(now - last)
        last = now
      }
      return times
    },
    { step, frames },
  )
  const after = await getCpu(devtools)
  const sorted = times.toSorted((a, b) => a - b)
  const getQuantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return {
    p50: getQuantile(0.5),
    p95: getQuantile(0.95),
    p99: getQuantile(0.99),
    max: sorted.at(-1)!,
    cpu: (after.TaskDuration - before.TaskDuration) / frames,
    script: (after.ScriptDuration - before.ScriptDuration) / frames,
  }
}

/** Processor time of the page's main thread so far, in ms. */
async function getCpu(devtools: CDPSession) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const get = (name: string) => 1000 * metrics.find((metric) => metric.name === name)!.value
  return { TaskDuration: get('TaskDuration'), ScriptDuration: get('ScriptDuration') }
}

function show({ p50, p95, p99, max, cpu, script }: Result) {
  return [p50, p95, p99, max, cpu, script].map((ms) => ms.toFixed(1))
}
