import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { type ReviewStateName, reviewStateContract } from '../../src/features/review/contract-state.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Comments of members and of guests with a review link. */

let server: TestServer
let me: Awaited<ReturnType<TestServer['signUp']>>
let documentId: string
beforeAll(async () => {
  server = await startTestServer()
  me = await server.signUp('self_hosted')
})
afterAll(() => server?.close())
beforeEach(async () => {
  documentId = await newDocument()
})

const text = '# Cold brew\n\nSteep it for **16 hours**. It keeps a week.\n'

async function newDocument() {
  const { item } = await me.call(aiContentContract.new, {
    ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await me.call(aiContentContract.update, { _id: item._id, version: item.version, content_md: text })
  return item._id
}

async function share(more: { may?: 'read' | 'comment'; password?: string } = {}) {
  const { share } = await me.call(reviewContract.share, { _id: documentId, may: 'comment', ...more })
  return { token: share.token, guest: server.as(share.token) }
}

const rewrite = async (content_md: string) => {
  const { item } = await me.call(aiContentContract.single, { _id: documentId })
  await me.call(aiContentContract.update, { _id: documentId, version: item.version, content_md })
}

const list = async (more: { resolved?: boolean } = {}) =>
  (await me.call(commentsContract.list, { document_id: documentId, ...more })).items

test('members see which API key wrote a comment, guests don’t', async () => {
  const { guest } = await share()
  const { key } = await me.call(apiKeysContract.add, {
    ...{ workspace_id: me.workspaceId, name: 'Fact checker', scopes: ['content:read', 'content:write'] },
  })
  const { comment } = await server.as(key)(commentsContract.add, { document_id: documentId, text: '16 or 12 hours?' })
  const author = { kind: 'member', name: comment.author.name }
  expect(comment.author).toEqual({ ...author, key: 'Fact checker' })
  const authors = async (who: typeof guest) =>
    (await who(commentsContract.list, { document_id: documentId })).items.map((each) => each.author)
  expect(await authors(me.call)).toEqual([{ ...author, key: 'Fact checker' }])
  expect(await authors(guest)).toEqual([{ ...author, key: null }])
})

test('a guest comments on a passage, a member answers and resolves the thread, and both see the same', async () => {
  const { guest, token } = await share()
  const opened = await server.anonymous(reviewContract.open, { token })
  expect(opened.document_id).toBe(documentId)
  const { comment } = await guest(commentsContract.add, {
    ...{ document_id: documentId, quote: 'Steep it for 16 hours.', text: 'Our guide says 12.', guest_name: 'Ada' },
    prefix: 'Buy coarse coffee.',
  })
  expect(comment).toMatchObject({
    ...{ prefix: 'Buy coarse coffee.', suffix: '' },
    ...{ parent_id: null, quote: 'Steep it for 16 hours.', orphaned: false, resolved_at: null, resolved_by: null },
    author: { kind: 'guest', name: 'Ada' },
  })
  const reply = { document_id: documentId, parent_id: comment._id, text: 'Changed.' }
  const answered = (await me.call(commentsContract.add, reply)).comment
  expect(answered).toMatchObject({ parent_id: comment._id, quote: '', author: { kind: 'member' } })
  // A reply to a reply is one to its thread.
  const again = await guest(commentsContract.add, { ...reply, parent_id: answered._id, guest_name: 'Ada' })
  expect(again.comment.parent_id).toBe(comment._id)
  const { comment: resolved } = await me.call(commentsContract.resolve, { _id: answered._id })
  expect(resolved).toMatchObject({ _id: comment._id, resolved_at: expect.any(String) })
  expect(await list()).toEqual((await guest(commentsContract.list, { document_id: documentId })).items)
  expect(await list({ resolved: false })).toEqual([])
  expect(await list({ resolved: true })).toHaveLength(3)
  await guest(commentsContract.resolve, { _id: comment._id, resolved: false, guest_name: 'Ada' })
  expect((await list({ resolved: false })).map(({ text }) => text)).toEqual([
    'Our guide says 12.',
    'Changed.',
    'Changed.',
  ])
})

test('a comment keeps its passage through edits around it, and its quote when the passage goes', async () => {
  const quote = 'Steep it for 16 hours.'
  await me.call(commentsContract.add, { document_id: documentId, quote, text: 'Sure?' })
  await me.call(commentsContract.add, { document_id: documentId, text: 'On all of it.' })
  await rewrite('# Iced coffee\n\nNew first words. *Steep it for 16 hours*. And a new end.\n')
  expect(await list()).toMatchObject([
    { quote, orphaned: false },
    { quote: '', orphaned: false },
  ])
  await rewrite('# Iced coffee\n\nSteep it for 12 hours.\n')
  expect(await list()).toMatchObject([
    { quote, orphaned: true },
    { quote: '', orphaned: false },
  ])
})

test('a guest reaches one document alone, and only as the link allows', async () => {
  const input = { text: 'Hm.', guest_name: 'Ada' }
  const { guest } = await share()
  const mine = { document_id: documentId }
  await guest(commentsContract.add, { ...mine, ...input })
  const other = await newDocument()
  const { comment } = await me.call(commentsContract.add, { document_id: other, text: 'Private.' })
  const closed = { code: 'not_found' }
  await expect(guest(commentsContract.add, { document_id: other, ...input })).rejects.toMatchObject(closed)
  await expect(guest(commentsContract.list, { document_id: other })).rejects.toMatchObject(closed)
  await expect(guest(commentsContract.resolve, { _id: comment._id, guest_name: 'Ada' })).rejects.toMatchObject(closed)
  await expect(guest(commentsContract.add, { ...mine, ...input, parent_id: comment._id })).rejects.toMatchObject({
    options: { field: 'parent_id' },
  })
  // No other call takes the token.
  await expect(guest(aiContentContract.single, { _id: documentId })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(guest(reviewContract.sharing, { _id: documentId })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(guest(commentsContract.add, { ...mine, text: 'Hm.' })).rejects.toMatchObject({
    options: { field: 'guest_name', reason: 'missing' },
  })

  await share({ may: 'read' })
  const readOnly = { code: 'forbidden', options: { reason: 'guest_not_allowed' } }
  await expect(guest(commentsContract.add, { ...mine, ...input })).rejects.toMatchObject(readOnly)
  await expect(guest(commentsContract.list, mine)).rejects.toMatchObject(readOnly)

  await me.call(reviewContract.unshare, { _id: documentId })
  await expect(guest(commentsContract.list, mine)).rejects.toMatchObject(closed)
  // What was said stays for the members.
  expect(await list()).toHaveLength(1)
  await expect(server.as('x'.repeat(44))(commentsContract.list, mine)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(server.anonymous(commentsContract.list, mine)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('behind a password, comments need the pass that it gave', async () => {
  const { guest, token } = await share({ password: 'open sesame' })
  const input = { document_id: documentId, text: 'Hm.', guest_name: 'Ada' }
  const refused = { code: 'unauthenticated', options: { reason: 'link_password_needed' } }
  await expect(guest(commentsContract.add, input)).rejects.toMatchObject(refused)
  const { pass } = await server.anonymous(reviewContract.open, { token, password: 'open sesame' })
  await guest(commentsContract.add, { ...input, pass: pass! })
  await share({ password: 'another' })
  await expect(guest(commentsContract.add, { ...input, pass: pass! })).rejects.toMatchObject(refused)
})

test('those who work on the document are notified of a comment once each, and opening the document reads it', async () => {
  const colleague = await server.signUp()
  await server.database.pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[me.workspaceId, colleague.user.id, 'editor'],
  ])
  const { guest } = await share()
  const about = async (who: typeof me) =>
    (await who.call(notificationsContract.list, {})).items.filter(({ subject_id }) => subject_id === documentId)
  await guest(commentsContract.add, { document_id: documentId, text: 'First.', guest_name: 'Ada' })
  await guest(commentsContract.add, { document_id: documentId, text: 'Second.', guest_name: 'Ada' })
  expect(await about(me)).toMatchObject([
    {
      ...{ kind: 'document_comment', keyword: 'Cold brew', examples: ['Second.'], read: false },
      comment: { by: 'Ada', is_guest: true },
    },
  ])
  // Somebody who has nothing to do with it isn't.
  expect(await about(colleague)).toEqual([])
  await me.call(notificationsContract.read, { subject_id: documentId })
  await colleague.call(commentsContract.add, { document_id: documentId, text: 'Third.' })
  expect(await about(me)).toMatchObject([{ examples: ['Third.'], read: false, comment: { is_guest: false } }])
  expect(await about(colleague)).toEqual([])
})

async function addMember(first_name: string, last_name: string) {
  const person = await server.signUp()
  const { pool } = server.database
  await pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[me.workspaceId, person.user.id, 'editor'],
  ])
  await pool.query('update users set first_name = $2, last_name = $3 where id = $1', [
    ...[person.user.id, first_name, last_name],
  ])
  return person
}

const findNotifications = async (who: typeof me) =>
  (await who.call(notificationsContract.list, {})).items.filter(({ subject_id }) => subject_id === documentId)

test('a mentioned member gets a notification of that kind instead of the one of comments, and guests see the name alone', async () => {
  const grace = await addMember('Grace', 'Hopper')
  await grace.call(commentsContract.add, { document_id: documentId, text: 'Mine.' })
  await me.call(notificationsContract.read, { all: true })
  const said = { document_id: documentId, text: 'Thanks @Grace Hopper, @Nobody.' }
  const mentions = [grace.user.id, me.user.id]
  const { comment } = await me.call(commentsContract.add, { ...said, mentions })
  // Whose name isn't in the text isn't mentioned.
  const mention = { user_id: grace.user.id, name: 'Grace Hopper' }
  expect(comment.mentions).toEqual([mention])
  expect((await list()).map((each) => each.mentions)).toEqual([[], [mention]])
  expect(await findNotifications(grace)).toMatchObject([
    { kind: 'document_mention', keyword: 'Cold brew', examples: [said.text], comment: { by: 'Ada', is_guest: false } },
  ])
  expect(await findNotifications(me)).toMatchObject([{ kind: 'document_comment', examples: ['Mine.'], read: true }])
  const { guest } = await share()
  expect((await guest(commentsContract.list, { document_id: documentId })).items.at(-1)!.mentions).toEqual([
    { user_id: null, name: 'Grace Hopper' },
  ])
  // A comment without a mention is an ordinary one again.
  await me.call(commentsContract.add, { document_id: documentId, text: '@Grace Hopper, but without an id.' })
  expect((await findNotifications(grace)).map(({ kind }) => kind).sort()).toEqual([
    'document_comment',
    'document_mention',
  ])
  // The name stays when the member is removed.
  await server.database.pool.query('delete from members where user_id = $1 and workspace_id = $2', [
    ...[grace.user.id, me.workspaceId],
  ])
  expect((await list())[1]!.mentions).toEqual([mention])
  await expect(me.call(commentsContract.add, { ...said, mentions: [grace.user.id] })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'mentions', reason: 'mentioned_not_member' },
  })
})

test('people of other workspaces can’t be mentioned', async () => {
  const stranger = await server.signUp()
  await expect(
    me.call(commentsContract.add, { document_id: documentId, text: '@Ada', mentions: [stranger.user.id] }),
  ).rejects.toMatchObject({ options: { field: 'mentions', reason: 'mentioned_not_member' } })
  expect(await findNotifications(stranger)).toEqual([])
})

test('a guest mentions members who commented on the same document, by name, and no others', async () => {
  const grace = await addMember('Grace', 'Hopper')
  const alan = await addMember('Alan', 'Turing')
  await grace.call(commentsContract.add, { document_id: documentId, text: 'Mine.' })
  const elsewhere = await newDocument()
  await alan.call(commentsContract.add, { document_id: elsewhere, text: 'Not here.' })
  const { guest } = await share()
  const say = (text: string, more: { mentions?: string[] } = {}) =>
    guest(commentsContract.add, { document_id: documentId, text, guest_name: 'Alan Turing', ...more })
  const { comment } = await say('@Grace Hopper and @Alan Turing, please look.')
  expect(comment.mentions).toEqual([{ user_id: null, name: 'Grace Hopper' }])
  expect((await list()).at(-1)!.mentions).toEqual([{ user_id: grace.user.id, name: 'Grace Hopper' }])
  expect(await findNotifications(grace)).toMatchObject([
    { kind: 'document_mention', comment: { by: 'Alan Turing', is_guest: true } },
  ])
  // Neither a guest of that name nor a member who wrote elsewhere is meant.
  expect(await findNotifications(alan)).toEqual([])
  // The answer is the same whether there is such a member or not.
  for (const id of [alan.user.id, documentId])
    await expect(say('@Alan Turing', { mentions: [id] })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'mentions', reason: 'guest_mentions' },
    })
})

test('a guest approves the version they read, and an edit reopens it', async () => {
  const { guest } = await share()
  const get = async () => (await me.call(reviewStateContract.get, { _id: documentId })).item.review
  expect(await get()).toBeNull()
  await me.call(reviewStateContract.set, { _id: documentId, state: 'review' })
  expect(await get()).toMatchObject({ state: 'review', reopened: false, by: { kind: 'member' } })
  const decide = (state: ReviewStateName, more: object = {}) =>
    guest(reviewStateContract.set, { _id: documentId, state, guest_name: 'Ada', ...more })
  await expect(decide('draft')).rejects.toMatchObject({ options: { field: 'state' } })
  await rewrite('# Cold brew\n\nSteep it for 12 hours.\n')
  const { version } = (await me.call(aiContentContract.single, { _id: documentId })).item
  await expect(decide('approved', { version: version - 1 })).rejects.toMatchObject({
    code: 'conflict',
    options: { reason: 'outdated_version' },
  })
  const { item } = await decide('approved', { version, note: 'Good.' })
  expect(item.review).toMatchObject({ state: 'approved', version, note: 'Good.', by: { kind: 'guest', name: 'Ada' } })
  const { items } = await me.call(notificationsContract.list, {})
  expect(items.find(({ subject_id }) => subject_id === documentId)).toMatchObject({
    ...{ examples: ['Good.'], comment: { by: 'Ada', decision: 'approved' } },
  })
  await rewrite('# Cold brew\n\nSteep it for 13 hours.\n')
  expect(await get()).toMatchObject({ state: 'review', reopened: true, version })
  await share({ may: 'read' })
  await expect(decide('approved')).rejects.toMatchObject({ code: 'forbidden' })
  expect((await guest(reviewStateContract.get, { _id: documentId })).item.review).toMatchObject({ reopened: true })
})

test('where approval is required, only the approved version is published', async () => {
  const publish = (status: 'published' | 'draft' = 'published') =>
    me.call(cmsContract.publish, { _id: documentId, status })
  await me.call(workspacesContract.update, { _id: me.workspaceId, require_approval: true })
  try {
    const refused = { code: 'conflict', options: { reason: 'approval_required' } }
    await expect(publish()).rejects.toMatchObject(refused)
    await publish('draft')
    await me.call(reviewStateContract.set, { _id: documentId, state: 'approved' })
    expect((await publish()).post.status).toBe('published')
    await rewrite('# Cold brew\n\nSteep it for 12 hours.\n')
    await expect(publish()).rejects.toMatchObject(refused)
    const { items } = await me.call(publishingContract.listDestinations, { workspace_id: me.workspaceId })
    const input = { document_id: documentId, destination_id: items[0]!._id, status: 'publish' as const }
    await expect(me.call(publishingContract.publish, input)).rejects.toMatchObject(refused)
    await me.call(reviewStateContract.set, { _id: documentId, state: 'approved' })
    expect((await me.call(publishingContract.publish, input)).publication.state).toBe('published')
  } finally {
    await me.call(workspacesContract.update, { _id: me.workspaceId, require_approval: false })
  }
  expect((await publish()).post.status).toBe('published')
})

test('strangers and members of other workspaces see none of it', async () => {
  const stranger = await server.signUp('self_hosted')
  const { comment } = await me.call(commentsContract.add, { document_id: documentId, text: 'Ours.' })
  const closed = { code: 'not_found' }
  await expect(stranger.call(commentsContract.list, { document_id: documentId })).rejects.toMatchObject(closed)
  await expect(stranger.call(commentsContract.resolve, { _id: comment._id })).rejects.toMatchObject(closed)
})

test('a guest can’t flood a document', async () => {
  const { guest } = await share()
  const input = { document_id: documentId, text: 'Hm.', guest_name: 'Ada' }
  let refused = 0
  for (let n = 0; n < 65 && refused === 0; n++)
    await guest(commentsContract.add, input).catch((error) => {
      expect(error).toMatchObject({ code: 'rate_limited' })
      refused = n
    })
  expect(refused).toBe(60)
})

test('home lists what others commented and decided, not what the person did', async () => {
  const client = await server.signUp('self_hosted')
  const getFeedback = async (who = me, since = '2026-01-01T00:00:00Z') =>
    (await who.call(homeContract.get, { workspace_id: me.workspaceId, since })).feedback.filter(
      (item) => item.document_id === documentId,
    )
  await me.call(commentsContract.add, { document_id: documentId, text: 'Mine.' })
  expect(await getFeedback()).toEqual([])
  const { guest } = await share()
  const said = { document_id: documentId, guest_name: 'Ada' }
  await guest(commentsContract.add, { ...said, text: 'First.' })
  const { comment } = await guest(commentsContract.add, { ...said, text: 'Second.' })
  const item = { document_id: documentId, title: 'Cold brew', comments: 2, link: `/app/content/${documentId}` }
  const latest = { by: { kind: 'guest', name: 'Ada' }, text: 'Second.' }
  expect(await getFeedback()).toEqual([{ ...item, latest, review: null, at: comment.created_at }])
  await guest(reviewStateContract.set, { _id: documentId, state: 'changes', note: 'Add prices.', guest_name: 'Ada' })
  expect(await getFeedback()).toMatchObject([{ ...item, latest, review: { state: 'changes', note: 'Add prices.' } }])
  await me.call(reviewStateContract.set, { _id: documentId, state: 'review' })
  expect(await getFeedback()).toMatchObject([{ comments: 2, review: null }])
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(await getFeedback(me, later)).toEqual([])
  await expect(getFeedback(client)).rejects.toMatchObject({ code: 'not_found' })
})
