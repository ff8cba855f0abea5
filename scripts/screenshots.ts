/**
 * Takes the README's screenshots: `npm run pictures`, or `npm run pictures -- report` for one. Starts a separate Earshot on
 * an empty data directory, with sources and a model that answer from the sample data, and a Chromium.
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { aiContentContract } from '../src/features/ai-content/contract.ts'
import { authContract } from '../src/features/auth/contract.ts'
import { humanizerContract } from '../src/features/humanizer/contract.ts'
import { listenersContract } from '../src/features/listeners/contract.ts'
import { reportsContract } from '../src/features/reports/contract.ts'
import { workspacesContract } from '../src/features/workspaces/contract.ts'
import { type Call, createClient } from '../src/kit/client.ts'
import { startLanguageModels } from '../tests/doubles/language-models.ts'
import { startStripe } from '../tests/doubles/stripe.ts'
import { getDatabaseUrl, makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { openEvents } from '../tests/support/sse-client.ts'
import { until } from '../tests/support/wait-until.ts'
import { findChromium } from './chromium.ts'
import { startSampleVendors } from './screenshots/sample-vendors.ts'
import { article, mechanicalText, toAnswer } from './screenshots/written.ts'

const folder = path.resolve(import.meta.dirname, '..', 'docs', 'screenshots')
const largestBytes = 250_000
const locale = { country: 'US', language: 'en' }
/** One row of thumbnails. */
const sources = [
  'google_suggest',
  'bing_suggest',
  'duckduckgo_suggest',
  'youtube_suggest',
  'stackexchange',
  'reddit',
  'dataforseo',
] as const
const desktopView: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

const vendors = await startSampleVendors()
const models = await startLanguageModels({ tokensPerSecond: 0, answer: toAnswer })
const stripe = await startStripe()
const data = await makeDataDir({ empty: true })
const earshot = await startEarshot(data.dataDir, {
  ...vendors.settings,
  ...stripe.settings,
  ...models.settings,
  LLM_MODEL: 'your-model',
  DEFAULT_PLAN: 'self_hosted',
})
type Filled = Awaited<ReturnType<typeof fill>>

/** Creates what a person has after two weeks: reports, an article, a humanized text, a listener with a history. */
async function fill() {
  const { token } = await createClient({ baseUrl: earshot.url })(authContract.signup, {
    email: 'maya@hollowoak.example',
    password: 'a long enough one',
    first_name: 'Maya',
    last_name: 'Lindqvist',
  })
  const call = createClient({ baseUrl: earshot.url, headers: () => ({ Authorization: `Bearer ${token}` }) })
  const { user } = await call(authContract.userdata, {})
  const workspace_id = user.workspaces[0]!._id
  await call(workspacesContract.rename, { _id: workspace_id, name: 'Hollow Oak Coffee', color: '#c2410c' })
  for (const query of ['home composting', 'sourdough starter', 'standing desk'])
    await reportOn(call, workspace_id, query, 1)
  const reportId = await reportOn(call, workspace_id, 'cold brew coffee', 2)
  const listenerId = await listen(call, workspace_id)
  const { item } = await call(aiContentContract.new, {
    workspace_id,
    template: 'blog_post',
    title: article.title,
    keywords: article.keywords,
    outline: [...article.outline],
    words: 900,
    report_id: reportId,
  })
  await (await openEvents(earshot.url, aiContentContract.stream, { _id: item._id }, token)).all
  return { token, call, workspace_id, reportId, listenerId, documentId: item._id }
}

async function reportOn(call: Call, workspace_id: string, query: string, depth: number): Promise<string> {
  const { report } = await call(reportsContract.new, {
    workspace_id,
    type: 'topic',
    query,
    ...locale,
    depth,
    sources: [...sources],
  })
  const done = async () => (await call(reportsContract.checkstatus, { _id: report!._id })).status === 'done'
  await until(`the report about ${query}`, done, 180_000)
  return report!._id
}

/** Nine daily runs of a listener, each with new and lost keywords. */
async function listen(call: Call, workspace_id: string): Promise<string> {
  const days = 9
  const order = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7)
  const onDay = (day: number) =>
    vendors.silence((text) => {
      const position = order(text) % 60
      return position < days ? position > day : position < 2 * days && position - days < day - 1
    })
  onDay(0)
  const { listener } = await call(listenersContract.add, {
    workspace_id,
    keyword: 'cold brew coffee',
    ...locale,
    sources: ['google_suggest'],
    frequency: 'daily',
  })
  const _id = listener._id
  for (let day = 0; day < days; day++) {
    onDay(day)
    await call(listenersContract.run, { _id })
    const ran = async () => (await call(listenersContract.single, { _id })).listener
    await until(
      `day ${day} of the listener`,
      async () => (await ran()).run_count > day && !(await ran()).running,
      120_000,
    )
  }
  onDay(days)
  await spreadOverDays(days)
  return _id
}

/** Spreads the runs over the past days by moving their timestamps back. */
async function spreadOverDays(runs: number) {
  const client = new pg.Client(await getDatabaseUrl(data.dataDir))
  await client.connect()
  const { rows } = await client.query<{ table_name: string; timestamp_column: string; run: string }>(
    `select stamp.table_name, stamp.column_name as timestamp_column, min(run.column_name) as run
       from information_schema.columns stamp
       join information_schema.columns run using (table_schema, table_name)
      where stamp.table_name like 'listener\\_%' and stamp.data_type like 'timestamp%'
        and run.column_name in ('no', 'run_no', 'first_run')
      group by 1, 2`,
  )
  for (const { table_name, timestamp_column: column, run } of rows)
    await client.query(
      `update ${table_name} set ${column} = ${column} - (${runs} - ${run}) * interval '1 day' where ${column} is not null`,
    )
  await client.end()
}

type Picture = {
  name: string
  context: BrowserContextOptions
  /** Leaves the page as it is to be seen. */
  show(page: Page, filled: Filled): Promise<unknown>
  signedOut?: true
}

async function takeAll(by: Browser, filled: Filled) {
  const wanted = process.argv.slice(2)
  await mkdir(folder, { recursive: true })
  const chosen = pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const picture of chosen) await take(by, filled, picture)
  if (wanted.length > 0) return
  const names = new Set(pictures.map(({ name }) => `${name}.png`))
  for (const file of await readdir(folder)) if (!names.has(file)) await rm(path.join(folder, file))
}

async function take(by: Browser, filled: Filled, { name, context, show, signedOut }: Picture) {
  const own = await by.newContext({ ...context, baseURL: earshot.url, locale: 'en-US', timezoneId: 'America/New_York' })
  if (!signedOut) await own.addCookies([{ name: 'app_token', value: filled.token, url: earshot.url }])
  const page = await own.newPage()
  page.setDefaultTimeout(60_000)
  await show(page, filled)
  await page.evaluate(() => document.fonts.ready)
  // Waits for transitions to end.
  await page.waitForTimeout(600)
  const file = path.join(folder, `${name}.png`)
  const bytes = await compressed(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  await writeFile(file, bytes)
  console.log(`${path.relative(process.cwd(), file)}: ${Math.round((await stat(file)).size / 1000)} kB`)
  await own.close()
}

/** With as many colors as fit into the maximum size. */
async function compressed(picture: Buffer): Promise<Buffer> {
  for (const colours of [256, 128, 64, 32]) {
    const bytes = await sharp(picture).png({ palette: true, colours, effort: 10, dither: 0.4 }).toBuffer()
    if (bytes.length < largestBytes) return bytes
  }
  throw new Error('The image is too large even with 32 colors.')
}

const settled = (page: Page) => page.waitForLoadState('networkidle')

const pictures: Picture[] = [
  {
    name: 'report',
    context: desktopView,
    async show(page, { reportId }) {
      await page.goto(`/app/reports/${reportId}?tab=questions`)
      await settled(page)
    },
  },
  {
    name: 'keywords',
    context: { ...desktopView, colorScheme: 'dark' },
    async show(page, { reportId }) {
      await page.goto(`/app/reports/${reportId}?tab=keywords`)
      await settled(page)
    },
  },
  {
    name: 'article',
    context: desktopView,
    async show(page, { documentId }) {
      await page.goto(`/app/content/${documentId}`)
      await page.locator('.ProseMirror').waitFor()
      await page.getByText('ranking pages').waitFor()
      await settled(page)
    },
  },
  {
    name: 'humanizer',
    context: desktopView,
    async show(page, { token, workspace_id }) {
      const run = await openEvents(
        earshot.url,
        humanizerContract.humanize,
        { workspace_id, text: mechanicalText, strength: 'strong' },
        token,
      )
      await run.all
      await page.goto('/app/humanizer')
      await settled(page)
      await page
        .getByRole('link', { name: /fast-paced/ })
        .first()
        .click()
      await page.locator('.diff-text del').first().waitFor()
    },
  },
  {
    name: 'listener',
    context: desktopView,
    async show(page, { listenerId }) {
      await page.goto(`/app/listeners/${listenerId}?tab=changes`)
      await settled(page)
    },
  },
  {
    name: 'pricing',
    context: desktopView,
    signedOut: true,
    async show(page) {
      await page.goto('/pricing')
      await settled(page)
    },
  },
  {
    name: 'phone',
    context: phone,
    async show(page, { reportId }) {
      await page.goto(`/app/reports/${reportId}?tab=keywords`)
      await settled(page)
      // The desktop layout is rendered until the screen is measured.
      await page.locator('select', { hasText: 'Default order' }).first().waitFor()
    },
  },
]

let browser: Browser | null = null
try {
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  await takeAll(browser, await fill())
} finally {
  await browser?.close()
  await earshot.kill('SIGTERM')
  await Promise.all([vendors.close(), models.close(), stripe.close(), data.remove()])
}
