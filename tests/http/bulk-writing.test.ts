import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { restTitle } from '../../src/features/content-plan/rules/rest-item.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Batches with the built-in writer, which needs no model. */

let server: TestServer
let stopWork: () => Promise<void>
let author: Person
let reportId: string
let planId: string
let planItems: { _id: string; title: string }[]

type Person = Awaited<ReturnType<TestServer['signUp']>>
type NewBatch = InputOf<typeof bulkWritingContract.create>

beforeAll(async () => {
  server = await startTestServer()
  stopWork = await server.app.start({ alone: true })
  author = await server.signUp('self_hosted')
  reportId = await createSampleReport(author)
  const input = { workspace_id: author.workspaceId, name: 'Winter', report_id: reportId, pages: 12 }
  planId = (await author.call(contentPlanContract.new, input)).plan._id
  planItems = (await author.call(contentPlanContract.get, { _id: planId })).items
}, 120_000)
afterAll(async () => {
  await stopWork()
  await server.close()
})

const create = (who: Person, input: Omit<NewBatch, 'workspace_id'>) =>
  who.call(bulkWritingContract.create, { workspace_id: who.workspaceId, ...input })
const get = async (who: Person, _id: string) => (await who.call(bulkWritingContract.get, { _id })).batch
const usedUnits = async (who: Person) => (await who.call(authContract.userdata, {})).user.usage

async function finished(who: Person, _id: string) {
  await until(
    'the batch has ended',
    async () => ['done', 'failed', 'cancelled'].includes((await get(who, _id)).status),
    60_000,
  )
  return get(who, _id)
}

test('plan items become documents in review, with exact credits', async () => {
  const before = await usedUnits(author)
  const plan_item_ids = planItems.slice(0, 3).map(({ _id }) => _id)
  const { batch, estimate } = await create(author, { plan_item_ids, chain: ['article'] })
  expect(estimate).toMatchObject({ units: 3, cost_usd: 0, model: { provider: 'builtin' } })
  expect(batch).toMatchObject({ total: 3, budget_usd: null, units: { held: 3, used: 0 } })
  const done = await finished(author, batch!._id)
  expect(done.items.map(({ status, error }) => ({ status, error }))).toEqual(
    plan_item_ids.map(() => ({ status: 'done', error: null })),
  )
  expect(done).toMatchObject({ status: 'done', progress: 1, units: { held: 0, used: 3 } })
  expect((await usedUnits(author)).ai - before.ai).toBe(3)
  const { items } = await author.call(contentPlanContract.get, { _id: planId })
  for (const item of done.items) {
    expect(items.find(({ _id }) => _id === item.plan_item_id)).toMatchObject({
      state: 'review',
      document_id: item.document_id,
    })
    const { item: document } = await author.call(aiContentContract.single, { _id: item.document_id! })
    expect(document).toMatchObject({ status: 'done', version: 2, words: item.words })
    expect(document.score?.total).toBe(item.score)
  }
  const home = await author.call(homeContract.get, { workspace_id: author.workspaceId })
  const link = `/app/plan/batches/${batch!._id}`
  expect(home.batches).toMatchObject([{ _id: batch!._id, name: done.name, status: 'done', done: 3, failed: 0, link }])
  const later = { workspace_id: author.workspaceId, since: new Date(Date.now() + 1000).toISOString() }
  expect((await author.call(homeContract.get, later)).batches).toEqual([])
  const response = await fetch(`${server.url}/user/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${author.token}` },
  })
  const files = unzipSync(await response.bytes())
  const path = Object.keys(files).find((name) => name.endsWith(`/batches/${batch!._id}.json`))
  expect(JSON.parse(strFromU8(files[path!]!))).toEqual(JSON.parse(JSON.stringify(done)))
})

test('what can’t be written is refused with a sentence, and nothing is charged', async () => {
  const before = await usedUnits(author)
  const other = await server.signUp()
  const item = { title: 'Cold brew' }
  const article: NewBatch['chain'] = ['article']
  const [unwritten, dropped, rest] = [planItems[4]!, planItems[5]!, planItems[7]!]
  const { plan } = await author.call(contentPlanContract.get, { _id: planId })
  const change = {
    ...{ _id: planId, version: plan.version },
    items: [
      { _id: dropped._id, state: 'dropped' as const },
      { _id: rest._id, title: restTitle, url: null },
    ],
  }
  await author.call(contentPlanContract.update, change)
  const refused: [Omit<NewBatch, 'workspace_id'>, string, string][] = [
    [{ chain: article }, 'one_items_source', 'Send plan_item_ids or items.'],
    [{ items: [], chain: article }, 'no_items', 'items is empty. Choose what to write.'],
    [{ plan_item_ids: [], chain: article }, 'no_items', 'plan_item_ids is empty. Choose what to write.'],
    [{ items: Array.from({ length: 201 }, () => item), chain: article }, 'too_many_items', 'up to 200 items'],
    [{ plan_item_ids: [crypto.randomUUID()], chain: article }, 'plan_item_missing', 'no such plan item'],
    [{ plan_item_ids: [dropped._id], chain: article }, 'item_dropped', 'was dropped from its plan'],
    [{ plan_item_ids: [rest._id], chain: article }, 'item_without_topic', 'holds keywords of several pages'],
    [{ plan_item_ids: [planItems[0]!._id], chain: article }, 'item_written', 'already has a document'],
    [{ plan_item_ids: [unwritten._id, unwritten._id], chain: article }, 'item_twice', 'named twice'],
    [{ items: [{}], chain: article }, 'missing', 'needs one of them'],
    [{ items: [{ ...item, report_id: crypto.randomUUID() }], chain: article }, 'report_missing', 'no such report'],
    [{ items: [item], chain: [] }, 'bad_chain', 'chain is empty'],
    [{ items: [item], chain: ['article', 'outline'] }, 'bad_chain', 'wrong order. Use: outline, article.'],
    [{ items: [item], chain: ['humanize'] }, 'bad_chain', 'needs an article to humanize'],
    [{ items: [item], chain: ['outline', 'brief', 'article'] }, 'bad_chain', 'not both'],
    [{ items: [item], chain: article, budget_usd: 0 }, 'budget_too_small', 'must be more than 0'],
    [{ items: [{ ...item, model: 'builtin' }, item], chain: article, model: 'x' }, 'several_models', 'the same model'],
  ]
  for (const [input, reason, message] of refused)
    await expect(create(author, input), reason).rejects.toMatchObject({
      options: { reason },
      message: expect.stringContaining(message),
    })
  const foreign = create(other, { plan_item_ids: [unwritten._id], chain: article })
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  const many = create(other, { items: Array.from({ length: 11 }, () => item), chain: article })
  await expect(many).rejects.toMatchObject({ code: 'limit_insufficient' })
  expect(await usedUnits(author)).toEqual(before)
})

test('a dry run only estimates, and a paused batch keeps its items to itself until it is canceled', async () => {
  const before = await usedUnits(author)
  const input = { plan_item_ids: [planItems[6]!._id], chain: ['outline', 'article', 'humanize'] as NewBatch['chain'] }
  const dry = await create(author, { ...input, dry_run: true })
  expect(dry.batch).toBeUndefined()
  expect(dry.estimate).toMatchObject({ units: 3, units_by_tool: { ai: 2, humanizer: 1 } })
  expect(await usedUnits(author)).toEqual(before)
  await stopWork()
  try {
    const { batch } = await create(author, input)
    const ref = { _id: batch!._id }
    await expect(create(author, input)).rejects.toMatchObject({ options: { reason: 'in_running_batch' } })
    expect((await author.call(bulkWritingContract.pause, ref)).batch).toMatchObject({
      status: 'paused',
      reason: 'by_hand',
    })
    const { batch: canceled } = await author.call(bulkWritingContract.cancel, ref)
    expect(canceled).toMatchObject({ status: 'cancelled', units: { held: 0, used: 0 }, counts: { cancelled: 1 } })
    expect(await usedUnits(author)).toEqual(before)
    await expect(author.call(bulkWritingContract.resume, ref)).rejects.toMatchObject({ code: 'conflict' })
  } finally {
    stopWork = await server.app.start({ alone: false })
  }
})

test('an item without anything to write from fails alone, is refunded and can be tried again', async () => {
  const before = await usedUnits(author)
  const items = [{ title: 'Nothing is known of this' }]
  const { batch } = await create(author, { items, chain: ['article'] })
  const failed = await finished(author, batch!._id)
  expect(failed).toMatchObject({ status: 'failed', counts: { failed: 1 }, units: { held: 0, used: 0 } })
  expect(failed.items[0]).toMatchObject({ status: 'failed', step: 'article', failure: { reason: expect.any(String) } })
  expect(await usedUnits(author)).toEqual(before)
  const { batch: retried } = await author.call(bulkWritingContract.retry, { _id: batch!._id })
  expect(retried).toMatchObject({ units: { held: 1 }, counts: { failed: 0 } })
  await finished(author, batch!._id)
  expect(await usedUnits(author)).toEqual(before)
})

test('an item about a keyword of a report has it as title, and its document keeps it', async () => {
  const keyword = 'best cold brew ratio'
  const { batch } = await create(author, { items: [{ report_id: reportId, keyword }], chain: ['outline'] })
  const done = await finished(author, batch!._id)
  expect(done.items[0]).toMatchObject({ title: keyword, status: 'done' })
  const { item } = await author.call(aiContentContract.single, { _id: done.items[0]!.brief_id! })
  expect(item).toMatchObject({ title: 'Best cold brew ratio', keyword, report_id: reportId })
})

test('an outline, its article and the humanizer follow each other', async () => {
  const before = await usedUnits(author)
  const plan_item_ids = [planItems[8]!._id]
  const { batch } = await create(author, { plan_item_ids, chain: ['outline', 'article', 'humanize'] })
  const done = await finished(author, batch!._id)
  expect(done.items[0]).toMatchObject({ status: 'done', error: null, step: null })
  const read = async (_id: string) => (await author.call(aiContentContract.single, { _id })).item
  const [outline, article] = await Promise.all([read(done.items[0]!.brief_id!), read(done.items[0]!.document_id!)])
  expect(outline).toMatchObject({ template: 'outline', status: 'done' })
  expect(article).toMatchObject({ template: 'blog_post', status: 'done' })
  expect(article.outline.map(({ text }) => text)).toEqual(expect.arrayContaining([outline.outline[0]!.text]))
  const used = await usedUnits(author)
  expect(used.ai - before.ai).toBe(2)
  expect(done.units).toEqual({ held: 0, used: 2 + used.humanizer - before.humanizer })
})
