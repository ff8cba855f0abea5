import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { until } from '../support/wait-until.ts'

/** Texts in Arabic, Hebrew, Persian and Urdu on screen and on paper. Their direction is decided in src/kit/text-direction.ts. */

const test = browserTest.extend('staff', ({ earshot }) => earshot.signIn())

const languages = [
  { language: 'ar', country: 'EG', word: 'قهوة باردة', sentence: 'القهوة الباردة ألذ في الصيف' },
  { language: 'he', country: 'IL', word: 'קפה קר', sentence: 'קפה קר טעים יותר בקיץ' },
  { language: 'fa', country: 'IR', word: 'قهوه سرد', sentence: 'قهوه سرد در تابستان خوشمزه‌تر است' },
  { language: 'ur', country: 'PK', word: 'ٹھنڈی کافی', sentence: 'ٹھنڈی کافی گرمیوں میں مزیدار ہے' },
]
const toText = (word: string, sentence: string) =>
  `## ${word}\n\n${sentence} (10–100 g)\n\n${word}.\n\n| ${word} | 2026 |\n| --- | ---: |\n| ${sentence} | 1,234.5 |\n\n- ${sentence}\n\n\`npm install\`\n\n[${word}](https://example.com/a/)`

/** A report on a file's keywords, with volumes. */
async function createReport(
  { call, workspaceId }: { call: Call; workspaceId: string },
  word: string,
  language: string,
) {
  const lines = Array.from({ length: 12 }, (_, n) => `${word} ${n + 1},${(12 - n) * 1234}`)
  const file = new File([['Keyword,Volume', ...lines].join('\n')], 'keywords.csv', { type: 'text/csv' })
  const { import: imported } = await call(importsContract.add, { workspace_id: workspaceId, file })
  const { report } = await call(reportsContract.new, {
    ...{ workspace_id: workspaceId, type: 'clusters', import_id: imported._id, country: 'US', language },
  })
  const { _id } = report!
  const isDone = async () => (await call(reportsContract.checkstatus, { _id })).status === 'done'
  await until('the report', isDone, 60_000)
  return _id
}

const getLeft = async (locator: Locator) => (await locator.boundingBox())!.x
/** Whether a table's first column is at the right. */
async function isMirrored(table: Locator) {
  const cells = table.locator('tr').nth(1).locator('th, td')
  return (await getLeft(cells.first())) > (await getLeft(cells.last()))
}
/** Letters of an element's text as they're drawn: line by line, from left to right. */
const getDrawn = (locator: Locator) =>
  locator.evaluate((element) => {
    const letters: { letter: string; x: number; y: number }[] = []
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let at = 0; at < node.textContent!.length; at++) {
        const range = element.ownerDocument.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { x, y } = range.getBoundingClientRect()
        letters.push({ letter: node.textContent![at]!, x, y })
      }
    return letters
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map(({ letter }) => letter)
      .join('')
  })

test.for(languages)(
  'a report in $language is mirrored on its page, on paper and as PDF',
  async ({ language, word }, { account, open }) => {
    const _id = await createReport(account, word, language)
    const { share } = await account.call(sharingContract.share, { _id })
    const page = await open({ as: null })
    await page.goto(`/r/${share.token}?all`)
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media })
      expect(await page.locator('main').getAttribute('dir')).toBe('rtl')
      const table = page.locator('#keywords table').first()
      expect(await isMirrored(table)).toBe(true)
      const title = page.getByRole('heading', { level: 1 })
      expect(await title.evaluate((element) => getComputedStyle(element).textAlign)).toBe('right')
      // Labels in English end with their point at the right.
      expect(await getDrawn(page.getByText('All keywords found, without duplicates.'))).toBe(
        'All keywords found, without duplicates.',
      )
      expect(await getDrawn(table.getByText('14,808', { exact: true }))).toBe('14,808')
    }
    const href = await page.getByRole('link', { name: 'Download PDF', includeHidden: true }).getAttribute('href')
    const answer = await page.context().request.get(href!, { timeout: 60_000 })
    expect(answer.headers()['content-type']).toBe('application/pdf')
    const pdf = await getDocumentProxy(new Uint8Array(await answer.body()))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toContain('Method and sources')
    const first = await pdf.getPage(1)
    const { items } = await first.getTextContent()
    // The contents are at the right.
    const item = items.find((one) => 'str' in one && one.str.includes('Contents')) as { transform: number[] }
    expect(item.transform[4]).toBeGreaterThan(first.getViewport({ scale: 1 }).width / 2)
  },
)

test.for(languages)(
  'a document in $language is written and printed from right to left',
  async ({ language, word, sentence }, { account, open }) => {
    const { call, workspaceId } = account
    const { item } = await call(aiContentContract.new, {
      ...{ workspace_id: workspaceId, template: 'social_post', title: word, language, model: 'builtin' },
    })
    await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: toText(word, sentence) })
    const page = await open()
    await page.goto(`/app/content/${item._id}`)
    await awake(page)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.waitFor()
    await checkText(page.locator('.document-text'))
    expect(await page.getByRole('textbox', { name: 'Title' }).getAttribute('dir')).toBe('rtl')
    await text.locator('p').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' 42')
    await expect.poll(() => text.locator('p').first().innerText()).toContain('42')
    await page.emulateMedia({ media: 'print' })
    await checkText(page.locator('.document-text'))
    // A field isn't printed: the title is.
    const title = page.getByRole('heading', { level: 1, name: word })
    expect((await title.boundingBox())!.height).toBeGreaterThan(20)
    expect(await title.getAttribute('dir')).toBe('rtl')
  },
)

test.for(languages)(
  'a post in $language is read and printed from right to left',
  async ({ language, word, sentence }, { staff, open }) => {
    const name = randomUUID().slice(0, 8)
    const write = (n: number) =>
      staff.call(cmsContract.add, {
        ...{ slug: `post-${n}-${name}`, title: `${word} ${name}`, excerpt: sentence, lang: language },
        ...{ body_md: toText(word, sentence), status: 'published' as const },
      })
    await write(1)
    const { post } = await write(2)
    const page = await open({ as: null })
    await page.goto(`/blog/${post.slug}`)
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media })
      await checkText(page.locator('article').first())
    }
    // A URL written out on paper keeps its order.
    const link = page.locator('article a[href="https://example.com/a/"]')
    expect(await link.evaluate((element) => getComputedStyle(element, '::after').direction)).toBe('ltr')
    await page.emulateMedia({ media: 'screen' })
    expect(
      await page
        .getByRole('navigation', { name: 'Previous and next post' })
        .getByRole('link')
        .first()
        .getAttribute('dir'),
    ).toBe('rtl')
  },
)

/** A text with a heading, a sentence, a table and code. */
async function checkText(text: Locator) {
  expect(await text.getAttribute('dir')).toBe('rtl')
  expect(await isMirrored(text.locator('table').first())).toBe(true)
  const paragraph = text.locator('p', { hasText: /^[^\d.]+\.$/ }).first()
  const [box, column] = [(await paragraph.boundingBox())!, (await text.boundingBox())!]
  expect(box.x + box.width).toBeGreaterThan(column.x + column.width - 60)
  expect(await paragraph.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start')
  // It begins at the right and ends at the left.
  expect(await getDrawn(paragraph)).toMatch(/^\./)
  expect(await getDrawn(text.locator('td', { hasText: '1,234.5' }).first())).toBe('1,234.5')
  expect(await getDrawn(text.locator('code').first())).toBe('npm install')
}
