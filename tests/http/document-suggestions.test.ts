import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { maxSuggestions, suggestionsContract } from '../../src/features/review/contract-suggestions.ts'
import { maxOpenProposals } from '../../src/features/review/suggestions.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** What guests of a review link write becomes suggestions, which members accept or reject. */

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

const text = '# Cold brew\n\nSteep it for 16 hours.\n\nIt keeps a week.\n'

async function newDocument() {
  const { item } = await me.call(aiContentContract.new, {
    ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await me.call(aiContentContract.update, { _id: item._id, version: item.version, content_md: text })
  return item._id
}

async function share(more: { may?: 'read' | 'comment' | 'write'; password?: string } = {}) {
  const { share } = await me.call(reviewContract.share, { _id: documentId, may: 'write', ...more })
  return { token: share.token, guest: server.as(share.token) }
}

type GuestCall = Awaited<ReturnType<typeof share>>['guest']
const suggest = (
  guest: GuestCall,
  content_md: string,
  more: { version?: number; replaces?: string; guest_name?: string } = {},
) => guest(aiContentContract.update, { _id: documentId, version: 2, content_md, guest_name: 'Ada', ...more })

const get = async () => (await me.call(aiContentContract.single, { _id: documentId })).item
const list = async () => (await me.call(suggestionsContract.list, { document_id: documentId })).items
const rewrite = async (content_md: string) =>
  me.call(aiContentContract.update, { _id: documentId, version: (await get()).version, content_md })
const accept = (...ids: string[]) =>
  me.call(suggestionsContract.accept, { document_id: documentId, ...(ids.length > 0 ? { ids } : {}) })
const reject = (...ids: string[]) =>
  me.call(suggestionsContract.reject, { document_id: documentId, ...(ids.length > 0 ? { ids } : {}) })

test('a guest’s edits are suggestions, and members accept one, reject one and accept the rest', async () => {
  const { guest } = await share()
  const edited = '# Cold brew\n\nSteep it for 12 hours.\n\nIt keeps two weeks.\n\nServe it iced.\n'
  const saved = await suggest(guest, edited)
  expect(saved).toMatchObject({ item: { content_md: edited, version: 2 }, suggestions: { count: 3 } })
  // The document is as it was.
  expect(await get()).toMatchObject({ content_md: text, version: 2 })
  const items = await list()
  expect(items).toMatchObject([
    { before: '16', after: '12', prefix: expect.stringContaining('Steep it for '), state: 'open', now: null },
    { before: expect.stringContaining('a week'), after: expect.stringContaining('two weeks') },
    { before: '', after: expect.stringContaining('Serve it iced.') },
  ])
  for (const item of items)
    expect(item).toMatchObject({
      ...{ document_id: documentId, proposal_id: saved.suggestions!._id, base_version: 2 },
      ...{ author: { kind: 'guest', name: 'Ada' }, at: expect.any(String) },
    })
  expect(await accept(items[0]!._id)).toEqual({ accepted: 1, conflicts: 0, version: 3 })
  expect((await get()).content_md).toBe(text.replace('16', '12'))
  expect(await reject(items[1]!._id)).toEqual({ rejected: 1 })
  expect((await list()).map(({ _id }) => _id)).toEqual([items[2]!._id])
  expect(await accept()).toEqual({ accepted: 1, conflicts: 0, version: 4 })
  const item = await get()
  expect(item.content_md).toBe(`${text.replace('16', '12')}\nServe it iced.\n`)
  expect(item.versions.map(({ version }) => version)).toEqual([4, 3, 2, 1])
  expect(await list()).toEqual([])
  const again = { code: 'not_found', options: { reason: 'suggestion_missing' } }
  await expect(accept(items[0]!._id)).rejects.toMatchObject(again)
  await expect(reject(items[0]!._id)).rejects.toMatchObject(again)
  // The text that the guest started from isn't kept longer than needed.
  const { rows } = await server.database.pool.query(
    `select p.base_md, s.state, s.decided_by from document_proposals p join document_suggestions s on s.proposal_id = p.id
     where p.document_id = $1 order by s.start_at`,
    [documentId],
  )
  const by = me.user.id
  expect(rows).toEqual([
    { base_md: '', state: 'accepted', decided_by: by },
    { base_md: '', state: 'rejected', decided_by: by },
    { base_md: '', state: 'accepted', decided_by: by },
  ])
})

test('suggestions follow later edits, conflict with those of the same words, and are done if the text says them', async () => {
  const { guest } = await share()
  await suggest(guest, text.replace('16 hours', '12 hours').replace('a week', 'a month'))
  await rewrite(`Read this first.\n\n${text.replace('16 hours', '20 hours')}`)
  const items = await list()
  expect(items).toMatchObject([
    { after: '12', state: 'conflict', now: '20' },
    { after: 'month', state: 'open' },
  ])
  await expect(accept(items[0]!._id)).rejects.toMatchObject({
    code: 'conflict',
    options: { reason: 'suggestion_conflict' },
  })
  expect(await accept()).toMatchObject({ accepted: 1, conflicts: 1 })
  expect((await get()).content_md).toBe(
    `Read this first.\n\n${text.replace('16 hours', '20 hours').replace('a week', 'a month')}`,
  )
  await rewrite(text.replace('16 hours', '12 hours').replace('a week', 'a month'))
  expect(await list()).toEqual([])
  expect(await accept()).toMatchObject({ accepted: 1, conflicts: 0 })
})

test('a guest goes on with their text, and it replaces their earlier suggestions alone', async () => {
  const { guest } = await share()
  const other = await suggest(guest, text.replace('Cold brew', 'Iced coffee'), { guest_name: 'Grace' })
  const first = await suggest(guest, text.replace('16', '12'))
  const replaces = first.suggestions!._id!
  const continued = await guest(suggestionsContract.text, { document_id: documentId, replaces })
  expect(continued).toEqual({ content_md: text.replace('16', '12'), version: 2 })
  const second = await suggest(guest, `${continued.content_md}\nServe it iced.\n`, { replaces })
  expect((await list()).map(({ author: { name }, after }) => [name, after])).toEqual([
    ['Grace', expect.stringContaining('Iced coffee')],
    ['Ada', '12'],
    ['Ada', expect.stringContaining('Serve it iced.')],
  ])
  // A text without changes withdraws them.
  expect((await suggest(guest, text, { replaces: second.suggestions!._id! })).suggestions).toEqual({
    _id: null,
    count: 0,
  })
  expect((await list()).map(({ proposal_id }) => proposal_id)).toEqual([other.suggestions!._id])
})

test('what a guest wrote stays for members when the link is disabled while they write', async () => {
  const { guest } = await share()
  await suggest(guest, text.replace('16', '12'))
  await me.call(reviewContract.unshare, { _id: documentId })
  await expect(suggest(guest, text.replace('16', '13'))).rejects.toMatchObject({ code: 'not_found' })
  expect(await list()).toMatchObject([{ after: '12', author: { name: 'Ada' } }])
  // A new link doesn't let its guests replace what came by the old one.
  const { guest: later } = await share()
  const { proposal_id } = (await list())[0]!
  await suggest(later, text.replace('week', 'month'), { replaces: proposal_id })
  expect((await list()).map(({ after }) => after)).toEqual(['12', 'month'])
})

test('a guest reaches one document alone, sees nothing else of it, and only as the link allows', async () => {
  const { guest } = await share()
  const { item } = await suggest(guest, text.replace('16', '12'))
  expect(item).toMatchObject({ keywords: [], instructions: null, versions: [], provenance: null, outline: [] })
  const closed = { code: 'not_found' }
  const mine = documentId
  documentId = await newDocument()
  await expect(suggest(guest, 'Mine now.')).rejects.toMatchObject(closed)
  await expect(guest(suggestionsContract.list, { document_id: documentId })).rejects.toMatchObject(closed)
  await expect(guest(suggestionsContract.text, { document_id: documentId })).rejects.toMatchObject(closed)
  documentId = mine
  const signedOut = { code: 'unauthenticated' }
  await expect(guest(suggestionsContract.accept, { document_id: mine })).rejects.toMatchObject(signedOut)
  await expect(guest(suggestionsContract.reject, { document_id: mine })).rejects.toMatchObject(signedOut)
  await expect(guest(aiContentContract.single, { _id: mine })).rejects.toMatchObject(signedOut)
  await expect(guest(aiContentContract.version, { _id: mine, version: 1 })).rejects.toMatchObject(signedOut)
  await expect(suggest(guest, text, { guest_name: ' ' })).rejects.toMatchObject({ options: { field: 'guest_name' } })
  await expect(
    guest(aiContentContract.update, { _id: mine, version: 2, content_md: text, title: 'Mine', guest_name: 'Ada' }),
  ).rejects.toMatchObject({ options: { field: 'title', reason: 'guest_text_only' } })
  for (const may of ['comment', 'read'] as const) {
    await share({ may })
    await expect(suggest(guest, 'Mine now.')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(guest(suggestionsContract.list, { document_id: mine })).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect((await get()).content_md).toBe(text)
  const stranger = await server.signUp('self_hosted')
  await expect(stranger.call(suggestionsContract.list, { document_id: mine })).rejects.toMatchObject(closed)
  await expect(stranger.call(suggestionsContract.accept, { document_id: mine })).rejects.toMatchObject(closed)
})

test('behind a password, suggestions need the pass that it gave', async () => {
  const { guest, token } = await share({ password: 'open sesame' })
  await expect(suggest(guest, 'Hm.')).rejects.toMatchObject({ options: { reason: 'link_password_needed' } })
  const { pass } = await server.anonymous(reviewContract.open, { token, password: 'open sesame' })
  const input = { _id: documentId, version: 2, content_md: 'Hm.', guest_name: 'Ada', pass: pass! }
  expect((await guest(aiContentContract.update, input)).suggestions).toMatchObject({ count: 1 })
})

test('members save their own text at the same time, and an accepted suggestion reopens an approved document', async () => {
  const { guest } = await share()
  await suggest(guest, text.replace('16', '12'))
  await me.call(reviewStateContract.set, { _id: documentId, state: 'approved' })
  const [saved, accepted] = await Promise.allSettled([rewrite(text.replace('a week', 'a month')), accept()])
  // Whichever was first, nothing is lost: a stale save says so, and a suggestion is put into the newer text.
  expect(accepted).toMatchObject({ status: 'fulfilled', value: { accepted: 1 } })
  const { content_md } = await get()
  expect(content_md).toContain('12 hours')
  if (saved.status === 'fulfilled') expect(content_md).toContain('a month')
  const { item } = await me.call(reviewStateContract.get, { _id: documentId })
  expect(item.review).toMatchObject({ state: 'review', reopened: true })
})

test('those who work on the document are notified once while a guest goes on writing', async () => {
  const { guest } = await share()
  const { suggestions } = await suggest(guest, text.replace('16', '12'))
  const about = async () =>
    (await me.call(notificationsContract.list, {})).items.filter(({ subject_id }) => subject_id === documentId)
  expect(await about()).toMatchObject([
    {
      ...{ kind: 'document_suggestion', keyword: 'Cold brew', examples: ['12'], read: false },
      comment: { by: 'Ada', is_guest: true },
    },
  ])
  await me.call(notificationsContract.read, { subject_id: documentId })
  await suggest(guest, text.replace('16', '13'), { replaces: suggestions!._id! })
  expect(await about()).toMatchObject([{ read: true }])
})

test('a text with very many changes has fewer, larger suggestions, and waiting texts are limited', async () => {
  const long = Array.from({ length: 600 }, (_, n) => `Line ${n} is one.\n`).join('—\n')
  await rewrite(long)
  const { guest } = await share()
  const edited = long.replaceAll('one', 'two')
  const { suggestions } = await suggest(guest, edited, { version: 3 })
  expect(suggestions!.count).toBeLessThanOrEqual(maxSuggestions)
  await accept()
  expect((await get()).content_md).toBe(edited)
  await rewrite(text)
  const { version } = await get()
  for (let n = 0; n < maxOpenProposals; n++) await suggest(guest, `${text}\n${n}\n`, { version })
  await expect(suggest(guest, `${text}\nMore.\n`, { version })).rejects.toMatchObject({
    code: 'conflict',
    options: { reason: 'too_many_suggestions' },
  })
  expect(await reject()).toEqual({ rejected: maxOpenProposals })
  await suggest(guest, `${text}\nMore.\n`, { version })
})
