import { writeFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { browserTest } from '../support/browser-test.ts'
import { readOutbox } from '../support/outbox.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { until } from '../support/wait-until.ts'

/** Wikipedia doesn’t answer. */
const test = browserTest.extend('settings', { scope: 'file' }, async ({}, { onCleanup }) => {
  const vendors = await startSearchVendors()
  onCleanup(() => vendors.close())
  return { ...vendors.settings, WIKIPEDIA_URL: 'http://127.0.0.1:9' }
})

/** Spaces and line ends differ between a page and its PDF. The font draws ’ and ʼ with one glyph, and a PDF keeps the glyph. */
const squeeze = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\u200b\u00ad]/gu, '')
    .replaceAll('ʼ', '’')

test('a shared report’s PDF is tagged, has bookmarks, and says what the page says', async ({ account, open }) => {
  const _id = await createSampleReport(account)
  const { share } = await account.call(sharingContract.share, { _id })
  const page = await open({ as: null })
  await page.goto(`/r/${share.token}?all`)
  const href = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
  const answer = await page.context().request.get(href!, { timeout: 60_000 })
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['content-disposition']).toContain('cold-brew-coffee.pdf')
  const body = await answer.body()
  expect(body.length).toBeLessThan(3_000_000)

  const pdf = await getDocumentProxy(new Uint8Array(body))
  expect((await pdf.getMarkInfo())?.Marked).toBe(true)
  const bookmarks = JSON.stringify(await pdf.getOutline())
  for (const title of ['Contents', 'Questions', 'Keywords', 'Method and sources']) expect(bookmarks).toContain(title)

  const text = squeeze((await extractText(pdf, { mergePages: true })).text)
  await page.emulateMedia({ media: 'print' })
  // Words for screen readers alone aren't printed.
  await page.addStyleTag({ content: '.sr-only { display: none !important }' })
  const lines = await page
    .locator('section[id]')
    .evaluateAll((sections) => sections.flatMap((section) => (section as HTMLElement).innerText.split('\n')))
  expect(lines.length).toBeGreaterThan(300)
  expect(lines.filter((line) => !text.includes(squeeze(line)))).toEqual([])
  expect(text.length).toBeLessThan(squeeze(lines.join('')).length * 1.1)
  expect(text).toContain('Sampledata')
})

test('an emailed report’s PDF names the source that failed and the part that is gone', async ({ account, earshot }) => {
  const { call, workspaceId } = account
  const owner = { workspace_id: workspaceId }
  const { report } = await call(reportsContract.new, {
    ...{ ...owner, type: 'topic', query: 'cold brew coffee', country: 'US', language: 'en' },
    sources: ['google_suggest', 'wikipedia'],
  })
  const { _id } = report!
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id })).status === 'done', 90_000)
  const { site } = await call(sitesContract.add, { ...owner, url: 'hollowoak.example' })
  const { plan } = await call(contentPlanContract.new, { ...owner, name: 'Kettles, winter', report_id: _id })
  const address = 'client@outside.example'
  await call(sharingContract.saveMailing, {
    ...{ _id, frequency: 'monthly', title: 'Cold brew, November', recipients: [{ email: address }] },
    extras: [
      { kind: 'site', id: site._id },
      { kind: 'plan', id: plan._id },
    ],
  })
  await call(contentPlanContract.remove, { _id: plan._id })
  await call(sharingContract.sendMailing, { _id })
  const email = await until(
    'the email',
    async () => (await readOutbox(earshot.dataDir, address)).at(-1) ?? null,
    90_000,
  )
  expect(email.replace(/\s+/g, ' ')).toContain('missing from it: a content plan')

  const attachment = /Content-Type: application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\s]+)/.exec(email)![1]!
  const body = Buffer.from(attachment, 'base64')
  // To look at: PDF_FILE=report.pdf.
  if (process.env.PDF_FILE) await writeFile(process.env.PDF_FILE, body)
  const text = (await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: true })).text
  const printed = squeeze(text)
  expect(printed).toContain(squeeze('Wikipedia couldn’t be reached.'))
  // Advice for those who run reports.
  expect(printed).not.toContain(squeeze('leave the source out'))
  expect(printed).toContain(squeeze('No Search Console data yet.'))
  expect(printed).toContain(squeeze('This part has no data: what it showed was deleted.'))
})
