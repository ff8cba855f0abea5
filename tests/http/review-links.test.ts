import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let me: Awaited<ReturnType<TestServer['signUp']>>
beforeAll(async () => {
  server = await startTestServer()
  me = await server.signUp('self_hosted')
})
afterAll(() => server?.close())

const text = '# Cold brew\n\nSteep it for 16 hours. <script>alert(1)</script>\n\n[bad](javascript:alert(1))\n'

async function newDocument(contentMd = text) {
  const { item } = await me.call(aiContentContract.new, {
    workspace_id: me.workspaceId,
    template: 'blog_post',
    title: 'Cold brew at home',
    model: 'builtin',
  })
  await me.call(aiContentContract.update, { _id: item._id, version: item.version, content_md: contentMd })
  return item._id
}

const open = (token: string, more: { password?: string; pass?: string; workspace_id?: string } = {}) =>
  server.anonymous(reviewContract.open, { token, ...more })

test('a link shows guests the text of one document, and nothing about its workspace', async () => {
  const _id = await newDocument()
  const { share } = await me.call(reviewContract.share, { _id, may: 'read' })
  expect(share).toEqual({
    token: share.token,
    url: `http://earshot.test/d/${share.token}`,
    may: 'read',
    brief: false,
    has_password: false,
    expires_at: null,
  })
  const opened = await open(share.token)
  expect(opened).toMatchObject({ may: 'read', needs_password: false, pass: null, workspace_id: me.workspaceId })
  expect(opened.document).toEqual({
    title: 'Cold brew at home',
    language: 'en',
    html: expect.stringContaining('Steep it for 16 hours.'),
    words: expect.any(Number),
    version: 2,
    updated_at: expect.any(String),
    sources: [],
  })
  expect(opened.document!.html).not.toMatch(/<script|href="javascript/)
})

test('guests see the text as it was saved last', async () => {
  const _id = await newDocument('One.')
  const { share } = await me.call(reviewContract.share, { _id, may: 'read' })
  expect((await open(share.token)).document!.html).toContain('One.')
  await me.call(aiContentContract.update, { _id, version: 2, content_md: 'Two.' })
  expect((await open(share.token)).document).toMatchObject({ html: expect.stringContaining('Two.'), version: 3 })
})

test('sharing again keeps the token and replaces the rest', async () => {
  const _id = await newDocument()
  const { share } = await me.call(reviewContract.share, { _id, may: 'read', password: 'open sesame' })
  const expires_at = '2999-01-01T00:00:00.000Z'
  const again = await me.call(reviewContract.share, { _id, may: 'read', expires_at })
  expect(again.share).toEqual({ ...share, has_password: false, expires_at })
  expect((await me.call(reviewContract.sharing, { _id })).share).toEqual(again.share)
})

test('a password is required and checked, its pass opens the document again, and a new password ends it', async () => {
  const _id = await newDocument()
  const { share } = await me.call(reviewContract.share, { _id, may: 'read', password: 'open sesame' })
  expect(await open(share.token)).toMatchObject({ document: null, needs_password: true, pass: null })
  await expect(open(share.token, { password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid_credentials',
    options: { field: 'password' },
  })
  const { document, pass } = await open(share.token, { password: 'open sesame' })
  expect(document).not.toBeNull()
  expect((await open(share.token, { pass: pass! })).document).not.toBeNull()
  await me.call(reviewContract.share, { _id, may: 'read', password: 'another' })
  expect((await open(share.token, { pass: pass! })).document).toBeNull()
})

test('wrong passwords of a link are counted', async () => {
  const _id = await newDocument()
  const { share } = await me.call(reviewContract.share, { _id, may: 'read', password: 'open sesame' })
  for (let guess = 0; guess < 20; guess++)
    await expect(open(share.token, { password: `${guess}` })).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(open(share.token, { password: 'open sesame' })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('disabled, expired, altered and unknown links are 404, and so are those of deleted documents', async () => {
  const _id = await newDocument()
  const share = async () => (await me.call(reviewContract.share, { _id, may: 'read' })).share
  const { token } = await share()
  const closed = { code: 'not_found' }
  const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  await expect(open(altered)).rejects.toMatchObject(closed)
  await expect(open('nonsense')).rejects.toMatchObject(closed)
  await expect(open(token, { workspace_id: crypto.randomUUID() })).rejects.toMatchObject(closed)
  await expect(server.anonymous(sharingContract.open, { token })).rejects.toMatchObject(closed)
  await server.database.pool.query(
    `update review_links set expires_at = now() - interval '1 second' where document_id = $1`,
    [_id],
  )
  await expect(open(token)).rejects.toMatchObject(closed)
  expect((await share()).token).toBe(token)
  expect((await open(token)).document).not.toBeNull()
  await me.call(reviewContract.unshare, { _id })
  await expect(open(token)).rejects.toMatchObject(closed)
  const later = await share()
  expect(later.token).not.toBe(token)
  await me.call(aiContentContract.delete, { _id })
  await expect(open(later.token)).rejects.toMatchObject(closed)
})

test('an expiry in the past is an error at its field', async () => {
  const _id = await newDocument()
  await expect(
    me.call(reviewContract.share, { _id, may: 'read', expires_at: '2020-01-01T00:00:00Z' }),
  ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'expires_at' } })
})

test('sharing and its end are in the audit log', async () => {
  const _id = await newDocument()
  await me.call(reviewContract.share, { _id, may: 'read', password: 'open sesame' })
  await me.call(reviewContract.unshare, { _id })
  const { rows } = await server.database.pool.query(
    'select action, details from audit_log where subject = $1 order by id',
    [_id],
  )
  expect(rows).toMatchObject([
    { action: 'document.shared', details: { may: 'read', has_password: true } },
    { action: 'document.unshared' },
  ])
  expect(JSON.stringify(rows)).not.toContain('sesame')
})
