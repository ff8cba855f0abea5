import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'

/** Find and replace, blocks, word goal, focus mode and humanizing a document, each in a document of its own. */

async function openDocument(page: Page, { call, workspaceId }: Account, content_md: string, words?: number) {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'Cold brew at home',
    words,
  })
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md })
  await page.goto(`/app/content/${item._id}`)
  await page.getByText('Saved', { exact: true }).waitFor()
  await text(page).waitFor()
  return item._id
}
const text = (page: Page) => page.locator('.ProseMirror')
const eventually = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 30_000 })
const isFocused = (element: Locator) =>
  eventually(() => element.evaluate((node) => node === document.activeElement)).toBe(true)
const getText = async ({ call }: Account, _id: string) =>
  (await call(aiContentContract.single, { _id })).item.content_md.trim()

test('words are found and replaced by keyboard, and one undo reverts them all', async ({ page, account }) => {
  const original = 'Cold brew is cold.[^1] Brew **cold brew** daily.\n\n## Brewing'
  const _id = await openDocument(page, account, original)
  await text(page).locator('p').first().click()
  await page.keyboard.press('Control+h')
  const find = page.getByLabel('Find', { exact: true })
  await find.fill('brew')
  const count = page.getByRole('search').getByRole('status')
  await eventually(() => count.textContent()).toMatch(/^\d of 4$/)
  await page.getByRole('button', { name: 'Whole word' }).click()
  await eventually(() => count.textContent()).toMatch(/^\d of 3$/)
  await page.getByRole('button', { name: 'Match case' }).click()
  await eventually(() => count.textContent()).toMatch(/^\d of 2$/)
  await looksRight(page)
  await page.getByLabel('Replace with').fill('tea')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await eventually(() => getText(account, _id)).toBe('Cold tea is cold.[^1] Brew **cold tea** daily.\n\n## Brewing')
  await find.press('Escape')
  await eventually(() => page.getByRole('search').count()).toBe(0)
  await page.keyboard.press('Control+z')
  await eventually(() => getText(account, _id)).toBe(original)
})

test('a table is inserted and filled by keyboard, and gets rows and columns from its toolbar', async ({
  page,
  account,
}) => {
  const _id = await openDocument(page, account, 'Before.')
  await text(page).click()
  await page.keyboard.press('Control+/')
  await isFocused(page.getByRole('menuitem', { name: 'Table' }))
  await page.keyboard.press('Enter')
  await text(page).locator('table').waitFor()
  await isFocused(text(page))
  for (const cell of ['Ratio', 'Use', 'Time']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('1:8')
  await page.keyboard.press('Alt+F10')
  const toolbar = page.getByRole('toolbar', { name: 'Table' })
  await isFocused(toolbar.getByRole('button', { name: 'Add row' }))
  await page.keyboard.press('Enter')
  await toolbar.getByRole('button', { name: 'Delete column' }).click()
  await looksRight(page)
  await eventually(() => getText(account, _id)).toBe(
    'Before.\n\n| Use | Time |\n| --- | --- |\n|  |  |\n|  |  |\n|  |  |',
  )
})

test('a callout has a type, and an FAQ begins with its first question selected', async ({ page, account }) => {
  const _id = await openDocument(page, account, 'Before.')
  await text(page).click()
  const insert = page.getByRole('button', { name: 'Insert', exact: true })
  await insert.click()
  await page.getByRole('menuitem', { name: 'Callout' }).click()
  await isFocused(text(page))
  await page.keyboard.type('Keep it cold.')
  await page.getByLabel('Type of callout').selectOption('Warning')
  await eventually(() => getText(account, _id)).toBe('Before.\n\n> [!WARNING]\n> Keep it cold.')
  await text(page).locator('p').last().click()
  await insert.click()
  await page.getByRole('menuitem', { name: /^FAQ/ }).click()
  await isFocused(text(page))
  await page.keyboard.type('How long?')
  await eventually(() => getText(account, _id)).toContain('## Frequently asked questions\n\n### How long?')
})

test('the word goal is shown, and focus mode leaves the text alone until Escape', async ({ page, account }) => {
  await openDocument(page, account, `${'word '.repeat(29).trim()}`, 60)
  await eventually(() => page.getByText('29 of 60 words').count()).toBe(1)
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' more words')
  await eventually(() => page.getByRole('status').filter({ hasText: 'Half of 60 words written.' }).count()).toBe(1)
  await page.keyboard.press('Control+Shift+f')
  const outline = page.getByRole('heading', { name: 'Outline' })
  await eventually(() => outline.isVisible()).toBe(false)
  await eventually(() => page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  await looksRight(page)
  await page.keyboard.press('Escape')
  await eventually(() => outline.isVisible()).toBe(true)
})

test('everything selected is humanized, accepted by paragraph and undone in one step', async ({ page, account }) => {
  const first =
    'It is important to note that cold brew plays a crucial role in summer menus. It is a testament to patience.[^1]'
  const table = '## Ratio\n\n| A | B |\n| --- | --- |\n| 1 | 8 |'
  const second =
    'In today’s fast-paced world, people are turning to cold brew. Moreover, it is worth noting that grounds steep for 12 hours.'
  const original = [first, table, second].join('\n\n')
  const _id = await openDocument(page, account, original)
  await text(page).locator('p').first().click()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Humanize' }).click()
  const dialog = page.getByRole('dialog', { name: 'Humanize selection' })
  await dialog.getByRole('button', { name: 'Humanize selection' }).click()
  await dialog.getByText(/^Fact check: all \d+ facts kept/).waitFor({ timeout: 30_000 })
  await looksRight(page)
  await dialog.getByLabel('Accept change 2 of 2').uncheck()
  await dialog.getByRole('button', { name: 'Accept 1 of 2 paragraphs' }).click()
  await eventually(() => getText(account, _id)).not.toBe(original)
  const humanized = await getText(account, _id)
  expect(humanized).toMatch(/^Cold brew .*\[\^1\]\n/)
  expect(humanized.endsWith([table, second].join('\n\n'))).toBe(true)
  await page.keyboard.press('Control+z')
  await eventually(() => getText(account, _id)).toBe(original)
})
