import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { createSampleReport } from '../support/sample-report.ts'

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
