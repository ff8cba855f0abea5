import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { startSuggestions } from '../doubles/google-suggest.ts'
import { startLanguageModels } from '../doubles/language-models.ts'
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'
import { until } from '../support/wait-until.ts'

/** Deliberately malicious input, and conflicts between two tabs. */

let suggestions: Awaited<ReturnType<typeof startSuggestions>>
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let model: Awaited<ReturnType<typeof startLanguageModels>>
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  suggestions = await startSuggestions()
  receiver = await startWebhookReceiver()
  model = await startLanguageModels()
  const { OUTBOUND_ALLOW = '', ...settings } = { ...suggestions.settings, ...model.settings } as Record<string, string>
  const allowed = [OUTBOUND_ALLOW, receiver.host].filter(Boolean).join(',')
  server = await startTestServer({ ...settings, OUTBOUND_ALLOW: allowed })
  stop = await server.app.start({ alone: false })
})
afterAll(async () => {
  await stop?.()
  await server?.close()
  await suggestions?.close()
  await receiver?.close()
  await model?.close()
})
beforeEach(() => {
  model.setPace({ tokensPerSecond: 0, firstTokenMs: 0 })
  model.setAnswer(null)
  receiver.answerWith(200)
  suggestions.says.google = ['cold brew ratio', 'how to make cold brew']
})

type Person = Awaited<ReturnType<TestServer['signUp']>>
const listen = async (who: Person, more: object = {}) =>
  (
    await who.call(listenersContract.add, {
      workspace_id: who.workspaceId,
      keyword: 'cold brew',
      country: 'US',
      language: 'en',
      frequency: 'daily',
      sources: ['google_suggest'],
      ...more,
    })
  ).listener
const write = async (who: Person, more: object = {}) =>
  (
    await who.call(aiContentContract.new, {
      workspace_id: who.workspaceId,
      template: 'social_post',
      title: 'Cold brew',
      ...more,
    })
  ).item
const aiUsed = async (who: Person) => (await who.call(authContract.userdata, {})).user.usage.ai

test('U+0000 and unpaired surrogates are stored as U+FFFD in texts and JSON', async () => {
  const who = await server.signUp('pro')
  const item = await write(who, { title: 'a\0b', instructions: 'half \ud83d', keywords: ['c\0'] })
  expect(item).toMatchObject({ title: 'a\ufffdb', instructions: 'half \ufffd', keywords: ['c\ufffd'] })
  expect(await who.call(aiContentContract.find, { workspace_id: who.workspaceId, q: '\0' })).toMatchObject({ total: 1 })
  const { list } = await who.call(listsContract.add, { workspace_id: who.workspaceId, name: 'x\0y' })
  expect(list.name).not.toContain('\0')
})

test('a version number out of range is rejected like any other unknown one', async () => {
  const who = await server.signUp('pro')
  const { _id } = await write(who)
  for (const version of [999, 2 ** 31, 2 ** 40])
    await expect(who.call(aiContentContract.version, { _id, version })).rejects.toMatchObject({
      code: version === 999 ? 'not_found' : 'invalid_input',
    })
})

test('a source listed twice is requested once, and its run ends', async () => {
  const who = await server.signUp('starter')
  const { _id } = await listen(who, { sources: ['google_suggest', 'google_suggest'] })
  await who.call(listenersContract.run, { _id })
  const { runs, items } = await until('the run', async () => {
    const now = await who.call(listenersContract.single, { _id })
    return now.runs.length > 0 ? now : null
  })
  expect(runs[0]).toMatchObject({ added: 2, source_errors: [] })
  expect(items).toHaveLength(2)
})

test('removing a webhook cancels its pending retries', async () => {
  const who = await server.signUp('starter')
  receiver.answerWith(500)
  const { _id } = await listen(who, { notify: { email: [], webhook: receiver.url, rss: false } })
  await who.call(listenersContract.run, { _id })
  const first = () => who.call(listenersContract.deliveries, { _id }).then(({ items }) => items[0])
  await until('the first try', async () => (await first())?.status === 500)
  await who.call(listenersContract.update, { _id, notify: { email: [], webhook: null, rss: false } })
  expect(await first()).toMatchObject({
    state: 'failed',
    next_at: null,
    error: 'The webhook URL changed before this was delivered.',
  })
})

test('a webhook can be resent sixty times per hour', async () => {
  const who = await server.signUp('starter')
  const { _id } = await listen(who, { notify: { email: [], webhook: receiver.url, rss: false } })
  await who.call(listenersContract.run, { _id })
  const delivery = await until('the delivery', async () => {
    const { items } = await who.call(listenersContract.deliveries, { _id })
    return items[0]?.state === 'delivered' ? items[0] : null
  })
  const again = () => who.call(listenersContract.resend, { _id, delivery_id: delivery._id })
  const outcomes = await Promise.allSettled(Array.from({ length: 65 }, again))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
  await expect(again()).rejects.toMatchObject({ code: 'rate_limited' })
})

test('deleting a document before it has any text refunds its credit once', async () => {
  const who = await server.signUp('pro')
  const before = await aiUsed(who)
  const { _id } = await write(who)
  model.setPace({ firstTokenMs: 60_000 })
  const reading = await openEvents(server.url, aiContentContract.stream, { _id }, who.token)
  await until('the model is asked', async () => model.log.count(undefined, 'open') > 0)
  expect(await aiUsed(who)).toBe(before + 1)
  await who.call(aiContentContract.delete, { _id })
  expect(await aiUsed(who)).toBe(before)
  reading.leave()
  await until('the model is left', async () => model.log.count(undefined, 'open') === 0)
  expect(await aiUsed(who)).toBe(before)
})

test('text saved while another tab starts a generation isn’t lost', async () => {
  const who = await server.signUp('pro')
  const { _id } = await write(who)
  const before = await aiUsed(who)
  // Locks the payer, for whom the generation waits after it has read the document.
  const client = await server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from workspaces where id = $1 for update', [who.workspaceId])
    const reading = openEvents(server.url, aiContentContract.stream, { _id }, who.token)
    await until('the writing waits', async () => {
      const { rows } = await server.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    // The same statement as a save.
    await client.query(
      `update documents set content_md = 'What the other tab saved.', version = 2, status = 'done' where id = $1`,
      [_id],
    )
    await client.query('commit')
    expect((await reading).refusal).toMatchObject({ code: 'conflict' })
  } finally {
    client.release()
  }
  expect((await who.call(aiContentContract.single, { _id })).item).toMatchObject({
    content_md: 'What the other tab saved.',
    status: 'done',
  })
  expect(await aiUsed(who)).toBe(before)
})

test('a workspace can have up to 100 brand voices', async () => {
  const who = await server.signUp('pro')
  const { rows } = await server.database.pool.query(
    `insert into brand_voices (workspace_id, id, name, samples, traits, word_count)
     select $1, gen_random_uuid(), 'Voice ' || n, '[]', '[]', 100 from generate_series(1, 99) n returning id`,
    [who.workspaceId],
  )
  expect(rows).toHaveLength(99)
  const add = () =>
    who.call(aiContentContract.addVoice, {
      workspace_id: who.workspaceId,
      name: 'One more',
      samples: ['We roast on Tuesdays and we say so. '.repeat(20)],
    })
  const outcomes = await Promise.allSettled([add(), add(), add()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a post of the maximum length in a 3-byte script can be published', async () => {
  const who = await server.signUp('pro')
  const { _id } = await write(who)
  let text = ''
  for (let at = 0; text.length < 399_000; at++)
    text += `${String.fromCharCode(0x4e00 + (at % 20_000), 0x4e00 + ((at * 7) % 20_000), 0x4e00 + Math.floor(at / 20))} `
  await who.call(aiContentContract.update, { _id, content_md: text, version: 1 })
  const { post } = await who.call(cmsContract.publish, { _id, status: 'published' })
  expect(post.status).toBe('published')
})

test('a post of nothing but table cells is shown as written, and exporting it is an error', async () => {
  const who = await server.signUp('pro')
  const row = `${'|a'.repeat(50)}|\n`
  const table = (rows: number) => `${row}${'|-'.repeat(50)}|\n${row.repeat(rows)}`
  const { _id } = await write(who, { title: 'Cold brew' })
  const published = async (content_md: string, version: number) => {
    await who.call(aiContentContract.update, { _id, content_md, version })
    return (await who.call(cmsContract.publish, { _id, status: 'published', slug: 'table' })).post
  }
  const shown = async () =>
    (await who.call(cmsContract.publicGet, { slug: 'table', workspace_id: who.workspaceId })).post.body_html
  const exported = (format: string) =>
    fetch(`${server.url}/ai/export/${_id}?format=${format}`, { headers: { Authorization: `Bearer ${who.token}` } })

  await published(table(100), 1)
  expect((await shown()).match(/<td>/g)).toHaveLength(5000)
  expect((await (await exported('html')).text()).match(/<td>/g)).toHaveLength(5000)

  await published(table(3800), 2)
  expect(await shown()).toMatch(/^<pre tabindex="0">\|a\|a/)
  for (const format of ['html', 'docx']) {
    const refused = await exported(format)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({
      error: { message: 'This text has more than 50,000 table cells. Split its tables into several texts.' },
    })
  }
  // A pattern for "# title ##" went through the marks once for each of them.
  expect((await published(`# ${'# '.repeat(190_000)}x`, 3)).body_md).toHaveLength(380_003)
})

test('a user can have up to 1,000 open streams, and one that ends makes room', async () => {
  const [who, other] = [await server.signUp('pro'), await server.signUp('pro')]
  const { _id } = await write(who)
  const follow = () => openEvents(server.url, aiContentContract.events, { id: _id }, who.token)
  const open = await Promise.all(Array.from({ length: 1000 }, follow))
  expect(open.filter(({ status }) => status === 200)).toHaveLength(1000)
  expect((await follow()).refusal).toMatchObject({ code: 'rate_limited' })
  const theirs = await write(other)
  const another = await openEvents(server.url, aiContentContract.events, { id: theirs._id }, other.token)
  expect(another.status).toBe(200)
  open[0]!.leave()
  const again = await until('room', async () => {
    const reading = await follow()
    return reading.status === 200 ? reading : null
  })
  for (const reading of [...open, another, again]) reading.leave()
})
