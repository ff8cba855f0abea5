import iconv from 'iconv-lite'
import { expect } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { encodingLabel } from '../../src/features/keywords/web/imports/import-labels.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** How a file is read, shown and corrected before and after it's imported. How files are read is tested beside the rules. */

const everyView = [{ width: 390 }, { width: 1440 }]
const csv = (content: string | Buffer) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

test('of two likely encodings a person chooses one by its first rows, by keyboard, before anything is stored', async ({
  page,
  account: { call, workspaceId },
}) => {
  await page.goto('/app/imports')
  await awake(page)
  const bytes = iconv.encode('Keyword;Volume\nlamp;9\nna\u00efve;10\n', 'windows-1252')
  await page.getByLabel('Keyword file').setInputFiles(csv(bytes))
  const dialog = page.getByRole('dialog', { name: 'Import list.csv' })
  await dialog.getByText('naïve · 10', { exact: true }).waitFor()
  await looksRight(page, { name: 'dialog', views: everyView })
  // Nothing is chosen for the person.
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('Choose the spelling that is right.').waitFor()
  const isFocused = (at: number) =>
    dialog
      .getByRole('radio')
      .nth(at)
      .evaluate((radio) => radio === document.activeElement)
  expect(await isFocused(0)).toBe(true)
  expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(1)).toBe(true)
  const second = await dialog.getByRole('radio').nth(1).inputValue()
  await dialog.getByText(`read with encoding ${encodingLabel(second)}`, { exact: false }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Imported 2 keywords from list.csv.').waitFor()
  const { items } = await call(importsContract.list, { workspace_id: workspaceId })
  expect(items.map(({ reading }) => reading?.encoding)).toEqual([second])
})

test('the keyword column is changed before a file is imported, and again afterwards', async ({
  page,
  account: { call, workspaceId },
}) => {
  await page.goto('/app/imports')
  await awake(page)
  await page.getByLabel('Keyword file').setInputFiles(csv('Keyword,Note\nred,desk lamp\nblue,floor lamp\n'))
  const review = page.getByRole('dialog', { name: 'Import list.csv' })
  await review.getByRole('cell', { name: 'red' }).first().waitFor()
  await review.getByText('Change how it’s read').click()
  await looksRight(page, { name: 'dialog', views: everyView })
  await review.getByLabel('Field of Keyword').selectOption('skip')
  await review.getByLabel('Field of Note').selectOption('text')
  await review
    .getByRole('table', { name: /First keywords/ })
    .getByText('floor lamp')
    .waitFor()
  await review.getByRole('button', { name: 'Import 2 keywords' }).click()
  await review.waitFor({ state: 'hidden' })
  const read = async () => {
    const [item] = (await call(importsContract.list, { workspace_id: workspaceId })).items
    return (await call(importsContract.rows, { _id: item!._id })).items.map(({ text }) => text)
  }
  expect(await read()).toEqual(['desk lamp', 'floor lamp'])

  await page.getByRole('button', { name: 'Change how it’s read' }).click()
  const dialog = page.getByRole('dialog', { name: 'How list.csv is read' })
  await dialog.getByRole('button', { name: 'Read file again' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await read()).toEqual(['red', 'blue'])
})

test('results for a new report are shown before they’re imported, and belong to the report then', async ({ page }) => {
  await page.goto('/app/imports')
  await awake(page)
  await page.getByLabel('Keyword file').setInputFiles(csv('Keyword\ndesk lamp\nfloor lamp\n'))
  await page.getByRole('button', { name: 'Import 2 keywords' }).click()
  await page.getByRole('link', { name: 'Group into topics' }).first().click()
  const rows = ['desk lamp', 'floor lamp'].map((keyword) => `${keyword},1,https://lamps.example/all`)
  const results = { ...csv(`Keyword,Rank,URL\n${rows.join('\n')}\n`), name: 'results.csv' }
  await page.getByLabel('Upload SERP file').setInputFiles(results)
  const review = page.getByRole('dialog', { name: 'Import results.csv' })
  await review.getByText('SERP results').first().waitFor()
  await review.getByRole('button', { name: 'Import 2 keywords' }).click()
  await review.waitFor({ state: 'hidden' })
  const field = page.getByLabel('SERP file', { exact: true })
  expect(await field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)).toBe(
    'results.csv (2 keywords)',
  )
})
