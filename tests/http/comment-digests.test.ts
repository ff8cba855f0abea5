import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { planReviewContract } from '../../src/features/review/contract-plans.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { readOutbox } from '../support/outbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Comments and review decisions in the daily digest email. */

let server: TestServer
let stopWork: () => Promise<void>
type Person = Awaited<ReturnType<TestServer['signUp']>>
let me: Person
let documentId: string
beforeAll(async () => {
  server = await startTestServer()
  stopWork = await server.app.start({ alone: true })
})
afterAll(async () => {
  await stopWork?.()
  await server?.close()
})
beforeEach(async () => {
  me = await signUpProven('self_hosted')
  const { item } = await me.call(aiContentContract.new, {
    ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await me.call(aiContentContract.update, {
    ...{ _id: item._id, version: item.version, content_md: 'Steep it for 16 hours.' },
  })
  documentId = item._id
})

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values)

/** Emails of comments go to proven addresses alone. */
async function signUpProven(plan?: string) {
  const person = await server.signUp(plan)
  await query('update users set email_verified = true where id = $1', [person.user.id])
  return person
}

async function share() {
  const { share } = await me.call(reviewContract.share, { _id: documentId, may: 'comment' })
  return server.as(share.token)
}

const readDigests = async (email: string) =>
  (await readOutbox(server.dataDir, email)).filter((text) => text.includes('List-Unsubscribe'))

const isDue = async (email: string) =>
  (await query('select from digest_readers where email = $1 and due_at is not null', [email])).rowCount === 1

/** Sends what waits, as if the time until then had passed, and waits until that is done. */
async function sendDigest(email: string) {
  await query('update digest_readers set due_at = now() where email = $1 and due_at is not null', [email])
  await until('the digest', async () => {
    const { rowCount } = await query(
      `select from digest_readers r where r.email = $1 and r.due_at is null and not exists (
         select from digests d where d.email = r.email and d.state = 'sending')`,
      [email],
    )
    return rowCount === 1
  })
}

test('unread comments, decisions and mentions of a person share one email, up to once a day', async () => {
  const guest = await share()
  const { list } = await me.call(listsContract.add, {
    ...{
      workspace_id: me.workspaceId,
      name: 'Coffee',
      items: [{ text: 'cold brew ratio' }, { text: 'best hand grinder' }],
    },
  })
  const { plan } = await me.call(contentPlanContract.new, {
    ...{ workspace_id: me.workspaceId, name: 'Winter', list_id: list._id },
  })
  const said = { document_id: documentId, guest_name: 'Sam' }
  await guest(commentsContract.add, { ...said, text: 'Our guide says 12.', quote: 'Steep it for 16 hours.' })
  await guest(reviewStateContract.set, { _id: documentId, state: 'changes', note: 'Add prices.', guest_name: 'Sam' })
  const { share: planShare } = await me.call(planReviewContract.share, { _id: plan._id, may: 'comment' })
  await server.as(planShare.token)(planReviewContract.addComment, {
    ...{ plan_id: plan._id, text: 'Looks good.', guest_name: 'Kim' },
  })
  await me.call(commentsContract.add, { document_id: documentId, text: 'My own words.' })
  expect(await readDigests(me.email)).toEqual([])
  await sendDigest(me.email)
  const emails = await readDigests(me.email)
  expect(emails).toHaveLength(1)
  for (const words of [
    'Our guide says 12.',
    'Steep it for 16 hours.',
    'Add prices.',
    'Looks good.',
    'Sam',
    'Kim',
    'Winter',
  ])
    expect(emails[0]).toContain(words)
  // A document and a plan: each is a link, and the button opens what has both.
  for (const path of [`content/${documentId}`, `plan/${plan._id}`, 'notifications'])
    expect(emails[0]).toContain(`/app/${path}`)
  expect(emails[0]).not.toContain('My own words.')
  // What comes later waits for the next day.
  await guest(commentsContract.add, { ...said, text: 'One more.' })
  const { rows } = await query(
    `select due_at > now() + interval '20 hours' as is_later from digest_readers where email = $1`,
    [me.email],
  )
  expect(rows).toEqual([{ is_later: true }])
})

test('what a person reads meanwhile isn’t emailed', async () => {
  const guest = await share()
  await guest(commentsContract.add, { document_id: documentId, text: 'Read in the app.', guest_name: 'Sam' })
  await me.call(notificationsContract.read, { subject_id: documentId })
  await sendDigest(me.email)
  expect(await readDigests(me.email)).toEqual([])
  // A new comment makes the notification unread again, and is emailed without the ones before.
  await guest(commentsContract.add, { document_id: documentId, text: 'Before the second look.', guest_name: 'Sam' })
  await me.call(notificationsContract.read, { all: true })
  await guest(commentsContract.add, { document_id: documentId, text: 'Not read yet.', guest_name: 'Sam' })
  await sendDigest(me.email)
  const [email] = await readDigests(me.email)
  expect(email).toContain('Not read yet.')
  expect(email).not.toMatch(/Read in the app|Before the second look/)
})

test('people who turned digests off, left the workspace or have no proven address get none', async () => {
  const guest = await share()
  const comment = (text: string) => guest(commentsContract.add, { document_id: documentId, text, guest_name: 'Sam' })
  await me.call(authContract.update, { email_prefs: { listener_digest: false } })
  await comment('First.')
  expect(await isDue(me.email)).toBe(false)
  await me.call(authContract.update, { email_prefs: { listener_digest: true } })
  await query('update users set email_verified = false where id = $1', [me.user.id])
  await comment('Second.')
  expect(await isDue(me.email)).toBe(false)

  const colleague = await signUpProven()
  await query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[me.workspaceId, colleague.user.id, 'editor'],
  ])
  await me.call(commentsContract.add, { document_id: documentId, text: '@Ada, look.', mentions: [colleague.user.id] })
  expect(await isDue(colleague.email)).toBe(true)
  await query('delete from members where workspace_id = $1 and user_id = $2', [me.workspaceId, colleague.user.id])
  await sendDigest(colleague.email)
  expect(await readDigests(colleague.email)).toEqual([])
})

test('a mention is emailed as one', async () => {
  const colleague = await signUpProven()
  await query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    ...[me.workspaceId, colleague.user.id, 'editor'],
  ])
  await me.call(commentsContract.add, { document_id: documentId, text: '@Ada, look.', mentions: [colleague.user.id] })
  await sendDigest(colleague.email)
  const [email] = await readDigests(colleague.email)
  expect(email).toContain('Ada mentioned you')
  expect(email).toContain('@Ada, look.')
  // Of one document alone, the button opens it.
  expect(email).toContain('View document')
  expect(email).not.toContain('/app/notifications')
})

test('a comment whose document is deleted is not emailed', async () => {
  const guest = await share()
  await guest(commentsContract.add, { document_id: documentId, text: 'Gone.', guest_name: 'Sam' })
  await me.call(aiContentContract.delete, { _id: documentId })
  await sendDigest(me.email)
  expect(await readDigests(me.email)).toEqual([])
})
