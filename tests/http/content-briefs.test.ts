import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { briefContract } from '../../src/features/ai-content/contract-brief.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Briefs of documents for their writers: by link, and as files. */

let server: TestServer
let me: Awaited<ReturnType<TestServer['signUp']>>
let reportId: string
beforeAll(async () => {
  server = await startTestServer()
  me = await server.signUp('self_hosted')
  reportId = await createSampleReport(me)
})
afterAll(() => server?.close())

const newDocument = async (more: object = {}) =>
  (
    await me.call(aiContentContract.new, {
      ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew at home', model: 'builtin' },
      ...more,
    })
  ).item._id

const file = (id: string, format: string) =>
  fetch(`${server.url}/ai/brief/export/${id}?format=${format}`, {
    redirect: 'manual',
    headers: { Authorization: `Bearer ${me.token}` },
  })

test('has what was entered and what the report knows, and says what isn’t known', async () => {
  const _id = await newDocument({
    ...{ report_id: reportId, audience: 'home baristas', words: 900, tone: 'plain' },
    links: [{ url: 'https://example.com/beans', title: 'Our beans' }],
    outline: [{ type: 'h2', text: 'Ratio' }],
    do_not_claim: ['that it has no acid'],
  })
  const { brief, html } = await me.call(briefContract.get, { _id })
  expect(brief).toMatchObject({
    ...{ document_id: _id, title: 'Cold brew at home', report: { query: 'cold brew coffee' } },
    reader: { text: 'home baristas', from: 'document', reason: null },
    ...{ outline: [{ type: 'h2', text: 'Ratio' }], do_not_claim: ['that it has no acid'], voice: null, tone: 'plain' },
    links: [{ url: 'https://example.com/beans', title: 'Our beans' }],
    length: { words: 900 },
  })
  expect(brief.length.pages).toBeGreaterThan(0)
  expect(brief.competitors.length).toBeGreaterThan(0)
  expect(brief.competitors.some(({ headings }) => headings.length > 0)).toBe(true)
  expect(brief.terms.length).toBeGreaterThan(0)
  for (const { low, high } of brief.terms) expect(low).toBeLessThanOrEqual(high)
  expect(brief.questions.length).toBeGreaterThan(0)
  const urls = new Set(brief.competitors.map(({ url }) => url))
  for (const { text, url } of brief.facts) {
    expect(text).toMatch(/\d/)
    expect(url).toMatch(/^https?:/)
  }
  expect(urls.size).toBe(brief.competitors.length)
  expect(html).toContain('that it has no acid')

  const plain = (await me.call(briefContract.get, { _id: await newDocument() })).brief
  expect(plain).toMatchObject({
    ...{ report: null, terms: [], competitors: [], facts: [], questions: [], pages_by: null },
    reader: { text: null, reason: 'no_report' },
    intent: { main: null, reason: 'no_report' },
    length: { words: null, median: null, reason: 'no_report' },
  })
})

test('what was entered can be changed, and the rest stays', async () => {
  const _id = await newDocument({ audience: 'home baristas', words: 900 })
  await me.call(briefContract.update, { _id, do_not_claim: ['that it heals'], words: null })
  const { brief } = await me.call(briefContract.get, { _id })
  expect(brief).toMatchObject({
    ...{ do_not_claim: ['that it heals'], length: { words: null }, reader: { text: 'home baristas' } },
  })
  const { item } = await me.call(aiContentContract.single, { _id })
  expect(item).toMatchObject({ do_not_claim: ['that it heals'], words_wanted: null, version: 1 })
  await expect(
    me.call(briefContract.update, { _id, do_not_claim: Array.from({ length: 51 }, () => 'that') }),
  ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'do_not_claim' } })
  const stranger = await server.signUp('self_hosted')
  await expect(stranger.call(briefContract.update, { _id, do_not_claim: [] })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('guests get the brief only if their link shows it', async () => {
  const _id = await newDocument({ do_not_claim: ['that it has no acid'] })
  const { share } = await me.call(reviewContract.share, { _id, may: 'read' })
  const guest = server.as(share.token)
  expect(share.brief).toBe(false)
  await expect(guest(briefContract.get, { _id })).rejects.toMatchObject({ code: 'not_found' })
  await me.call(reviewContract.share, { _id, may: 'read', brief: true })
  expect(await server.anonymous(reviewContract.open, { token: share.token })).toMatchObject({ brief: true })
  expect((await guest(briefContract.get, { _id })).brief.do_not_claim).toEqual(['that it has no acid'])
  const other = await newDocument()
  await expect(guest(briefContract.get, { _id: other })).rejects.toMatchObject({ code: 'not_found' })
  await expect(guest(briefContract.update, { _id, do_not_claim: [] })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await me.call(reviewContract.share, { _id, may: 'read', brief: true, password: 'open sesame' })
  await expect(guest(briefContract.get, { _id })).rejects.toMatchObject({
    options: { reason: 'link_password_needed' },
  })
  await me.call(reviewContract.unshare, { _id })
  await expect(guest(briefContract.get, { _id })).rejects.toMatchObject({ code: 'not_found' })
})

test('is a file for Word, as Markdown, and a page to print where the server makes no PDFs', async () => {
  const _id = await newDocument({ report_id: reportId, do_not_claim: ['that it has no acid'] })
  const markdown = await file(_id, 'md')
  expect(markdown.headers.get('content-disposition')).toContain('.md')
  expect(await markdown.text()).toContain('## Do not claim\n\n- that it has no acid')
  const word = await file(_id, 'docx')
  const parts = unzipSync(new Uint8Array(await word.arrayBuffer()))
  const text = Buffer.from(parts['word/document.xml']!).toString()
  expect(text).toContain('that it has no acid')
  expect(text).toContain('Competitors')
  const pdf = await file(_id, 'pdf')
  expect(pdf.status).toBe(303)
  const pass = pdf.headers.get('location')!.replace('/print/brief/', '')
  expect(await server.anonymous(briefContract.printable, { pass })).toMatchObject({
    ...{ title: 'Brief: Cold brew at home', language: 'en', can_pdf: false },
    html: expect.stringContaining('that it has no acid'),
  })
  await expect(server.anonymous(briefContract.printable, { pass: `${pass}x` })).rejects.toMatchObject({
    code: 'not_found',
  })
})
