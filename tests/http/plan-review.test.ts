import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { restTitle } from '../../src/features/content-plan/rules/rest-item.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { type PlanPermission, planReviewContract } from '../../src/features/review/contract-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Content plans for people without an account, and comments on their items. */

let server: TestServer
let me: Awaited<ReturnType<TestServer['signUp']>>
let plan: { _id: string; items: { _id: string; title: string }[]; version: number }
beforeAll(async () => {
  server = await startTestServer()
  me = await server.signUp('self_hosted')
})
afterAll(() => server?.close())
beforeEach(async () => {
  plan = await newPlan()
})

async function newPlan() {
  const { list } = await me.call(listsContract.add, {
    ...{ workspace_id: me.workspaceId, name: crypto.randomUUID() },
    items: ['cold brew ratio', 'best hand grinder', 'pour over kettle'].map((text) => ({ text })),
  })
  const { plan: made } = await me.call(contentPlanContract.new, {
    ...{ workspace_id: me.workspaceId, name: 'Coffee, winter 2026', list_id: list._id },
  })
  const { items } = await me.call(contentPlanContract.get, { _id: made._id })
  return { _id: made._id, items, version: made.version }
}

async function share(more: { may?: PlanPermission; password?: string; expires_at?: string } = {}) {
  const { share } = await me.call(planReviewContract.share, { _id: plan._id, may: 'comment', ...more })
  return { share, token: share.token, guest: server.as(share.token) }
}

const open = (
  token: string,
  more: { password?: string; pass?: string; workspace_id?: string; page?: number; limit?: number } = {},
) => server.anonymous(planReviewContract.open, { token, ...more })

const comments = async (more: { item_id?: string; resolved?: boolean } = {}) =>
  (await me.call(planReviewContract.comments, { plan_id: plan._id, ...more })).items

test('a link shows guests the items of one plan, and neither numbers of providers nor people', async () => {
  const first = plan.items[0]!
  await me.call(contentPlanContract.update, {
    ...{ _id: plan._id, version: plan.version },
    items: [{ _id: first._id, title: 'How much coffee', due_on: '2026-12-04', owner_id: me.user.id, state: 'briefed' }],
  })
  const { share: link } = await share({ may: 'read' })
  expect(link).toEqual({
    token: link.token,
    url: `http://earshot.test/d/${link.token}`,
    may: 'read',
    has_password: false,
    expires_at: null,
  })
  const opened = await open(link.token)
  expect(opened).toMatchObject({ plan_id: plan._id, may: 'read', needs_password: false, pass: null })
  expect(opened.plan).toMatchObject({ name: 'Coffee, winter 2026', total: plan.items.length, page: 1 })
  const shown = opened.plan!.items.find(({ _id }) => _id === first._id)
  expect(shown).toEqual({
    _id: first._id,
    title: 'How much coffee',
    is_page: true,
    role: expect.any(String),
    state: 'briefed',
    due_on: '2026-12-04',
    keyword: expect.any(String),
    keyword_count: expect.any(Number),
  })
  const second = await open(link.token, { page: 2, limit: 1 })
  expect(second.plan!.items).toEqual(opened.plan!.items.slice(1, 2))
})

test('guests read keywords that fit no page as “Other keywords”, and nothing of them once they are moved', async () => {
  const [page, rest] = [plan.items[0]!, plan.items[1]!]
  await server.database.pool.query('update plan_items set title = $2, url = null where id = $1', [rest._id, restTitle])
  const { token } = await share()
  const shown = (await open(token)).plan!
  expect(shown).toMatchObject({ total: plan.items.length })
  expect(shown.items.find(({ _id }) => _id === rest._id)).toMatchObject({ title: 'Other keywords', is_page: false })
  expect(shown.items.filter(({ is_page }) => is_page)).toHaveLength(plan.items.length - 1)

  const { items } = await me.call(contentPlanContract.get, { _id: plan._id })
  const moved = items.find(({ _id }) => _id === rest._id)!.keywords
  await me.call(contentPlanContract.update, {
    ...{ _id: plan._id, version: plan.version },
    items: [{ _id: page._id, add_keywords: moved }],
  })
  const left = (await open(token)).plan!
  expect(left.total).toBe(plan.items.length - 1)
  expect(left.items.map(({ _id }) => _id)).not.toContain(rest._id)
})

test('passwords, expiry and revocation close the link at once', async () => {
  const { token } = await share({ password: 'open sesame' })
  expect(await open(token)).toMatchObject({ plan: null, plan_id: null, needs_password: true })
  await expect(open(token, { password: 'wrong' })).rejects.toMatchObject({ code: 'invalid_credentials' })
  const { pass } = await open(token, { password: 'open sesame' })
  expect((await open(token, { pass: pass! })).plan).not.toBeNull()
  await share({ password: 'another' })
  expect((await open(token, { pass: pass! })).plan).toBeNull()

  const closed = { code: 'not_found' }
  expect((await share()).token).toBe(token)
  await expect(open(token, { workspace_id: crypto.randomUUID() })).rejects.toMatchObject(closed)
  await server.database.pool.query(
    `update plan_review_links set expires_at = now() - interval '1 second' where plan_id = $1`,
    [plan._id],
  )
  await expect(open(token)).rejects.toMatchObject(closed)
  await share()
  await me.call(planReviewContract.unshare, { _id: plan._id })
  await expect(open(token)).rejects.toMatchObject(closed)
  expect((await me.call(planReviewContract.sharing, { _id: plan._id })).share).toBeNull()
  const later = await share()
  expect(later.token).not.toBe(token)
  await me.call(contentPlanContract.remove, { _id: plan._id })
  await expect(open(later.token)).rejects.toMatchObject(closed)
  await expect(share({ expires_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject(closed)
})

test('wrong passwords of a link are counted', async () => {
  const { token } = await share({ password: 'open sesame' })
  for (let guess = 0; guess < 20; guess++)
    await expect(open(token, { password: `${guess}` })).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(open(token, { password: 'open sesame' })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a guest comments on an item, a member answers and resolves the thread, and both see the same', async () => {
  const { guest } = await share()
  const item = plan.items[0]!
  const { comment } = await guest(planReviewContract.addComment, {
    ...{ plan_id: plan._id, item_id: item._id, text: 'This one first, please.', guest_name: 'Ada' },
  })
  expect(comment).toMatchObject({
    ...{ item_id: item._id, item_title: item.title, parent_id: null, orphaned: false, resolved_at: null },
    author: { kind: 'guest', name: 'Ada' },
  })
  await guest(planReviewContract.addComment, { plan_id: plan._id, text: 'Looks good.', guest_name: 'Ada' })
  const reply = { plan_id: plan._id, parent_id: comment._id, text: 'In December.' }
  const answered = (await me.call(planReviewContract.addComment, reply)).comment
  // A reply to a reply is one to its thread.
  const again = await guest(planReviewContract.addComment, { ...reply, parent_id: answered._id, guest_name: 'Ada' })
  expect(again.comment.parent_id).toBe(comment._id)
  expect(await comments({ item_id: item._id })).toHaveLength(3)
  expect(await comments()).toEqual((await guest(planReviewContract.comments, { plan_id: plan._id })).items)
  const { comment: resolved } = await me.call(planReviewContract.resolveComment, { _id: answered._id })
  expect(resolved).toMatchObject({ _id: comment._id, resolved_at: expect.any(String) })
  expect((await comments({ resolved: false })).map(({ text }) => text)).toEqual(['Looks good.'])
  await guest(planReviewContract.resolveComment, { _id: comment._id, resolved: false, guest_name: 'Ada' })
  expect(await comments({ resolved: true })).toEqual([])
})

test('a comment on a plan mentions a member, who is notified of that alone', async () => {
  const grace = await server.signUp()
  const { pool } = server.database
  await pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[me.workspaceId, grace.user.id, 'viewer'],
  ])
  await pool.query(`update users set first_name = 'Grace', last_name = 'Hopper' where id = $1`, [grace.user.id])
  await grace.call(planReviewContract.addComment, { plan_id: plan._id, text: 'Mine.' })
  const { comment } = await me.call(planReviewContract.addComment, {
    ...{ plan_id: plan._id, item_id: plan.items[0]!._id, text: 'In May, @Grace Hopper?', mentions: [grace.user.id] },
  })
  expect(comment.mentions).toEqual([{ user_id: grace.user.id, name: 'Grace Hopper' }])
  const { items } = await grace.call(notificationsContract.list, {})
  expect(items).toMatchObject([{ kind: 'plan_mention', subject_id: plan._id, examples: ['In May, @Grace Hopper?'] }])
})

test('a comment keeps the title of an item that is removed from the plan', async () => {
  const item = plan.items.at(-1)!
  await me.call(planReviewContract.addComment, { plan_id: plan._id, item_id: item._id, text: 'Why?' })
  await me.call(contentPlanContract.update, { _id: plan._id, version: plan.version, remove: [item._id] })
  expect(await comments()).toMatchObject([{ item_id: null, item_title: item.title, orphaned: true, text: 'Why?' }])
})

test('a guest reaches one plan alone, and only as the link allows', async () => {
  const { guest } = await share()
  const mine = { plan_id: plan._id }
  const input = { text: 'Hm.', guest_name: 'Ada' }
  await guest(planReviewContract.addComment, { ...mine, ...input })
  const other = await newPlan()
  const { comment } = await me.call(planReviewContract.addComment, { plan_id: other._id, text: 'Private.' })
  const closed = { code: 'not_found' }
  await expect(guest(planReviewContract.addComment, { plan_id: other._id, ...input })).rejects.toMatchObject(closed)
  await expect(guest(planReviewContract.comments, { plan_id: other._id })).rejects.toMatchObject(closed)
  await expect(guest(planReviewContract.resolveComment, { _id: comment._id, guest_name: 'Ada' })).rejects.toMatchObject(
    closed,
  )
  await expect(
    guest(planReviewContract.addComment, { ...mine, ...input, parent_id: comment._id }),
  ).rejects.toMatchObject({ options: { field: 'parent_id' } })
  await expect(
    guest(planReviewContract.addComment, { ...mine, ...input, item_id: other.items[0]!._id }),
  ).rejects.toMatchObject({ options: { field: 'item_id', reason: 'plan_item_missing' } })
  await expect(guest(planReviewContract.addComment, { ...mine, text: 'Hm.' })).rejects.toMatchObject({
    options: { field: 'guest_name', reason: 'missing' },
  })
  // No other call takes the token, and the link of a document opens no plan.
  const signedOut = { code: 'unauthenticated' }
  await expect(guest(contentPlanContract.get, { _id: plan._id })).rejects.toMatchObject(signedOut)
  await expect(guest(commentsContract.list, { document_id: plan._id })).rejects.toMatchObject(signedOut)
  const { item } = await me.call(aiContentContract.new, {
    ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const document = await me.call(reviewContract.share, { _id: item._id, may: 'write' })
  await expect(server.as(document.share.token)(planReviewContract.comments, mine)).rejects.toMatchObject(signedOut)
  await expect(open(document.share.token)).rejects.toMatchObject(closed)

  await share({ may: 'read' })
  const readOnly = { code: 'forbidden', options: { reason: 'guest_not_allowed' } }
  await expect(guest(planReviewContract.addComment, { ...mine, ...input })).rejects.toMatchObject(readOnly)
  await expect(guest(planReviewContract.comments, mine)).rejects.toMatchObject(readOnly)
  await me.call(planReviewContract.unshare, { _id: plan._id })
  await expect(guest(planReviewContract.comments, mine)).rejects.toMatchObject(closed)
  // What was said stays for the members.
  expect(await comments()).toHaveLength(1)
})

test('behind a password, comments need the pass that it gave', async () => {
  const { guest, token } = await share({ password: 'open sesame' })
  const input = { plan_id: plan._id, text: 'Hm.', guest_name: 'Ada' }
  await expect(guest(planReviewContract.addComment, input)).rejects.toMatchObject({
    options: { reason: 'link_password_needed' },
  })
  const { pass } = await open(token, { password: 'open sesame' })
  await guest(planReviewContract.addComment, { ...input, pass: pass! })
})

test('who made the plan is notified of comments once, and opening the plan reads it', async () => {
  const { guest } = await share()
  const about = async () =>
    (await me.call(notificationsContract.list, {})).items.filter(({ subject_id }) => subject_id === plan._id)
  for (const text of ['First.', 'Second.'])
    await guest(planReviewContract.addComment, { plan_id: plan._id, text, guest_name: 'Ada' })
  expect(await about()).toMatchObject([
    {
      ...{ kind: 'plan_comment', keyword: 'Coffee, winter 2026', examples: ['Second.'], read: false },
      comment: { by: 'Ada', is_guest: true },
    },
  ])
  await me.call(notificationsContract.read, { subject_id: plan._id })
  expect(await about()).toMatchObject([{ read: true }])
})

test('sharing and its end are in the audit log', async () => {
  await share({ password: 'open sesame' })
  await me.call(planReviewContract.unshare, { _id: plan._id })
  const { rows } = await server.database.pool.query(
    'select action, details from audit_log where subject = $1 order by id',
    [plan._id],
  )
  expect(rows).toMatchObject([
    { action: 'plan.shared', details: { may: 'comment', has_password: true } },
    { action: 'plan.unshared' },
  ])
  expect(JSON.stringify(rows)).not.toContain('sesame')
})
