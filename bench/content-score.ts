/**
 * How long the score of a long text takes in the browser, while someone types into it. Earshot runs as a separate process, with
 * built pages (npm run build); the report is of the sample world.
 *
 *   node bench/content-score.ts [words=3000]
 */

import { aiContentContract } from '../src/features/ai-content/contract.ts'
import { reportsContract } from '../src/features/reports/contract.ts'
import { makeDataDir, owner, startEarshot } from '../tests/faults/earshot-process.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { until } from '../tests/support/wait-until.ts'
import { printTable } from './print-table.ts'

const words = Number(process.argv[2] ?? 3000)
const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir)
const browser = await launchBrowser()
try {
  const { call, token, workspaceId } = await earshot.signIn()
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  await until('the report', async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: report!._id })
    return status === 'done'
  })
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    report_id: report!._id,
    words: 2000,
    model: 'builtin',
  })
  const answer = await fetch(`${earshot.url}/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ _id: item._id }),
  })
  await answer.text()
  const { item: written } = await call(aiContentContract.single, { _id: item._id })
  let text = written.content_md
  while (text.split(/\s+/).length < words) text += `\n\n${written.content_md}`
  text = text
    .split(/(?<=\s)/)
    .slice(0, words)
    .join('')
  await call(aiContentContract.update, { _id: item._id, content_md: text, version: written.version })

  const page = await browser.newPage()
  await page.goto(`${earshot.url}/login?redirect_to=/app/content/${item._id}`)
  await page.fill('[name=email]', owner.email)
  await page.fill('[name=password]', owner.password)
  await page.press('[name=password]', 'Enter')
  const editor = page.locator('[role=textbox][contenteditable=true]')
  await editor.waitFor({ timeout: 60_000 })
  await page.waitForFunction(() => performance.getEntriesByName('earshot:score').length > 0, null, { timeout: 60_000 })
  await editor.click()
  await page.keyboard.press('Control+End')
  for (let round = 0; round < 20; round++) {
    await page.keyboard.type(' cold brew keeps')
    await page.waitForTimeout(700)
  }
  const times = await page.evaluate(() => performance.getEntriesByName('earshot:score').map(({ duration }) => duration))
  const sorted = times.slice(1).toSorted((a, b) => a - b)
  const shown = (ms: number) => ms.toFixed(1)
  printTable(
    [`score of ${words.toLocaleString('en')} words in Chromium, ms`, 'first', 'median', 'most', 'times', 'goal'],
    [
      [
        'while typing',
        shown(times[0]!),
        shown(sorted[sorted.length >> 1]!),
        shown(sorted.at(-1)!),
        times.length,
        '< 30',
      ],
    ],
  )
} finally {
  await browser.close()
  await earshot.kill('SIGTERM')
  await data.remove()
}
