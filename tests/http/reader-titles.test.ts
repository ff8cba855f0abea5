import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** What a report is called for readers: on the page of its link, for other sites, and on paper. */

let server: TestServer
beforeAll(async () => {
  // Without a Chromium, a PDF is a page to print.
  server = await startTestServer({ CHROMIUM_PATH: '/nowhere/chromium' })
})
afterAll(() => server.close())

/** A report of an imported file, called by the file. */
async function newReport() {
  const person = await server.signUp('self_hosted')
  const { call, workspaceId } = person
  const file = new File(['Keyword\nstanding desk\nhow to build a standing desk\n'], 'desks60.csv')
  const { import: imported } = await call(importsContract.add, { workspace_id: workspaceId, file })
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: imported._id,
    country: 'US',
    language: 'en',
  })
  const { _id } = report!
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id })).status === 'done', 60_000)
  return { ...person, _id }
}

const open = async (token: string) => (await server.anonymous(sharingContract.open, { token })).report!
/** What the page for printing shows, by the address of a PDF. */
async function getPrinted(path: string, token?: string) {
  const answer = await fetch(server.url + path, {
    redirect: 'manual',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  expect(answer.status).toBe(303)
  const pass = decodeURIComponent(answer.headers.get('location')!.split('/').at(-1)!)
  return (await server.anonymous(sharingContract.printable, { pass })).report
}
const getImage = async (path: string) => (await fetch(server.url + path)).headers.get('etag')

test('a shared import is called by what it is, and never by its file', async () => {
  const { call, _id } = await newReport()
  const { share } = await call(sharingContract.share, { _id })
  expect(share.title).toBeNull()
  expect((await open(share.token)).title).toBe('Keywords of desks60')
  expect((await getPrinted(`/shared/pdf/${share.token}`)).title).toBe('Keywords of desks60')
})

test('the title for readers is on the page, in the PDF and in the preview, and can be changed', async () => {
  const { call, workspaceId, _id, token } = await newReport()
  await call(reportsContract.update, { _id, title: 'Pays late' })
  const first = await call(sharingContract.share, { _id })
  const image = `/og/${workspaceId}/reports/${first.share.token}`
  const before = await getImage(image)
  const { share } = await call(sharingContract.share, { _id, title: ' Standing desks ' })
  expect(share).toMatchObject({ title: 'Standing desks', token: first.share.token })
  expect((await call(sharingContract.sharing, { _id })).share).toEqual(share)
  expect((await open(share.token)).title).toBe('Standing desks')
  expect((await getPrinted(`/shared/pdf/${share.token}`)).title).toBe('Standing desks')
  expect(await getImage(image)).not.toBe(before)
  // Members print it under the name they gave it.
  expect((await getPrinted(`/reports/pdf/${_id}`, token)).title).toBe('Pays late')
  // Sharing again replaces each setting.
  expect((await call(sharingContract.share, { _id })).share.title).toBeNull()
  await expect(call(sharingContract.share, { _id, title: 'x'.repeat(201) })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'title' },
  })
})
