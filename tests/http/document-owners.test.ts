import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract, assignmentContract } from '../../src/features/ai-content/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Who owns documents and when they're due: set by editors, in lists and My work, and taken from plan items. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>

const toDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function addDocument(who: Person, title: string, more: Partial<InputOf<typeof aiContentContract.new>> = {}) {
  const { item } = await who.call(aiContentContract.new, {
    ...{ workspace_id: who.workspaceId, template: 'blog_post', title, model: 'builtin' },
    ...more,
  })
  return item
}

/** A member of `who`'s workspace, whose calls are about it. */
async function addColleague(who: Person, role = 'editor'): Promise<Person> {
  const colleague = await server.signUp()
  await server.database.pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[who.workspaceId, colleague.user.id, role],
  ])
  return { ...colleague, workspaceId: who.workspaceId }
}

type Filter = Omit<InputOf<typeof aiContentContract.find>, 'workspace_id'>
const find = (who: Person, filter: Filter = {}) =>
  who.call(aiContentContract.find, { workspace_id: who.workspaceId, ...filter })
const titles = async (who: Person, filter: Filter) => (await find(who, filter)).items.map(({ title }) => title)
const getWork = async (who: Person) =>
  (await who.call(homeContract.get, { workspace_id: who.workspaceId })).my_work.items

test('an editor sets owner and due date, which the text and its version know nothing of', async () => {
  const me = await server.signUp()
  const ada = await addColleague(me)
  const created = await addDocument(me, 'Cold brew')
  expect(created).toMatchObject({ owner_id: null, owner: null, due_on: null })
  const { item } = await me.call(assignmentContract.assign, {
    ...{ _id: created._id, owner_id: ada.user.id, due_on: toDay(3) },
  })
  expect(item).toEqual({ _id: created._id, owner_id: ada.user.id, owner: expect.any(String), due_on: toDay(3) })
  const read = (await ada.call(aiContentContract.single, { _id: created._id })).item
  expect(read).toMatchObject({ ...item, version: created.version, updated_at: created.updated_at })
  // What isn't given stays.
  await ada.call(assignmentContract.assign, { _id: created._id, due_on: null })
  expect((await find(me)).items).toMatchObject([
    { owner_id: ada.user.id, owner: item.owner, due_on: null, late: false },
  ])
  // Saving the text keeps both.
  const saved = await me.call(aiContentContract.update, { _id: created._id, version: 1, content_md: 'Steep it.\n' })
  expect(saved.item).toMatchObject({ owner_id: ada.user.id, owner: item.owner, version: 2 })

  const { rows } = await server.database.pool.query(
    `select actor_id, details from audit_log where action = 'document.assigned' and subject = $1 order by id`,
    [created._id],
  )
  expect(rows).toMatchObject([
    { actor_id: me.user.id, details: { owner_id: ada.user.id, due_on: toDay(3) } },
    { actor_id: ada.user.id, details: { owner_id: ada.user.id, due_on: null } },
  ])
})

test('the new owner is notified, and one who takes a document isn’t', async () => {
  const me = await server.signUp()
  const ada = await addColleague(me)
  const { _id } = await addDocument(me, 'Cold brew')
  const getAbout = async (who: Person) =>
    (await who.call(notificationsContract.list, {})).items.filter(({ subject_id }) => subject_id === _id)
  await me.call(assignmentContract.assign, { _id, owner_id: me.user.id })
  expect(await getAbout(me)).toEqual([])
  await me.call(assignmentContract.assign, { _id, owner_id: ada.user.id, due_on: '2026-12-04' })
  await me.call(assignmentContract.assign, { _id, due_on: '2026-12-05' })
  expect(await getAbout(ada)).toMatchObject([
    {
      ...{ kind: 'document_assigned', keyword: 'Cold brew', read: false },
      assigned: { by: expect.any(String), due_on: '2026-12-04' },
    },
  ])
  expect(await getAbout(me)).toEqual([])
  expect((await ada.call(notificationsContract.unread, {})).areas).toMatchObject([{ area: 'content', unread: 1 }])
})

test('viewers, strangers and people outside of the workspace change nothing', async () => {
  const me = await server.signUp()
  const viewer = await addColleague(me, 'viewer')
  const stranger = await server.signUp()
  const { _id } = await addDocument(me, 'Cold brew')
  await expect(viewer.call(assignmentContract.assign, { _id, due_on: toDay(1) })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(stranger.call(assignmentContract.assign, { _id, due_on: toDay(1) })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(me.call(assignmentContract.assign, { _id, owner_id: stranger.user.id })).rejects.toMatchObject({
    code: 'not_found',
    options: { field: 'owner_id', reason: 'owner_missing' },
  })
  await expect(me.call(assignmentContract.assign, { _id, due_on: 'soon' })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'due_on' },
  })
  expect((await find(me)).items).toMatchObject([{ owner_id: null, due_on: null }])
  // A viewer can own one.
  await me.call(assignmentContract.assign, { _id, owner_id: viewer.user.id })
  expect(await getWork(viewer)).toMatchObject([{ kind: 'document', _id, due_on: null }])
})

test('a member who leaves stays the owner by name, as with plan items', async () => {
  const me = await server.signUp()
  const ada = await addColleague(me)
  const { _id } = await addDocument(me, 'Cold brew')
  const { item } = await me.call(assignmentContract.assign, { _id, owner_id: ada.user.id })
  await me.call(teamsContract.remove, { workspace_id: me.workspaceId, member_id: ada.user.id })
  expect((await find(me, { owner_id: ada.user.id })).items).toMatchObject([{ _id, owner: item.owner }])
  // Other changes don't need the owner to be a member.
  await me.call(assignmentContract.assign, { _id, owner_id: ada.user.id, due_on: toDay(2) })
  expect((await find(me)).items).toMatchObject([{ _id, owner: item.owner, due_on: toDay(2) }])
})

test('lists are filtered by owner and date, and what is approved or published isn’t late', async () => {
  const me = await server.signUp()
  const ada = await addColleague(me)
  const add = async (title: string, owner: Person | null, days: number | null) => {
    const { _id } = await addDocument(me, title)
    const due_on = days === null ? null : toDay(days)
    await me.call(assignmentContract.assign, { _id, owner_id: owner?.user.id ?? null, due_on })
    return _id
  }
  await add('late', me, -3)
  const approved = await add('approved', me, -2)
  const edited = await add('edited', ada, -1)
  const published = await add('published', me, -4)
  await add('next week', ada, 5)
  await add('next month', null, 20)
  await add('no date', me, null)
  for (const _id of [approved, edited]) await me.call(reviewStateContract.set, { _id, state: 'approved' })
  await me.call(aiContentContract.update, { _id: edited, version: 1, content_md: 'Reopened.\n' })
  await addPublication(me, published)

  expect(await titles(me, { due: 'late', sort: 'due_on' })).toEqual(['late', 'edited'])
  expect(await titles(me, { due: 'late', owner_id: me.user.id })).toEqual(['late'])
  expect(await titles(me, { due: 'week' })).toEqual(['next week'])
  expect(await titles(me, { due: 'month', sort: '-due_on' })).toEqual(['next month', 'next week'])
  expect(await titles(me, { due: 'none' })).toEqual(['no date'])
  expect(await titles(me, { owner_id: 'none' })).toEqual(['next month'])
  expect((await titles(me, { owner_id: ada.user.id })).sort()).toEqual(['edited', 'next week'])
  const { items, total } = await find(me, { sort: 'due_on', limit: 2 })
  expect(total).toBe(7)
  expect(items.map(({ title, late }) => [title, late])).toEqual([
    ['published', false],
    ['late', true],
  ])
  expect(await titles(await server.signUp(), { due: 'late' })).toEqual([])
  expect((await getWork(me)).map(({ title, late, due_on }) => [title, late, due_on])).toEqual([
    ['late', true, toDay(-3)],
    ['no date', false, null],
  ])
})

test('a document of a plan item takes its owner and date, and both are one piece of work', async () => {
  const me = await server.signUp()
  const ada = await addColleague(me)
  const { list } = await me.call(listsContract.add, {
    ...{ workspace_id: me.workspaceId, name: 'Coffee', items: [{ text: 'cold brew ratio' }] },
  })
  const { plan } = await me.call(contentPlanContract.new, {
    ...{ workspace_id: me.workspaceId, name: 'Winter', list_id: list._id },
  })
  const { items } = await me.call(contentPlanContract.get, { _id: plan._id })
  const itemId = items[0]!._id
  await me.call(contentPlanContract.update, {
    ...{ _id: plan._id, version: plan.version },
    items: [{ _id: itemId, owner_id: ada.user.id, due_on: toDay(4) }],
  })
  const created = await addDocument(me, '', { plan_item_id: itemId })
  expect(created).toMatchObject({ owner_id: ada.user.id, due_on: toDay(4) })
  expect(await getWork(ada)).toMatchObject([{ kind: 'plan_item', _id: itemId, due_on: toDay(4) }])
  // The item follows its own changes: its document can have another owner.
  await me.call(assignmentContract.assign, { _id: created._id, owner_id: me.user.id, due_on: toDay(-1) })
  expect(await getWork(me)).toMatchObject([{ kind: 'document', _id: created._id, late: true }])
  expect(await getWork(ada)).toMatchObject([{ kind: 'plan_item', _id: itemId }])
  const { plan: changed } = await me.call(contentPlanContract.get, { _id: plan._id })
  await me.call(contentPlanContract.update, {
    ...{ _id: plan._id, version: changed.version, items: [{ _id: itemId, state: 'published' }] },
  })
  expect(await getWork(me)).toEqual([])
  expect(await titles(me, { due: 'late' })).toEqual([])
})

/** As publishing stores it. */
async function addPublication(who: Person, documentId: string) {
  const { pool } = server.database
  const destination = crypto.randomUUID()
  await pool.query(
    `insert into destinations (workspace_id, id, kind, url) values ($1, $2, 'blog', 'https://blog.example')`,
    [...[who.workspaceId, destination]],
  )
  await pool.query(
    `insert into publications (workspace_id, id, document_id, destination_id, state, title, slug)
     values ($1, gen_random_uuid(), $2, $3, 'published', 'Cold brew', 'cold-brew')`,
    [who.workspaceId, documentId, destination],
  )
}
