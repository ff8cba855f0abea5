/** An Earshot on an empty data directory, filled with what a person has after two weeks, from the sample topics. */
import pg from 'pg'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import { startLanguageModels } from '../../tests/doubles/language-models.ts'
import { startStripe } from '../../tests/doubles/stripe.ts'
import { getDatabaseUrl, makeDataDir, startEarshot } from '../../tests/faults/earshot-process.ts'
import { openEvents } from '../../tests/support/sse-client.ts'
import { until } from '../../tests/support/wait-until.ts'
import { fillNewerScreens, startNewerVendors } from './newer-screens.ts'
import { type SampleVendors, startSampleVendors } from './sample-vendors.ts'
import { article, mechanicalText, toAnswer } from './written.ts'

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

/** Maya's account and what is in it. */
export type Filled = {
  url: string
  token: string
  call: Call
  workspace_id: string
  reportId: string
  earlierReportId: string
  listenerId: string
  documentId: string
  listId: string
  planId: string
  itemId: string
  shareToken: string
  /** Path of the published post. */
  post: string
  newer?: Awaited<ReturnType<typeof fillNewerScreens>>
}

/** @param all also starts the vendors of the newer screens, for `fillNewer` */
export async function startFilledEarshot({ all = false } = {}) {
  const vendors = await startSampleVendors()
  const newer = all ? await startNewerVendors() : null
  const models = await startLanguageModels({ tokensPerSecond: 0, answer: toAnswer })
  const stripe = await startStripe()
  const data = await makeDataDir({ empty: true })
  const earshot = await startEarshot(data.dataDir, {
    ...vendors.settings,
    ...stripe.settings,
    ...models.settings,
    ...newer?.settings,
    OUTBOUND_ALLOW: [vendors.settings.OUTBOUND_ALLOW, ...(newer?.hosts ?? [])].join(','),
    LLM_MODEL: 'your-model',
    LLM_INPUT_PRICE: '2',
    LLM_OUTPUT_PRICE: '10',
    DEFAULT_PLAN: 'self_hosted',
  })
  return {
    earshot,
    vendors,
    fill: () => fill(earshot.url, data.dataDir, vendors),
    /** Adds what the newer screens show. Afterwards the older ones look different: a batch writes items of the plan. */
    async fillNewer(filled: Filled): Promise<Filled> {
      if (!newer) throw new Error('Start it with all: the newer screens have vendors of their own.')
      const databaseUrl = await getDatabaseUrl(data.dataDir)
      return { ...filled, newer: await fillNewerScreens({ ...filled, databaseUrl, vendors, newer }) }
    },
    async close() {
      await earshot.kill('SIGTERM')
      await Promise.all([vendors.close(), newer?.close(), models.close(), stripe.close(), data.remove()])
    },
  }
}

/** Reports, an article, a humanized text, a listener with a history, a list, a plan, a post and a shared report. */
async function fill(url: string, dataDir: string, vendors: SampleVendors): Promise<Filled> {
  const { token, call, workspace_id } = await signUp(url)
  for (const query of ['home composting', 'sourdough starter', 'standing desk'])
    await reportOn(call, workspace_id, query, 1)
  const earlierReportId = await reportOn(call, workspace_id, 'cold brew coffee', 1)
  const reportId = await reportOn(call, workspace_id, 'cold brew coffee', 2)
  const listenerId = await listen(call, workspace_id, vendors, dataDir)
  const documentId = await write({ url, token, call, workspace_id, reportId })
  await (
    await openEvents(url, humanizerContract.humanize, { workspace_id, text: mechanicalText, strength: 'strong' }, token)
  ).all
  await call(aiContentContract.new, { workspace_id, template: 'blog_post', title: 'Compost in a small flat' })
  const listId = await addList(call, workspace_id, reportId)
  const { planId, itemId } = await planFrom(call, workspace_id, reportId, documentId)
  const { post } = await call(cmsContract.publish, { _id: documentId, status: 'published', tags: ['Cold brew'] })
  const { share } = await call(sharingContract.share, { _id: reportId })
  return {
    url,
    token,
    call,
    workspace_id,
    reportId,
    earlierReportId,
    listenerId,
    documentId,
    listId,
    planId,
    itemId,
    shareToken: share.token,
    post: new URL(post.url, url).pathname,
  }
}

async function signUp(url: string) {
  const { token } = await createClient({ baseUrl: url })(authContract.signup, {
    email: 'maya@hollowoak.example',
    password: 'a long enough one',
    first_name: 'Maya',
    last_name: 'Lindqvist',
  })
  const call = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) })
  const { user } = await call(authContract.userdata, {})
  const workspace_id = user.workspaces[0]!._id
  await call(workspacesContract.rename, { _id: workspace_id, name: 'Hollow Oak Coffee', color: '#c2410c' })
  return { token, call, workspace_id }
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
  await until(`the report about ${query}`, done, 240_000)
  return report!._id
}

type Writing = { url: string; token: string; call: Call; workspace_id: string; reportId: string }

async function write({ url, token, call, workspace_id, reportId }: Writing): Promise<string> {
  const { item } = await call(aiContentContract.new, {
    workspace_id,
    template: 'blog_post',
    title: article.title,
    keywords: article.keywords,
    outline: [...article.outline],
    words: 900,
    report_id: reportId,
  })
  await (await openEvents(url, aiContentContract.stream, { _id: item._id }, token)).all
  return item._id
}

async function addList(call: Call, workspace_id: string, reportId: string): Promise<string> {
  const { items } = await call(reportsContract.rows, { _id: reportId, section: 'questions', limit: 24 })
  const from = { kind: 'report', id: reportId, label: 'cold brew coffee' } as const
  const { list } = await call(listsContract.add, {
    workspace_id,
    name: 'Autumn questions',
    items: items.map(({ text }) => ({ text: String(text), from })),
  })
  return list._id
}

/** A plan at work: the most important items are in each of the states, with days to come. */
async function planFrom(call: Call, workspace_id: string, report_id: string, document_id: string) {
  const { plan } = await call(contentPlanContract.new, { workspace_id, name: 'Cold brew, winter', report_id })
  const { items } = await call(contentPlanContract.items, { _id: plan._id, sort: '-priority', limit: 12 })
  const states = ['published', 'review', 'drafting', 'drafting', 'briefed', 'briefed'] as const
  const due = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await call(contentPlanContract.update, {
    _id: plan._id,
    version: plan.version,
    items: items.map(({ _id }, at) => ({
      _id,
      state: states[at] ?? ('idea' as const),
      ...(at > 0 && at < 9 && { due_on: due(3 * at - 5) }),
      ...(at === 0 && { document_id }),
    })),
  })
  return { planId: plan._id, itemId: items[0]!._id }
}

/** Nine daily runs of a listener, each with new and lost keywords. */
async function listen(call: Call, workspace_id: string, vendors: SampleVendors, dataDir: string): Promise<string> {
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
      240_000,
    )
  }
  onDay(days)
  await spreadOverDays(dataDir, days)
  return _id
}

/** Spreads the runs over the past days by moving their timestamps back. */
async function spreadOverDays(dataDir: string, runs: number) {
  const client = new pg.Client(await getDatabaseUrl(dataDir))
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
