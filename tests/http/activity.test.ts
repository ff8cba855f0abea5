import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ActivityEntry, activityContract } from '../../src/features/activity/contract.ts'
import { aiContentContract, assignmentContract } from '../../src/features/ai-content/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { planReviewContract } from '../../src/features/review/contract-plans.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { suggestionsContract } from '../../src/features/review/contract-suggestions.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Who did what, in a workspace and in one document. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>

async function addDocument(who: Person, title = 'Cold brew') {
  const { item } = await who.call(aiContentContract.new, {
    ...{ workspace_id: who.workspaceId, template: 'blog_post', title, model: 'builtin' },
  })
  return item._id
}

async function addColleague(who: Person, role = 'editor'): Promise<Person> {
  const colleague = await server.signUp()
  await server.database.pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[who.workspaceId, colleague.user.id, role],
  ])
  return { ...colleague, workspaceId: who.workspaceId }
}

const write = async (who: Person, _id: string, content_md: string) => {
  const { item } = await who.call(aiContentContract.single, { _id })
  return who.call(aiContentContract.update, { _id, version: item.version, content_md })
}
const ofDocument = (who: Person, _id: string, more: { cursor?: string; limit?: number } = {}) =>
  who.call(activityContract.document, { _id, ...more })
const ofWorkspace = (who: Person, more: { cursor?: string; limit?: number } = {}) =>
  who.call(activityContract.workspace, { workspace_id: who.workspaceId, ...more })
/** Oldest first. */
const kinds = (items: ActivityEntry[]) => items.map(({ kind, actor }) => `${actor.kind} ${kind}`).reverse()
const moveVersion = (id: string, version: number, at: string) =>
  server.database.pool.query('update document_versions set at = $3 where document_id = $1 and version = $2', [
    ...[id, version, at],
  ])

test('a document’s feed says who wrote, assigned, reviewed, commented, suggested, decided, shared and published', async () => {
  const me = await server.signUp('self_hosted')
  const ada = await addColleague(me)
  const _id = await addDocument(me)
  await me.call(assignmentContract.assign, { _id, owner_id: ada.user.id, due_on: '2026-12-04' })
  await write(ada, _id, 'Steep it.\n')
  const { share } = await me.call(reviewContract.share, { _id, may: 'write' })
  const guest = server.as(share.token)
  const by = { guest_name: 'Cleo' }
  const { comment } = await guest(commentsContract.add, { ...by, document_id: _id, text: 'x'.repeat(200) })
  await guest(aiContentContract.update, { ...by, _id, version: 2, content_md: 'Steep it cold.\n' })
  await me.call(suggestionsContract.accept, { document_id: _id })
  await me.call(commentsContract.resolve, { _id: comment._id })
  await ada.call(reviewStateContract.set, { _id, state: 'review' })
  await guest(reviewStateContract.set, { ...by, _id, state: 'approved' })
  await me.call(reviewContract.unshare, { _id })
  const { post } = await me.call(cmsContract.publish, { _id, status: 'published', slug: 'cold-brew' })
  await me.call(cmsContract.unpublish, { _id: post._id })

  const { items, next_cursor } = await ofDocument(ada, _id, { limit: 100 })
  expect(next_cursor).toBeNull()
  expect(kinds(items)).toEqual([
    'member created',
    'member assigned',
    'member edited',
    'member link_created',
    'guest commented',
    'guest suggested',
    // One transaction: the decision, and the version that it made.
    'member suggestions_accepted',
    'member edited',
    'member resolved',
    'member state_changed',
    'guest state_changed',
    'member link_revoked',
    'member published',
    'member unpublished',
  ])
  const find = (kind: string) => items.filter((item) => item.kind === kind).reverse()
  const subject = { kind: 'document', _id, title: 'Cold brew', link: `/app/content/${_id}` }
  expect(items.every((item) => item.subject.title === 'Cold brew' && item.subject._id === _id)).toBe(true)
  expect(find('assigned')).toMatchObject([{ subject, owner: expect.any(String), due_on: '2026-12-04', version: null }])
  expect(find('edited')).toMatchObject([{ version: 2 }, { version: 3 }])
  expect(find('commented')).toMatchObject([{ actor: { kind: 'guest', name: 'Cleo' }, text: 'x'.repeat(140) }])
  expect(find('suggested')).toMatchObject([{ count: 1 }])
  expect(find('suggestions_accepted')).toMatchObject([{ count: 1, actor: { kind: 'member' } }])
  expect(find('state_changed')).toMatchObject([
    { state: 'review', version: 3 },
    { state: 'approved', version: 3, actor: { kind: 'guest', name: 'Cleo' } },
  ])
  expect(find('published')).toMatchObject([{ destination: 'blog', url: expect.stringContaining('cold-brew') }])
  // The workspace's feed has the same.
  expect((await ofWorkspace(me, { limit: 100 })).items).toEqual(items)
})

test('edits are one entry a person and hour, and an API key is named as such', async () => {
  const me = await server.signUp('self_hosted')
  const ada = await addColleague(me)
  const _id = await addDocument(me)
  for (const [who, text] of [
    ...([
      [me, 'One.'],
      [me, 'Two.'],
      [ada, 'Three.'],
      [me, 'Four.'],
      [me, 'Five.'],
    ] as const),
  ])
    await write(who, _id, `${text}\n`)
  const times = ['08:00', '09:01', '09:20', '09:30', '09:40', '10:05']
  for (const [index, time] of times.entries()) await moveVersion(_id, index + 1, `2026-11-01T${time}:00.000001Z`)
  const { key } = await me.call(apiKeysContract.add, {
    ...{ workspace_id: me.workspaceId, name: 'CMS', scopes: ['content:read', 'content:write'] },
  })
  await server.as(key)(aiContentContract.update, { _id, version: 6, content_md: 'Six.\n' })
  await moveVersion(_id, 7, '2026-11-01T10:06:00Z')
  const { items } = await ofDocument(me, _id)
  expect(items.map(({ kind, version, actor, at }) => [kind, version, actor.kind, actor.key, at.slice(11, 16)])).toEqual(
    [
      ['edited', 7, 'api', 'CMS', '10:06'],
      ['edited', 6, 'member', null, '10:05'],
      ['edited', 5, 'member', null, '09:40'],
      ['edited', 4, 'member', null, '09:30'],
      ['created', 1, 'member', null, '08:00'],
    ],
  )
})

test('what an API key does has its name with that of the member, also once the key is deleted', async () => {
  const me = await server.signUp('self_hosted')
  const { key, item } = await me.call(apiKeysContract.add, {
    ...{ workspace_id: me.workspaceId, name: 'Nightly', scopes: ['content:read', 'content:write'] },
  })
  const program = server.as(key)
  const { item: document } = await program(aiContentContract.new, {
    ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const { comment } = await program(commentsContract.add, { document_id: document._id, text: 'Hm.' })
  await program(commentsContract.resolve, { _id: comment._id })
  await me.call(commentsContract.add, { document_id: document._id, text: 'By hand.' })
  await me.call(apiKeysContract.remove, { _id: item._id })
  const { items } = await ofDocument(me, document._id)
  const name = items.find(({ text }) => text === 'By hand.')!.actor.name
  expect(items.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['commented', { kind: 'member', name, key: null }],
    ['resolved', { kind: 'api', name, key: 'Nightly' }],
    ['commented', { kind: 'api', name, key: 'Nightly' }],
    ['created', { kind: 'api', name, key: 'Nightly' }],
  ])
})

test('pages have each entry once, also of the same moment', async () => {
  const me = await server.signUp('self_hosted')
  const ids = [await addDocument(me, 'A'), await addDocument(me, 'B'), await addDocument(me, 'C')]
  for (const id of ids) await moveVersion(id, 1, '2026-11-01T08:00:00.123456Z')
  await me.call(commentsContract.add, { document_id: ids[0]!, text: 'Hm.' })
  await me.call(commentsContract.add, { document_id: ids[1]!, text: 'Hm.' })
  const all = (await ofWorkspace(me)).items
  expect(all).toHaveLength(5)
  const paged: ActivityEntry[] = []
  let cursor: string | undefined
  do {
    const page = await ofWorkspace(me, { limit: 2, ...(cursor ? { cursor } : {}) })
    paged.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(paged).toEqual(all)
  for (const wrong of ['x', '%%%', 'a'.repeat(299)])
    await expect(ofWorkspace(me, { cursor: wrong })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'cursor', reason: 'invalid_cursor' },
    })
})

test('plans, reports and what was deleted are in the workspace’s feed', async () => {
  const me = await server.signUp('self_hosted')
  const add = { workspace_id: me.workspaceId, name: 'Coffee', items: [{ text: 'cold brew ratio' }] }
  const { list } = await me.call(listsContract.add, add)
  const { plan } = await me.call(contentPlanContract.new, {
    ...{ workspace_id: me.workspaceId, name: 'Winter', list_id: list._id },
  })
  const { share } = await me.call(planReviewContract.share, { _id: plan._id, may: 'comment' })
  const { comment } = await server.as(share.token)(planReviewContract.addComment, {
    ...{ plan_id: plan._id, text: 'When?', guest_name: 'Cleo' },
  })
  await me.call(planReviewContract.resolveComment, { _id: comment._id })
  const report = async (query: string, more: string) =>
    server.database.pool.query(
      `insert into reports (workspace_id, id, type, query, country, language, depth, fresh, is_list, status, stage, units,
         created_by, finished_at${more ? ', hidden' : ''})
       values ($1, gen_random_uuid(), 'topic', $2, 'US', 'en', 1, false, false, 'done', 'enrich', 1, $3, now()${more})`,
      [me.workspaceId, query, me.user.id],
    )
  await report('cold brew', '')
  await report('hidden', ', true')
  const { items } = await ofWorkspace(me)
  expect(kinds(items)).toEqual([
    'member created',
    'member link_created',
    'guest commented',
    'member resolved',
    'member report_done',
  ])
  const subject = { kind: 'plan', _id: plan._id, title: 'Winter', link: `/app/plan/${plan._id}` }
  expect(items.slice(1).every((item) => item.subject.title === 'Winter')).toBe(true)
  expect(items[2]).toMatchObject({ subject, text: 'When?', actor: { name: 'Cleo' } })
  expect(items[0]!.subject).toMatchObject({ kind: 'report', title: 'cold brew' })

  const _id = await addDocument(me, 'Old news')
  await me.call(aiContentContract.delete, { _id })
  await me.call(contentPlanContract.remove, { _id: plan._id })
  expect((await ofWorkspace(me)).items.slice(0, 2)).toMatchObject([
    { kind: 'deleted', subject: { kind: 'plan', _id: null, title: 'Winter', link: null } },
    { kind: 'deleted', subject: { kind: 'document', _id: null, title: 'Old news', link: null } },
  ])
})

test('a plan and a report that an API key made have its name in the workspace’s feed', async () => {
  const me = await server.signUp('self_hosted')
  const { key } = await me.call(apiKeysContract.add, {
    ...{ workspace_id: me.workspaceId, name: 'Planner', scopes: ['plan:write', 'reports:write'] },
  })
  const add = { workspace_id: me.workspaceId, name: 'Coffee', items: [{ text: 'cold brew ratio' }] }
  const { list } = await me.call(listsContract.add, add)
  const create = (call: Person['call'], name: string) =>
    call(contentPlanContract.new, { workspace_id: me.workspaceId, name, list_id: list._id })
  await create(server.as(key), 'By key')
  await create(me.call, 'By hand')
  const run = async (call: Person['call'], query: string) => {
    const { report } = await call(reportsContract.new, {
      ...{ workspace_id: me.workspaceId, type: 'topic', query, country: 'US', language: 'en', sources: ['sample'] },
    })
    const { _id } = report!
    const isDone = async () => (await me.call(reportsContract.checkstatus, { _id })).status === 'done'
    await until('the sample report', isDone, 60_000)
  }
  await run(server.as(key), 'cold brew')
  await run(me.call, 'espresso')
  const { items } = await ofWorkspace(me)
  const name = items.find(({ subject }) => subject.title === 'By hand')!.actor.name
  expect(Object.fromEntries(items.map(({ actor, subject }) => [subject.title, actor]))).toEqual({
    'By key': { kind: 'api', name, key: 'Planner' },
    'By hand': { kind: 'member', name, key: null },
    'cold brew': { kind: 'api', name, key: 'Planner' },
    espresso: { kind: 'member', name, key: null },
  })
})

test('a suggestion that an API key accepted and a post that it published have its name', async () => {
  const me = await server.signUp('self_hosted')
  const { key } = await me.call(apiKeysContract.add, {
    ...{ workspace_id: me.workspaceId, name: 'Publisher', scopes: ['content:write'] },
  })
  const _id = await addDocument(me)
  await write(me, _id, 'Steep it.\n')
  const { share } = await me.call(reviewContract.share, { _id, may: 'write' })
  const proposal = { guest_name: 'Cleo', _id, version: 2, content_md: 'Steep it cold.\n' }
  await server.as(share.token)(aiContentContract.update, proposal)
  await server.as(key)(suggestionsContract.accept, { document_id: _id })
  const { post } = await server.as(key)(cmsContract.publish, { _id, status: 'published', slug: 'by-key' })
  await me.call(cmsContract.publish, { _id, status: 'published', slug: 'by-hand' })
  await server.as(key)(cmsContract.unpublish, { _id: post._id })
  const { items } = await ofDocument(me, _id)
  expect(items.slice(0, 5).map(({ kind, actor }) => [kind, actor.kind, actor.key])).toEqual([
    ['unpublished', 'api', 'Publisher'],
    ['post_updated', 'member', null],
    ['published', 'api', 'Publisher'],
    ['edited', 'api', 'Publisher'],
    ['suggestions_accepted', 'api', 'Publisher'],
  ])
})

test('members of the workspace read it, viewers too; guests and others don’t', async () => {
  const me = await server.signUp('self_hosted')
  const viewer = await addColleague(me, 'viewer')
  const stranger = await server.signUp()
  const _id = await addDocument(me)
  expect((await ofDocument(viewer, _id)).items).toHaveLength(1)
  expect((await ofWorkspace(viewer)).items).toHaveLength(1)
  await expect(ofDocument(stranger, _id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(stranger.call(activityContract.workspace, { workspace_id: me.workspaceId })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await ofWorkspace(stranger)).items).toEqual([])
  const { share } = await me.call(reviewContract.share, { _id, may: 'write' })
  const guest = server.as(share.token)
  await expect(guest(activityContract.document, { _id })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a state that was set by an earlier version of Earshot is there, once', async () => {
  const me = await server.signUp('self_hosted')
  const _id = await addDocument(me)
  await me.call(reviewStateContract.set, { _id, state: 'review' })
  await server.database.pool.query('delete from activity_entries where document_id = $1', [_id])
  const states = async () =>
    (await ofDocument(me, _id)).items.filter(({ kind }) => kind === 'state_changed').map(({ state }) => state)
  expect(await states()).toEqual(['review'])
  await me.call(reviewStateContract.set, { _id, state: 'draft' })
  expect(await states()).toEqual(['draft'])
})
