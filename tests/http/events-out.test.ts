import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { type EventType, eventData, eventsOutContract, sentTypes } from '../../src/features/events-out/contract.ts'
import { createEventDeliveries } from '../../src/features/events-out/event-deliveries.ts'
import { eventsOutErrorTexts } from '../../src/features/events-out/web/error-texts.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { createLog } from '../../src/platform/log.ts'
import { createOutbound } from '../../src/platform/outbound/outbound-fetch.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { isAuthentic, startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { hasSentence } from '../support/stored-errors.ts'
import { until } from '../support/wait-until.ts'

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  server = await startTestServer({ OUTBOUND_ALLOW: receiver.host })
  stop = await server.app.start({ alone: false })
})
afterAll(async () => {
  await stop?.()
  await server?.close()
  await receiver?.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answerWith(200)
})

type Person = Awaited<ReturnType<TestServer['signUp']>>

const add = (who: Person, events: EventType[], url = receiver.url) =>
  who.call(eventsOutContract.add, { workspace_id: who.workspaceId, url, events })
const getDeliveries = async (who: Person, _id: string) =>
  (await who.call(eventsOutContract.deliveries, { _id, limit: 100 })).items
const getBodies = () => receiver.received.map(({ body }) => JSON.parse(body))

async function addPlan(who: Person) {
  const { list } = await who.call(listsContract.add, {
    workspace_id: who.workspaceId,
    name: crypto.randomUUID(),
    items: ['cold brew ratio', 'espresso machine cleaning', 'oat milk foam'].map((text) => ({ text })),
  })
  const input = { workspace_id: who.workspaceId, name: 'Winter', list_id: list._id }
  const { plan } = await who.call(contentPlanContract.new, input)
  const { items, plan: found } = await who.call(contentPlanContract.get, { _id: plan._id })
  return { _id: plan._id, version: found.version, items }
}

describe('events', () => {
  test('a finished report is one signed event with its number of keywords', async () => {
    const who = await server.signUp('starter')
    const { endpoint, secret } = await add(who, ['report.done', 'report.failed'])
    const reportId = await createSampleReport(who)
    const [hook] = await until('the event', async () => (receiver.received.length > 0 ? receiver.received : null))
    expect(isAuthentic(secret!, hook!)).toBe(true)
    const event = JSON.parse(hook!.body)
    expect(event).toMatchObject({ type: 'report.done', workspace_id: who.workspaceId })
    expect(eventData['report.done'].parse(event.data)).toMatchObject({
      report_id: reportId,
      query: 'cold brew coffee',
      url: `http://earshot.test/app/reports/${reportId}`,
    })
    expect(event.data.keywords).toBeGreaterThan(50)
    const [delivery] = await until('the delivery', async () => {
      const items = await getDeliveries(who, endpoint._id)
      return items[0]?.status === 'delivered' ? items : null
    })
    expect(delivery).toMatchObject({ _id: hook!.delivery, event_id: event.id, http_status: 200, attempts: 1 })
  })

  test('a published document is an event with the post’s address', async () => {
    const who = await server.signUp('starter')
    await add(who, ['publication.published'])
    const { item } = await who.call(aiContentContract.new, {
      workspace_id: who.workspaceId,
      template: 'blog_post',
      title: 'Cold brew',
      model: 'builtin',
    })
    await who.call(aiContentContract.update, {
      _id: item._id,
      content_md: '# Cold brew\n\nSteep it for a night.',
      version: 1,
    })
    const { post } = await who.call(cmsContract.publish, { _id: item._id, status: 'published' })
    const [event] = await until('the event', async () => (receiver.received.length > 0 ? getBodies() : null))
    expect(event).toMatchObject({
      type: 'publication.published',
      data: { post_id: post._id, document_id: item._id, title: 'Cold brew', url: post.url },
    })
  })

  test('changes of a plan arrive in the order they happened, each once, and only types that were chosen', async () => {
    const who = await server.signUp('starter')
    await add(who, ['plan.item_changed'])
    const plan = await addPlan(who)
    const [item] = plan.items
    let { version } = plan
    const states = ['briefed', 'drafting', 'review', 'published', 'idea', 'drafting'] as const
    for (const state of states) {
      const answer = await who.call(contentPlanContract.update, {
        _id: plan._id,
        version,
        items: [{ _id: item!._id, state }],
      })
      version = answer.plan.version
    }
    await until('all events', async () => receiver.received.length >= states.length)
    const bodies = getBodies()
    expect(bodies.map(({ data }) => data.state)).toEqual(states)
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(states.length)
    for (const { data } of bodies) expect(eventData['plan.item_changed'].parse(data).title).toBe(item!.title)
  })

  test('a batch that ended is one event with how it ended', async () => {
    const who = await server.signUp('starter')
    await add(who, ['batch.done'])
    const { batch } = await who.call(bulkWritingContract.create, {
      workspace_id: who.workspaceId,
      items: [{ title: 'Nothing is known of this' }],
      chain: ['article'],
      name: 'Winter',
    })
    await until('the event', async () => receiver.received.length > 0)
    const [event] = getBodies()
    expect(event).toMatchObject({ type: 'batch.done', workspace_id: who.workspaceId })
    expect(eventData['batch.done'].parse(event.data)).toMatchObject({
      ...{ batch_id: batch!._id, name: 'Winter', done: 0, failed: 1 },
      url: expect.stringContaining(`/app/plan/batches/${batch!._id}`),
    })
  })

  test('nothing is sent to another workspace, to a stopped endpoint or after it was deleted', async () => {
    const [who, other] = [await server.signUp('starter'), await server.signUp('starter')]
    await add(other, ['plan.item_changed'])
    const stopped = await add(who, ['plan.item_changed'])
    await who.call(eventsOutContract.update, { _id: stopped.endpoint._id, active: false })
    const deleted = await add(who, ['plan.item_changed'])
    await who.call(eventsOutContract.remove, { _id: deleted.endpoint._id })
    const control = await add(who, ['plan.item_changed'], `${receiver.url}/control`)
    const plan = await addPlan(who)
    await who.call(contentPlanContract.update, {
      _id: plan._id,
      version: plan.version,
      items: [{ _id: plan.items[0]!._id, state: 'review' }],
    })
    await until('the control', async () => (await getDeliveries(who, control.endpoint._id))[0]?.status === 'delivered')
    expect(receiver.received).toHaveLength(1)
    expect(await getDeliveries(who, stopped.endpoint._id)).toEqual([])
  })
})

describe('failures', () => {
  test('a rejected event is retried without delaying others, and can be resent by hand with the same id', async () => {
    const who = await server.signUp('starter')
    const { endpoint } = await add(who, ['report.done'])
    receiver.answerWith(503)
    const { delivery } = await who.call(eventsOutContract.test, { _id: endpoint._id })
    const failed = await until('the first try', async () => {
      const found = (await getDeliveries(who, endpoint._id)).find(({ _id }) => _id === delivery._id)
      return found?.http_status === 503 ? found : null
    })
    expect(failed).toMatchObject({ type: 'test', status: 'waiting', failure: { reason: 'webhook_rejected' } })
    expect(hasSentence(failed, eventsOutErrorTexts)).toBe(true)
    expect(Date.parse(failed.next_at!) - Date.parse(failed.tried_at!)).toBeGreaterThan(10_000)
    receiver.answerWith(200)
    const next = await who.call(eventsOutContract.test, { _id: endpoint._id })
    const replayed = await who.call(eventsOutContract.replay, { _id: failed._id })
    expect(replayed.delivery).toMatchObject({ event_id: failed.event_id, replay: true })
    await until('both', async () => {
      const items = await getDeliveries(who, endpoint._id)
      return [next.delivery, replayed.delivery].every(
        ({ _id }) => items.find((item) => item._id === _id)?.status === 'delivered',
      )
    })
    const ids = getBodies().map(({ id }) => id)
    expect(ids.filter((id) => id === failed.event_id)).toHaveLength(2)
  })

  test.each([
    'http://127.0.0.1:9/x',
    'http://10.0.0.8/x',
    'http://[::1]/x',
    'http://user:secret@192.0.2.1/x',
    'ftp://a.example/x',
  ])('%s is refused when added', async (url) => {
    const who = await server.signUp('starter')
    await expect(add(who, ['report.done'], url)).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'url' },
    })
  })

  test('the twenty-first endpoint is refused', async () => {
    const who = await server.signUp('starter')
    for (let n = 0; n < 20; n++) await add(who, ['report.done'], `https://hooks.example.com/${n}`)
    await expect(add(who, ['report.done'])).rejects.toMatchObject({ options: { reason: 'too_many_endpoints' } })
  })
})

describe('secrets', () => {
  test('a secret is shown once, and a new one signs from then on', async () => {
    const who = await server.signUp('starter')
    const { endpoint, secret } = await add(who, ['report.done'])
    const { items } = await who.call(eventsOutContract.list, { workspace_id: who.workspaceId })
    expect(JSON.stringify(items)).not.toContain(secret)
    const renewed = await who.call(eventsOutContract.update, { _id: endpoint._id, new_secret: true })
    expect(renewed.secret).toMatch(/^whsec_/)
    await who.call(eventsOutContract.test, { _id: endpoint._id })
    const [hook] = await until('the test', async () => (receiver.received.length > 0 ? receiver.received : null))
    expect(isAuthentic(renewed.secret!, hook!)).toBe(true)
    expect(isAuthentic(secret!, hook!)).toBe(false)
  })

  test('the URL of a Slack channel is never shown again, nor stored in plain text', async () => {
    const who = await server.signUp('starter')
    const { endpoint, secret } = await who.call(eventsOutContract.add, {
      workspace_id: who.workspaceId,
      kind: 'slack',
      url: 'https://hooks.slack.com/services/T000/B000/verysecret',
      events: ['report.done'],
    })
    expect(secret).toBeNull()
    expect(endpoint.url).toBe('https://hooks.slack.com/…cret')
    const { rows } = await server.database.pool.query('select * from event_endpoints')
    expect(JSON.stringify(rows)).not.toContain('verysecret')
  })
})

const coldBrew = `Cold brew is coffee that steeps in cold water for twelve to eighteen hours. The cold keeps acids and bitter oils in the
grounds, so the drink tastes mild. A ratio of one part coffee to eight parts water makes a drink, and one to four a concentrate. It keeps
for ten days in the fridge, and loses its aroma after that. Coarse grounds are easier to filter, and fine ones make it cloudy.`

test('a finished batch is one event with what was written, and so is each document', async () => {
  const who = await server.signUp('self_hosted')
  await add(who, ['batch.done', 'document.finished'])
  const { batch } = await who.call(bulkWritingContract.create, {
    workspace_id: who.workspaceId,
    name: 'Winter texts',
    items: [{ title: 'Cold brew', template: 'summary', text: coldBrew }],
    chain: ['article'],
  })
  const events = await until('the events', async () => (receiver.received.length > 1 ? getBodies() : null), 60_000)
  expect(events.map(({ type }) => type)).toEqual(['document.finished', 'batch.done'])
  const { document_id, words } = (await who.call(bulkWritingContract.get, { _id: batch!._id })).batch.items[0]!
  expect(eventData['document.finished'].parse(events[0].data)).toEqual({
    ...{ document_id, title: 'Cold brew', words },
    url: expect.stringContaining(`/app/content/${document_id}`),
  })
  expect(eventData['batch.done'].parse(events[1].data)).toMatchObject({ batch_id: batch!._id, name: 'Winter texts' })
})

describe('a day of retries', () => {
  let quiet: TestServer
  beforeAll(async () => {
    quiet = await startTestServer({ OUTBOUND_ALLOW: receiver.host })
  })
  afterAll(() => quiet?.close())

  /** The worker of a server that has none, and a clock that is set to the next try by moving the past back. */
  function createWorker() {
    const { db } = quiet.database
    const outbound = createOutbound({ allow: [receiver.host], userAgent: 'a test' })
    const worker = createEventDeliveries({
      db,
      fetch: outbound.fetch,
      log: createLog('silent'),
      secrets: createSecrets('a secret for tests that is long enough'),
    })
    const skipToNextTry = async () => {
      const { rows } = await quiet.database.pool.query(`
        with wait as (select min(next_at) - now() as gap from event_deliveries where next_at is not null)
        update event_deliveries set created_at = created_at - wait.gap, tried_at = tried_at - wait.gap,
          next_at = next_at - wait.gap
        from wait where wait.gap is not null
        returning extract(epoch from wait.gap)::float as seconds`)
      return rows[0]?.seconds as number | undefined
    }
    return { worker, skipToNextTry, close: () => outbound.close() }
  }

  async function addTo(url = receiver.url) {
    const who = await quiet.signUp('starter')
    const { endpoint, secret } = await add(who, ['plan.item_changed'], url)
    await who.call(eventsOutContract.test, { _id: endpoint._id })
    const getDelivery = async () => (await getDeliveries(who, endpoint._id))[0]!
    return { who, endpoint, secret: secret!, getDelivery }
  }

  test('an event is sent again with the same id and a fresh signature, for 24 hours, and then it failed', async () => {
    const { who, endpoint, secret, getDelivery } = await addTo()
    const { worker, skipToNextTry, close } = createWorker()
    receiver.answerWith(500)
    const waits: number[] = []
    while (await worker.sendDue()) {
      const seconds = await skipToNextTry()
      if (seconds !== undefined) waits.push(seconds)
    }
    const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600
    expect(waits[0]).toBeLessThan(30)
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    expect(receiver.received.length).toBe(waits.length + 1)
    expect(receiver.received.every((hook) => isAuthentic(secret, hook))).toBe(true)
    expect(new Set(receiver.received.map(({ delivery }) => delivery)).size).toBe(1)
    expect(new Set(getBodies().map(({ id }) => id)).size).toBe(1)
    const failed = await getDelivery()
    expect(failed).toMatchObject({ status: 'failed', next_at: null, attempts: receiver.received.length })

    receiver.answerWith(200)
    await who.call(eventsOutContract.replay, { _id: failed._id })
    expect(await worker.sendDue()).toBe(true)
    expect(getBodies().at(-1)!.id).toBe(failed.event_id)
    expect(await getDeliveries(who, endpoint._id)).toMatchObject([
      { status: 'delivered', replay: true },
      { status: 'failed', replay: false },
    ])
    expect(await worker.sendDue()).toBe(false)
    await close()
  })

  test('an answer ends the retries, and a delivery that may have arrived isn’t repeated', async () => {
    const { getDelivery } = await addTo()
    const { worker, skipToNextTry, close } = createWorker()
    receiver.answerWith(503)
    await worker.sendDue()
    await skipToNextTry()
    receiver.answerWith(200)
    await worker.sendDue()
    expect(await getDelivery()).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(await worker.sendDue()).toBe(false)

    const interrupted = await addTo()
    await quiet.database.pool.query(
      `update event_deliveries set state = 'sending', attempts = 1, next_at = null, tried_at = now() - interval '2 minutes'
       where endpoint_id = $1`,
      [interrupted.endpoint._id],
    )
    await worker.closeAbandoned()
    expect(await interrupted.getDelivery()).toMatchObject({ status: 'unclear', next_at: null })
    expect(await worker.sendDue()).toBe(false)
    await close()
  })

  test('redirects aren’t followed, and a name that leads into the network is refused when it is sent', async () => {
    const redirected = await addTo()
    const { worker, close } = createWorker()
    receiver.answerWith(302)
    await worker.sendDue()
    expect(await redirected.getDelivery()).toMatchObject({ status: 'waiting', http_status: 302, attempts: 1 })
    expect(receiver.received).toHaveLength(1)
    await quiet.database.pool.query('update event_deliveries set next_at = null')

    const inside = await addTo('https://hooks.example.com/events')
    const blocked = createEventDeliveries({
      db: quiet.database.db,
      fetch: createOutbound({
        allow: [],
        userAgent: 'a test',
        lookup: (_host, _options, callback) => callback(null, [{ address: '10.0.0.8', family: 4 }]),
      }).fetch,
      log: createLog('silent'),
      secrets: createSecrets('a secret for tests that is long enough'),
    })
    await blocked.sendDue()
    const refused = await inside.getDelivery()
    expect(refused).toMatchObject({ status: 'waiting', http_status: null })
    expect(hasSentence(refused, eventsOutErrorTexts)).toBe(true)
    expect(refused.failure?.reason).toMatch(/private|blocked/)
    await close()
  })

  test('many workers send the events of one endpoint one after the other, in their order', async () => {
    await quiet.database.pool.query('update event_deliveries set next_at = null')
    const who = await quiet.signUp('starter')
    await add(who, ['plan.item_changed'])
    const plan = await addPlan(who)
    const states = Array.from({ length: 15 }, (_, at) => (['review', 'drafting', 'idea'] as const)[at % 3]!)
    let { version } = plan
    for (const state of states) {
      const items = [{ _id: plan.items[0]!._id, state }]
      version = (await who.call(contentPlanContract.update, { _id: plan._id, version, items })).plan.version
    }
    const { worker, close } = createWorker()
    // A request of an earlier test can arrive late.
    const getStates = () => getBodies().flatMap(({ data }) => (data.plan_id === plan._id ? [data.state] : []))
    const lane = async () => {
      while (getStates().length < states.length) if (!(await worker.sendDue())) await sleep(5)
    }
    await Promise.all(Array.from({ length: 6 }, lane))
    expect(getStates()).toEqual(states)
    await close()
  })

  test('the same thing told twice is one event', async () => {
    const { who, endpoint } = await addTo()
    const { rows } = await quiet.database.pool.query(
      `insert into outgoing_events (workspace_id, id, type, subject, data)
       select $1, gen_random_uuid(), 'plan.item_changed', 'the same', '{}' from generate_series(1, 2)
       on conflict do nothing returning id`,
      [who.workspaceId],
    )
    expect(rows).toHaveLength(1)
    const insert = () =>
      quiet.database.pool.query(
        `insert into event_deliveries (workspace_id, endpoint_id, id, event_id, url, state)
         values ($1, $2, gen_random_uuid(), $3, '', 'waiting') on conflict do nothing returning id`,
        [who.workspaceId, endpoint._id, rows[0].id],
      )
    expect((await insert()).rows).toHaveLength(1)
    expect((await insert()).rows).toHaveLength(0)
  })
})

test('OpenAPI describes each event with an example that passes its schema', async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { example: { data: unknown } }> } } }>
  }
  expect(Object.keys(document.webhooks).sort()).toEqual([...sentTypes].sort())
  for (const type of sentTypes) {
    const { example } = document.webhooks[type]!.post.requestBody.content['application/json']!
    expect(example).toMatchObject({ type })
    eventData[type].parse(example.data)
  }
})
