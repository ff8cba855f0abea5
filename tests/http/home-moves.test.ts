import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { addDays } from '../../src/features/sites/rules/days.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** What moved, on the home screen: ranks, clicks, AI answers and the content plan, as their features store it. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>
const getHome = (who: Person, since?: string) => who.call(homeContract.get, { workspace_id: who.workspaceId, since })
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values)
const later = () => new Date(Date.now() + 60_000).toISOString()

async function addTracker(
  who: Person,
  domain: string,
  keywords: [string, number | null, string | null, number | null, boolean][],
) {
  const id = randomUUID()
  await query(
    `insert into rank_trackers (workspace_id, id, domain, competitors, country, language, device, depth, frequency, source, run_count,
       last_run_at) values ($1, $2, $3, '{}', 'US', 'en', 'desktop', 20, 'daily', 'serper', 2, now())`,
    [who.workspaceId, id, domain],
  )
  for (const [at, [text, position, reason, previous, wasMeasured]] of keywords.entries())
    await query(
      `insert into rank_keywords (workspace_id, tracker_id, no, text, position, reason, previous, previous_at)
       values ($1, $2, $3, $4, $5, $6, $7, case when $8::boolean then now() - interval '1 day' end)`,
      [who.workspaceId, id, at + 1, text, position, reason, previous, wasMeasured],
    )
  return id
}

test('keywords that moved have both positions, and a failed check is a gap, never a move', async () => {
  const who = await server.signUp()
  const id = await addTracker(who, 'mine.example', [
    ['riser & co', 2, null, 9, true],
    ['faller', 14, null, 3, true],
    ['leaver', null, 'not_in_depth', 5, true],
    ['comer', 7, null, null, true],
    ['steady', 4, null, 4, true],
    ['failed', null, 'failed', 6, true],
    ['first seen', 3, null, null, false],
  ])
  const { ranks } = await getHome(who)
  expect(ranks).toMatchObject([
    {
      ...{ _id: id, domain: 'mine.example', up: 2, down: 2, steady: 1, gaps: 1, moved: false, depth: 20 },
      ...{ first: 1, first_found: 1 },
    },
  ])
  expect(
    ranks![0]!.movers.map(({ keyword, change, previous, position }) => [keyword, change, previous, position]),
  ).toEqual([
    ['leaver', 'lost', 5, null],
    ['comer', 'new', null, 7],
    ['faller', 'down', 3, 14],
    ['riser & co', 'up', 9, 2],
  ])
  expect(ranks![0]!.movers[3]!.link).toBe(`/app/ranks/${id}?q=riser+%26+co`)
  // Trackers that didn’t run since are left out; the workspace still has one.
  expect((await getHome(who, later())).ranks).toEqual([])
  // Another workspace’s are none of it.
  const other = await getHome(await server.signUp())
  expect(other).toMatchObject({ ranks: null, answers: null, site: null, plan: null })
})

test('a first run has nothing to compare: its keywords are counted as measured for the first time', async () => {
  const who = await server.signUp()
  await addTracker(who, 'mine.example', [
    ['found', 3, null, null, false],
    ['found too', 18, null, null, false],
    ['below', null, 'not_in_depth', null, false],
    ['failed', null, 'failed', null, false],
  ])
  const { ranks } = await getHome(who)
  expect(ranks).toMatchObject([
    { up: 0, down: 0, steady: 0, first: 3, first_found: 2, gaps: 1, moved: false, movers: [] },
  ])
})

test('several trackers are each their own', async () => {
  const who = await server.signUp()
  await addTracker(who, 'one.example', [['a', 1, null, 2, true]])
  await addTracker(who, 'two.example', [['a', 5, null, 2, true]])
  const { ranks } = await getHome(who)
  expect(ranks!.map(({ domain, up, down }) => [domain, up, down]).sort()).toEqual([
    ['one.example', 1, 0],
    ['two.example', 0, 1],
  ])
})

test('a page that loses clicks has them by week, and null before the first day with data', async () => {
  const who = await server.signUp()
  const [site, decay] = [randomUUID(), randomUUID()]
  const [lastDay, page] = ['2026-11-20', 'https://hollowoak.example/shelf-life']
  await query(`insert into sites (workspace_id, id, url) values ($1, $2, 'hollowoak.example')`, [who.workspaceId, site])
  const { rows } = await query(
    `insert into site_search_texts (workspace_id, site_id, kind, text) values ($1, $2, 'page', $3), ($1, $2, 'page', $4) returning id`,
    [who.workspaceId, site, page, `${page}/other`],
  )
  // Ten weeks of data: 2 clicks a day, 1 in the last four weeks, none on one day; another page has more.
  for (let back = 0; back < 70; back++) {
    const day = addDays(lastDay, -back)
    const insert = (dimension: string, pageId: number, clicks: number) =>
      query(
        `insert into site_search_days (workspace_id, site_id, dimension, day, page_id, clicks, impressions, position)
         values ($1, $2, $3, $4, $5, $6, 100, 5)`,
        [who.workspaceId, site, dimension, day, pageId, clicks],
      )
    await insert('date', 0, 50)
    if (back !== 3) await insert('page', rows[0].id, back < 28 ? 1 : 2)
    await insert('page', rows[1].id, 40)
  }
  await query(
    `insert into site_decays (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
       since, last_day) values ($1, $2, $3, $4, 'before', -0.5, -0.6, -0.4, 27, 56, 0, -29, 0, '2026-10-24', $5)`,
    [who.workspaceId, site, decay, page, lastDay],
  )
  const home = await getHome(who)
  expect(home.site).toMatchObject([
    { _id: decay, page, lost: 29, against: 'before', cause: 'position', link: `/app/sites/${site}/decay` },
  ])
  const weeks = home.site![0]!.weeks!
  expect(weeks).toHaveLength(12)
  expect(weeks[0]!.from).toBe(addDays(lastDay, -83))
  expect(weeks.map(({ clicks }) => clicks)).toEqual([null, null, 14, 14, 14, 14, 14, 14, 7, 7, 7, 6])
  expect((await getHome(who, later())).site).toEqual([])
})

test('a page without data by day has no clicks, not 0', async () => {
  const who = await server.signUp()
  const site = randomUUID()
  await query(`insert into sites (workspace_id, id, url) values ($1, $2, 'hollowoak.example')`, [who.workspaceId, site])
  await query(
    `insert into site_decays (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
       since, last_day) values ($1, $2, gen_random_uuid(), 'https://hollowoak.example/', 'year', -0.5, -0.6, -0.4, 27, 56, -29, 0, 0,
       '2026-10-24', '2026-11-20')`,
    [who.workspaceId, site],
  )
  const { site: pages } = await getHome(who)
  expect(pages![0]!.weeks!.map(({ clicks }) => clicks)).toEqual(new Array(12).fill(null))
})

type Engine = { engine: string; model?: string; state?: string; named: boolean[] }

/** A watch with two finished periods; each engine’s answers to each prompt are the same. */
async function addWatch(who: Person, prompts: string[], periods: Engine[][]) {
  const id = randomUUID()
  await query(
    `insert into answer_watches (workspace_id, id, brand, competitors, prompts, engines, country, language, runs, frequency, periods,
       last_run_at) values ($1, $2, $3, '[]', $4, $5, 'US', 'en', 5, 'weekly', $6, now())`,
    [
      ...[who.workspaceId, id, JSON.stringify({ name: 'Hollow Oak', aliases: [], domains: [], context: [] })],
      ...[prompts, periods[0]!.map(({ engine }) => engine), periods.length],
    ],
  )
  for (const [at, engines] of periods.entries()) {
    await query(
      `insert into answer_periods (workspace_id, watch_id, no, by_hand, finished_at) values ($1, $2, $3, false, now())`,
      [who.workspaceId, id, at + 1],
    )
    for (const { engine, model = 'one', state = 'done', named } of engines)
      for (const promptNo of prompts.keys())
        for (const [run, mentioned] of named.entries())
          await query(
            `insert into answer_runs (workspace_id, watch_id, id, period, prompt_no, engine, run_no, state, model, readings)
             values ($1, $2, gen_random_uuid(), $3, $4, $5, $6, $7, $8, $9)`,
            [
              ...[who.workspaceId, id, at + 1, promptNo + 1, engine, run + 1, state, model],
              JSON.stringify([
                { brand: 'Hollow Oak', mentioned, cited: false, position: null, quote: null, spans: [] },
                { brand: 'Fernway', mentioned: true, cited: true, position: null, quote: null, spans: [] },
              ]),
            ],
          )
  }
  return id
}

test('each AI engine has its share with an interval, and whether that moved beyond chance', async () => {
  const who = await server.signUp()
  const prompts = Array.from({ length: 8 }, (_, at) => `best coffee ${at}`)
  const named = (k: number) => [0, 1, 2, 3].map((run) => run < k)
  const id = await addWatch(who, prompts, [
    [
      { engine: 'openai', named: named(1) },
      { engine: 'perplexity', named: named(2) },
      { engine: 'google', named: named(2), model: 'older' },
    ],
    [
      { engine: 'openai', named: named(3) },
      { engine: 'perplexity', named: named(2) },
      { engine: 'google', named: named(4) },
    ],
  ])
  const { answers } = await getHome(who)
  expect(answers).toMatchObject([{ _id: id, brand: 'Hollow Oak', moved: true, failed: 0, link: `/app/answers/${id}` }])
  const byEngine = Object.fromEntries(answers![0]!.engines.map((one) => [one.engine, one]))
  expect(byEngine.openai).toMatchObject({
    ...{ mentioned: { share: 0.75 }, prompts: 8, answers: 32 },
    ...{ previous: 0.25, difference: 0.5, change: 'moved', link: `/app/answers/${id}?period=2` },
  })
  // Prompts that agree aren't certainty.
  expect(byEngine.openai!.mentioned.low).toBeLessThan(0.7)
  expect(byEngine.openai!.mentioned.high).toBeGreaterThan(0.8)
  expect(byEngine.perplexity).toMatchObject({ mentioned: { share: 0.5 }, difference: 0, change: 'within_noise' })
  expect(byEngine.google).toMatchObject({ mentioned: { share: 1 }, model_changed: true, previous: null, change: null })
  expect((await getHome(who, later())).answers).toEqual([])
})

test('failed runs of an engine are gaps', async () => {
  const who = await server.signUp()
  await addWatch(
    who,
    ['best coffee'],
    [[{ engine: 'openai', named: [true, true] }], [{ engine: 'openai', named: [false, false], state: 'failed' }]],
  )
  const { answers } = await getHome(who)
  expect(answers![0]!.engines).toMatchObject([
    { engine: 'openai', mentioned: { share: null }, answers: 0, failed: 2, change: null },
  ])
})

test('plan items that are late or due within a week are listed; finished work isn’t', async () => {
  const who = await server.signUp()
  expect((await getHome(who)).plan).toBeNull()
  const addPlan = async (name: string) => {
    const id = randomUUID()
    await query(
      `insert into content_plans (workspace_id, id, name, source_kind, source_label, language) values ($1, $2, $3, 'file', 'a.csv', 'en')`,
      [who.workspaceId, id, name],
    )
    return id
  }
  const addItem = async (plan: string, title: string, { days, state = 'idea', owner = null }: Planned) => {
    const id = randomUUID()
    await query(
      `insert into plan_items (workspace_id, plan_id, id, title, role, state, due_on, owner_id, position)
       values ($1, $2, $3, $4, 'spoke', $5, current_date + $6::int, $7, 1)`,
      [who.workspaceId, plan, id, title, state, days, owner],
    )
    return id
  }
  const plan = await addPlan('Winter')
  expect((await getHome(who)).plan).toEqual({ late: 0, due: 0, items: [], link: '/app/plan' })
  const late = await addItem(plan, 'late', { days: -3, owner: who.user.id })
  const today = await addItem(plan, 'today', { days: 0, state: 'drafting' })
  const week = await addItem(plan, 'in a week', { days: 7 })
  await addItem(plan, 'too far away', { days: 8 })
  await addItem(plan, 'no date', { days: null })
  await addItem(plan, 'published', { days: -1, state: 'published' })
  await addItem(plan, 'dropped', { days: 1, state: 'dropped' })
  const home = await getHome(who)
  expect(home.plan).toMatchObject({ late: 1, due: 2, link: `/app/plan/${plan}?due=late` })
  expect(home.plan!.items.map(({ _id, title, late: is, owner, state }) => [_id, title, is, owner, state])).toEqual([
    [late, 'late', true, 'Ada', 'idea'],
    [today, 'today', false, null, 'drafting'],
    [week, 'in a week', false, null, 'idea'],
  ])
  expect(home.plan!.items[0]).toMatchObject({
    plan_id: plan,
    link: `/app/plan/${plan}/${late}`,
    due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  // Several plans have no screen in common; more than five are only counted.
  const other = await addPlan('Spring')
  for (let at = 0; at < 6; at++) await addItem(other, `late ${at}`, { days: -10 })
  const more = (await getHome(who)).plan!
  expect(more).toMatchObject({ late: 7, due: 2, link: '/app/plan' })
  expect(more.items.map(({ late: is }) => is)).toEqual([true, true, true, true, true, false, false])
  expect((await getHome(await server.signUp())).plan).toBeNull()
})

type Planned = { days: number | null; state?: string; owner?: string | null }

test('my work is the plan items one owns and the documents whose feedback waits for them', async () => {
  const who = await server.signUp('self_hosted')
  expect((await getHome(who)).my_work).toEqual({ total: 0, items: [] })
  const colleague = await server.signUp()
  await query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[who.workspaceId, colleague.user.id, 'editor'],
  ])
  const plan = randomUUID()
  await query(
    `insert into content_plans (workspace_id, id, name, source_kind, source_label, language) values ($1, $2, 'Winter', 'file', 'a.csv', 'en')`,
    [who.workspaceId, plan],
  )
  const addItem = (title: string, owner: string, days: number | null, state = 'idea') =>
    query(
      `insert into plan_items (workspace_id, plan_id, id, title, role, state, due_on, owner_id, position)
       values ($1, $2, $3, $4, 'spoke', $5, current_date + $6::int, $7, 1)`,
      [who.workspaceId, plan, randomUUID(), title, state, days, owner],
    )
  await addItem('no date', who.user.id, null)
  await addItem('late', who.user.id, -3)
  await addItem('done', who.user.id, -3, 'published')
  await addItem('of a colleague', colleague.user.id, 1)
  const { item } = await who.call(aiContentContract.new, {
    ...{ workspace_id: who.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  // Without feedback it's a draft and no more.
  expect((await getHome(who)).my_work.total).toBe(2)
  const { share } = await who.call(reviewContract.share, { _id: item._id, may: 'write' })
  const guest = server.as(share.token)
  const by = { guest_name: 'Ada' }
  await guest(aiContentContract.update, { ...by, _id: item._id, version: 1, content_md: 'Steep it.\n' })
  await guest(commentsContract.add, { ...by, document_id: item._id, text: 'Ready.' })
  await who.call(commentsContract.add, { document_id: item._id, text: 'A note to myself.' })
  const work = (await getHome(who)).my_work
  expect(work.total).toBe(3)
  expect(work.items).toHaveLength(3)
  expect(work.items.filter(({ kind }) => kind === 'plan_item')).toMatchObject([
    { title: 'late', late: true, state: 'idea', due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    { title: 'no date', late: false, due_on: null },
  ])
  expect(work.items.filter(({ kind }) => kind === 'document')).toMatchObject([
    { _id: item._id, title: 'Cold brew', comments: 1, suggestions: 1, link: `/app/content/${item._id}`, state: null },
  ])
  const theirs = await colleague.call(homeContract.get, { workspace_id: who.workspaceId })
  expect(theirs.my_work.items.map(({ title }) => title)).toEqual(['of a colleague'])
})
