import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { contentPlanContract, type ItemState } from '../../src/features/content-plan/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>
type Update = InputOf<typeof contentPlanContract.update>

const keywords = [
  'cold brew coffee',
  'cold brew coffee ratio',
  'cold brew ratio per liter',
  'best cold brew maker',
  'cold brew maker with filter',
  'how to make cold brew',
  'how long does cold brew last',
  'cold brew vs iced coffee',
  'espresso machine cleaning',
  'clean an espresso machine',
]

async function addPlan(who: Person, texts: string[] = keywords) {
  const input = { workspace_id: who.workspaceId, name: crypto.randomUUID(), items: texts.map((text) => ({ text })) }
  const { list } = await who.call(listsContract.add, input)
  const { plan } = await who.call(contentPlanContract.new, {
    workspace_id: who.workspaceId,
    name: 'Winter',
    list_id: list._id,
  })
  return plan
}

const read = (who: Person, _id: string) => who.call(contentPlanContract.get, { _id })
const getFile = (who: Person, idAndQuery: string) =>
  fetch(`${server.url}/plan/export/${idAndQuery}`, { headers: { Authorization: `Bearer ${who.token}` } })
const update = (who: Person, input: Update) => who.call(contentPlanContract.update, input)

test('a plan of a list has every keyword in exactly one item, and missing numbers stay null', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  expect(plan).toMatchObject({ version: 1, keywords: keywords.length, source: { kind: 'list' } })
  const { items, links } = await read(who, plan._id)
  expect(items.flatMap((item) => item.keywords).sort()).toEqual([...keywords].sort())
  expect(items).toHaveLength(plan.items)
  for (const item of items) {
    expect(item.volume).toBeNull()
    expect(item.priority.factors.find(({ name }) => name === 'volume')).toMatchObject({ value: null })
    expect(item.priority.factors.find(({ name }) => name === 'position')).toMatchObject({ value: null })
  }
  if (items.length > 1) expect(new Set(links.map(({ to }) => to)).size).toBe(items.length)
})

test('pages limits the items and keeps every keyword; over 500 is too large', async () => {
  const who = await server.signUp()
  const { list } = await who.call(listsContract.add, {
    workspace_id: who.workspaceId,
    name: 'All',
    items: keywords.map((text) => ({ text })),
  })
  const input = { workspace_id: who.workspaceId, name: 'Short', list_id: list._id }
  const { plan } = await who.call(contentPlanContract.new, { ...input, pages: 2 })
  expect(plan).toMatchObject({ items: 2, keywords: keywords.length })
  await expect(who.call(contentPlanContract.new, { ...input, pages: 501 })).rejects.toMatchObject({ code: 'too_large' })
  const none = { workspace_id: who.workspaceId, name: 'None' }
  await expect(who.call(contentPlanContract.new, none)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('your own rank from Search Console is a factor of the priority, from files before and after the plan', async () => {
  const who = await server.signUp()
  const addFile = (rows: string[], name: string) =>
    who.call(importsContract.add, {
      workspace_id: who.workspaceId,
      file: new File([['Top queries,Clicks,Impressions,CTR,Position', ...rows, ''].join('\n')], name),
    })
  await addFile(['cold brew coffee,12,3400,0.35%,8.2'], 'before.csv')
  const plan = await addPlan(who, ['cold brew coffee', 'oak desk lamp'])
  const getPosition = async (keyword: string) => {
    const item = (await read(who, plan._id)).items.find(({ keywords }) => keywords.includes(keyword))!
    const factor = item.priority.factors.find(({ name }) => name === 'position')!
    return { ...factor, score: item.priority.score }
  }
  expect(await getPosition('cold brew coffee')).toMatchObject({ value: 8.2, share: 1 })
  const before = await getPosition('oak desk lamp')
  expect(before).toMatchObject({ value: null, share: null })
  await addFile(['oak desk lamp,0,90,0%,64', 'cold brew coffee,40,3400,1%,2'], 'after.csv')
  const after = await getPosition('oak desk lamp')
  expect(after).toMatchObject({ value: 64, share: 0.45 })
  expect(after.score).not.toBe(before.score)
  expect(await getPosition('cold brew coffee')).toMatchObject({ value: 2, share: 0.4 })
  // The list is sorted by the same number.
  const { items } = await who.call(contentPlanContract.items, { _id: plan._id, sort: '-priority' })
  expect(items[0]!.priority.score).toBe(Math.max(...items.map(({ priority }) => priority.score!)))
})

test('a plan of some keywords of a list has those alone', async () => {
  const who = await server.signUp()
  const items = keywords.map((text) => ({ text }))
  const { list } = await who.call(listsContract.add, { workspace_id: who.workspaceId, name: 'All', items })
  const input = { workspace_id: who.workspaceId, name: 'Some', list_id: list._id }
  const chosen = ['Cold Brew  coffee', 'clean an espresso machine', 'not in the list']
  const { plan } = await who.call(contentPlanContract.new, { ...input, keywords: chosen })
  const texts = (await read(who, plan._id)).items.flatMap((item) => item.keywords)
  expect(texts.sort()).toEqual(['clean an espresso machine', 'cold brew coffee'])
  const none = who.call(contentPlanContract.new, { ...input, keywords: ['not in the list'] })
  await expect(none).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a change adds a version, an outdated one conflicts, and undoing restores what was', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  const first = items[0]!
  const changed = await update(who, {
    _id: plan._id,
    version: 1,
    items: [{ _id: first._id, title: 'Another title', state: 'briefed', due_on: '2026-12-04' }],
  })
  expect(changed.plan.version).toBe(2)
  expect(changed.items).toMatchObject([{ title: 'Another title', state: 'briefed', due_on: '2026-12-04' }])
  await expect(
    update(who, { _id: plan._id, version: 1, items: [{ _id: first._id, state: 'review' }] }),
  ).rejects.toMatchObject({ code: 'conflict' })
  const undone = await who.call(contentPlanContract.undo, { _id: plan._id, version: 2 })
  expect(undone.plan.version).toBe(3)
  const after = (await read(who, plan._id)).items.find(({ _id }) => _id === first._id)!
  expect(after).toMatchObject({ title: first.title, state: 'idea', due_on: null, keywords: first.keywords })
})

test('the list of plans has pages by state, those that are late and the next due date', async () => {
  const who = await server.signUp()
  const list = async () => {
    const { items } = await who.call(contentPlanContract.find, { workspace_id: who.workspaceId })
    return items.map(({ name, states, pages, rest_keywords, late, next_due_on }) => ({
      ...{ name, ideas: states.idea, rest_keywords, late, next_due_on },
      pages: Object.fromEntries(Object.entries(pages).filter(([, n]) => n > 0)),
    }))
  }
  const plan = await addPlan(who)
  const { items: proposed } = await read(who, plan._id)
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  const page = (title: string, state: ItemState, due_on: string) => ({ title, state, due_on, keywords: [title] })
  // The first item becomes the one for keywords that fit no page: it's none of the pages, and never due.
  const rest = { _id: proposed[0]!._id, title: 'Keywords without a topic', url: null, due_on: day(1) }
  await update(who, {
    _id: plan._id,
    version: 1,
    items: [
      rest,
      page('late draft', 'drafting', day(-3)),
      page('late too, published', 'published', day(-9)),
      page('due later', 'review', day(9)),
      page('due next', 'idea', day(5)),
      page('dropped before', 'dropped', day(2)),
      page('published early', 'published', day(3)),
    ],
  })
  expect(await list()).toEqual([
    {
      name: 'Winter',
      ideas: proposed.length + 1,
      pages: { idea: proposed.length, drafting: 1, review: 1, published: 2, dropped: 1 },
      rest_keywords: proposed[0]!.keywords.length,
      late: 1,
      next_due_on: day(5),
    },
  ])
  // Another workspace has only its own, here without that item and without due dates.
  const other = await server.signUp()
  const fresh = await addPlan(other, ['oak desk lamp'])
  const { items: found } = await other.call(contentPlanContract.find, { workspace_id: other.workspaceId })
  expect(found).toMatchObject([{ _id: fresh._id, pages: { idea: 1 }, rest_keywords: 0, late: 0, next_due_on: null }])
})

test('one URL on two items conflicts and names both', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const added = await update(who, {
    _id: plan._id,
    version: 1,
    items: [{ title: 'First page', url: '/same' }, { title: 'Second page' }],
  })
  const second = added.items.find(({ title }) => title === 'Second page')!
  const taken = update(who, { _id: plan._id, version: 2, items: [{ _id: second._id, url: '/Same/' }] })
  await expect(taken).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('First page') })
})

test('removing an item moves its keywords to another one, and undoing brings both back', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items, links } = await read(who, plan._id)
  const pillar = items.find(({ role }) => role === 'pillar')!
  const removed = await update(who, { _id: plan._id, version: 1, remove: [pillar._id] })
  expect(removed.plan).toMatchObject({ items: items.length - 1, keywords: keywords.length })
  const left = await read(who, plan._id)
  expect(left.items.flatMap((item) => item.keywords).sort()).toEqual([...keywords].sort())
  await who.call(contentPlanContract.undo, { _id: plan._id, version: 2 })
  const restored = await read(who, plan._id)
  const essence = (plan: typeof left) =>
    plan.items.map(({ _id, keywords, role, parent_id }) => ({ _id, keywords, role, parent_id }))
  expect(essence(restored)).toEqual(essence({ ...restored, items, links }))
  expect(restored.links).toEqual(links)
})

test('a keyword moves between items, but one of the source can’t be left out', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  const [from, to] = items as [(typeof items)[0], (typeof items)[0]]
  const moved = from.keywords[0]!
  await update(who, {
    _id: plan._id,
    version: 1,
    items: [{ _id: to._id, keywords: [...to.keywords, moved, 'typed by hand'] }],
  })
  const after = (await read(who, plan._id)).items
  expect(after.find(({ _id }) => _id === to._id)!.keywords).toContain(moved)
  expect(after.find(({ _id }) => _id === from._id)!.keywords).not.toContain(moved)
  const left = update(who, { _id: plan._id, version: 2, items: [{ _id: to._id, keywords: [] }] })
  await expect(left).rejects.toMatchObject({ code: 'invalid_input' })
})

test('keywords are added to an item without naming those it has', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  const [from, to] = items as [(typeof items)[0], (typeof items)[0]]
  const moved = from.keywords[0]!
  const answer = await update(who, {
    _id: plan._id,
    version: 1,
    items: [{ _id: to._id, add_keywords: [moved, 'typed by hand'] }],
  })
  expect(answer.plan.keywords).toBe(plan.keywords + 1)
  const after = (await read(who, plan._id)).items
  const target = after.find(({ _id }) => _id === to._id)!
  expect(target.keywords.toSorted()).toEqual([...to.keywords, moved, 'typed by hand'].toSorted())
  expect(target.keyword_count).toBe(to.keywords.length + 2)
  expect(after.find(({ _id }) => _id === from._id)!.keyword_count).toBe(from.keywords.length - 1)
  const twice = update(who, {
    _id: plan._id,
    version: 2,
    items: [
      { title: 'A', add_keywords: [moved] },
      { title: 'B', keywords: [moved] },
    ],
  })
  await expect(twice).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a document created from an item moves it to drafting', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const [item] = (await read(who, plan._id)).items
  const { item: brief } = await who.call(aiContentContract.new, {
    workspace_id: who.workspaceId,
    template: 'brief',
    plan_item_id: item!._id,
  })
  const { item: article } = await who.call(aiContentContract.new, {
    workspace_id: who.workspaceId,
    template: 'blog_post',
    plan_item_id: item!._id,
  })
  const found = (await read(who, plan._id)).items.find(({ _id }) => _id === item!._id)
  expect(found).toMatchObject({ state: 'drafting', document_id: article._id, brief_id: brief._id })
  const { links } = await who.call(contentPlanContract.links, { _id: article._id })
  expect(links.every(({ from, to }) => from === item!._id || to === item!._id)).toBe(true)
  await who.call(aiContentContract.delete, { _id: article._id })
  expect((await read(who, plan._id)).items.find(({ _id }) => _id === item!._id)?.document_id).toBeNull()
})

test('an exported plan can be imported with its keywords, states and URLs', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  await update(who, {
    _id: plan._id,
    version: 1,
    items: [{ _id: items[0]!._id, state: 'review', due_on: '2026-12-04' }],
  })
  const markdown = new File([await (await getFile(who, `${plan._id}?format=md`)).arrayBuffer()], 'plan.md')
  const fromMarkdown = await who.call(contentPlanContract.import, { workspace_id: who.workspaceId, file: markdown })
  expect(fromMarkdown).toMatchObject({ rejected: [], plan: { items: plan.items, keywords: plan.keywords } })
  for (const format of ['csv', 'xlsx']) {
    const response = await getFile(who, `${plan._id}?format=${format}`)
    expect(response.status).toBe(200)
    const file = new File([await response.arrayBuffer()], `plan.${format}`)
    const imported = await who.call(contentPlanContract.import, { workspace_id: who.workspaceId, file })
    expect(imported.rejected).toEqual([])
    expect(imported.plan).toMatchObject({ items: plan.items, keywords: plan.keywords })
    const pick = (all: typeof items) =>
      all
        .map(({ title, url, role, keywords, state }) => ({ title, url, role, keywords, state }))
        .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    expect(pick((await read(who, imported.plan._id)).items)).toEqual(pick((await read(who, plan._id)).items))
  }
})

test('an export has only the items that match its filter', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  const [first, second] = items as [(typeof items)[0], (typeof items)[0]]
  await update(who, {
    _id: plan._id,
    version: 1,
    items: [
      { _id: first._id, state: 'review', owner_id: who.user.id, due_on: '2026-12-04' },
      { _id: second._id, state: 'briefed' },
    ],
  })
  const titles = async (query: Record<string, string>) => {
    const answer = await getFile(who, `${plan._id}?${new URLSearchParams({ format: 'csv', ...query })}`)
    expect(answer.status).toBe(200)
    return (await answer.text())
      .split('\r\n')
      .flatMap((line) => line.match(/^[0-9a-f-]{36},([^,]*),(?:pillar|spoke)/)?.[1] ?? [])
  }
  expect(await titles({})).toHaveLength(items.length)
  expect(await titles({ state: 'review' })).toEqual([first.title])
  expect((await titles({ state: 'review,briefed' })).sort()).toEqual([first.title, second.title].sort())
  expect(await titles({ owner_id: who.user.id })).toEqual([first.title])
  expect(await titles({ owner_id: 'none' })).toHaveLength(items.length - 1)
  expect(await titles({ due: 'none', state: 'review' })).toEqual([])
  expect(await titles({ q: 'espresso' })).not.toContain(first.title.includes('spresso') ? '' : first.title)
  const bad = await getFile(who, `${plan._id}?state=nothing`)
  expect(bad.status).toBe(400)
})

test('the map has the items that match and the links between them', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const whole = await read(who, plan._id)
  const map = await who.call(contentPlanContract.map, { _id: plan._id })
  expect(map.items.map(({ _id }) => _id)).toEqual(whole.items.map(({ _id }) => _id))
  expect([map.total, map.links]).toEqual([whole.items.length, whole.links])
  const pillars = await who.call(contentPlanContract.map, { _id: plan._id, filters: { role: 'pillar' } })
  const ids = new Set(pillars.items.map(({ _id }) => _id))
  expect(ids.size).toBe(whole.items.filter(({ role }) => role === 'pillar').length)
  expect(pillars.links).toEqual(whole.links.filter(({ from, to }) => ids.has(from) && ids.has(to)))
})

test('changes since a version are returned with the current items', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  const [first, second, third] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]]
  await update(who, { _id: plan._id, version: 1, items: [{ _id: first._id, title: 'Theirs' }] })
  await update(who, { _id: plan._id, version: 2, remove: [second._id] })
  const all = await who.call(contentPlanContract.changes, { _id: plan._id, since: 1, item_ids: [third._id] })
  expect(all).toMatchObject({ complete: true, changed_by: [who.user.id], plan: { version: 3 } })
  expect(all.items.find(({ _id }) => _id === first._id)).toMatchObject({ title: 'Theirs' })
  expect(all.items.map(({ _id }) => _id)).toContain(third._id)
  expect(all.items.map(({ _id }) => _id)).not.toContain(second._id)
  expect(all.changed_ids).toEqual(expect.arrayContaining([first._id, second._id]))
  const later = await who.call(contentPlanContract.changes, { _id: plan._id, since: 3 })
  expect(later).toMatchObject({ complete: true, items: [], changed_ids: [], changed_by: [] })
})

test('a file is previewed against a plan, and applying it makes the previewed changes', async () => {
  const who = await server.signUp()
  const plan = await addPlan(who)
  const { items } = await read(who, plan._id)
  const [first] = items as [(typeof items)[0]]
  const lines = [
    'Id,Title,Role,Pillar,State,Owner,Keywords',
    `${first._id},Another title,,,briefed,${who.email},nitro coffee`,
    ',New pillar,pillar,,,,new pillar keyword',
    ',New spoke,spoke,New pillar,,nobody@example.com,',
    ',,,,,,lost',
  ]
  const file = new File([lines.join('\n')], 'plan.csv')
  const input = { workspace_id: who.workspaceId, plan_id: plan._id, file }
  const preview = await who.call(contentPlanContract.previewImport, input)
  expect(preview).toMatchObject({ added: 2, changed: 1, unchanged: 0, keywords: 2, plan: { version: 1 } })
  expect(preview.before).toMatchObject([{ _id: first._id, title: first.title }])
  expect(preview.rejected.map(({ line }) => line).sort()).toEqual([4, 5])
  expect((await read(who, plan._id)).plan.version).toBe(1)
  const applied = await update(who, { _id: plan._id, version: 1, items: preview.items })
  const pillar = applied.items.find(({ title }) => title === 'New pillar')!
  expect(applied.items.find(({ title }) => title === 'New spoke')).toMatchObject({
    role: 'spoke',
    parent_id: pillar._id,
  })
  expect(applied.items.find(({ _id }) => _id === first._id)).toMatchObject({
    title: 'Another title',
    state: 'briefed',
    owner_id: who.user.id,
    keywords: expect.arrayContaining([...first.keywords, 'nitro coffee']),
  })
  const other = await server.signUp()
  const foreign = other.call(contentPlanContract.previewImport, { ...input, workspace_id: other.workspaceId })
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  const fresh = await who.call(contentPlanContract.previewImport, { workspace_id: who.workspaceId, file })
  expect(fresh).toMatchObject({ added: 3, changed: 0, plan: null, before: [] })
})
