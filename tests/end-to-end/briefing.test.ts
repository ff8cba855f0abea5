import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { outlinesContract } from '../../src/features/reports/contract-outlines.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'

/** Filling in a new document from a report, and ranking pages' headings beside the outline. */

test('a new document is filled in from its report, and what was typed stays', async ({ page, account }) => {
  const report = await createSampleReport(account)
  await page.goto(`/app/content/new?template=blog_post&report=${report}`)
  await awake(page)
  await page.getByLabel('Length').fill('700')
  await page.getByLabel('Do not claim').fill('that it has no acid')
  await page.getByRole('button', { name: 'Fill in from report' }).click()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect
    .poll(
      async () => {
        // The first call of a busy server can take longer than it may.
        if (await tryAgain.isVisible()) await tryAgain.click()
        return page.locator('main').innerText()
      },
      { timeout: 90_000, interval: 500 },
    )
    .toContain('You already had length')
  expect(await page.getByLabel('Length').inputValue()).toBe('700')
  expect(await page.getByLabel('Do not claim').inputValue()).toBe('that it has no acid')
  expect(await page.getByLabel('Title or topic').inputValue()).toMatch(/cold brew/i)
  expect(await page.getByLabel('Keywords').inputValue()).toMatch(/^cold brew coffee, /)
  await page.getByText(/ranking pages: median \d+ words/).waitFor()
  await looksRight(page)

  const outline = page.getByRole('region', { name: 'Outline', exact: true })
  const candidates = page.getByRole('list', { name: 'Headings of ranking pages' }).getByRole('button')
  const lines = outline.getByRole('listitem')
  await outline.getByText('How to make cold brew coffee', { exact: true }).waitFor()
  // By keyboard, above the last heading.
  const heading = await candidates.first().locator('span span').first().innerText()
  await candidates.first().press('Alt+ArrowUp')
  await candidates.first().press('Enter')
  await expect.poll(async () => (await lines.allInnerTexts()).at(-2)).toContain(heading)
  // With the mouse, to the top.
  const dragged = await candidates.nth(1).locator('span span').first().innerText()
  const grip = page.getByTitle('Drag into the outline').nth(1)
  await grip.scrollIntoViewIfNeeded()
  const [from, to] = [(await grip.boundingBox())!, (await lines.first().boundingBox())!]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 4 })
  await page.mouse.move(to.x + 60, to.y + 2)
  await page.mouse.up()
  await expect.poll(async () => (await lines.allInnerTexts()).at(0)).toContain(dragged)
  // Stored on the server.
  const stored = async () =>
    (await account.call(outlinesContract.get, { workspace_id: account.workspaceId, report_id: report })).outline
  await expect.poll(async () => (await stored()).headings.at(0)?.text, { timeout: 30_000 }).toBe(dragged)
})

test('a ranking page’s heading is added to a document’s outline', async ({ page, account }) => {
  const report_id = await createSampleReport(account)
  const { item } = await account.call(aiContentContract.new, {
    workspace_id: account.workspaceId,
    template: 'blog_post',
    report_id,
    outline: [{ type: 'h2', text: 'Caffeine in cold brew' }],
  })
  await page.goto(`/app/content/${item._id}`)
  const competitors = page.getByRole('region', { name: 'Headings of ranking pages' })
  await competitors.getByText(/aren’t covered by your outline/).waitFor()
  const add = competitors.getByRole('button', { name: /^Add “/ }).first()
  const heading = /“(.+)”/.exec((await add.getAttribute('aria-label'))!)![1]!
  await add.click()
  await page.getByRole('navigation', { name: 'Outline' }).getByText(heading).waitFor()
  await expect
    .poll(async () => (await account.call(aiContentContract.single, { _id: item._id })).item.outline, {
      timeout: 30_000,
    })
    .toContainEqual(expect.objectContaining({ text: heading }))
  await looksRight(page)
})

test('a document about a keyword is filled in from its topic, and the report keeps nothing of it', async ({
  page,
  account,
}) => {
  const report = await createSampleReport(account)
  const { items } = await account.call(reportsContract.rows, { _id: report, section: 'keywords', limit: 100 })
  const { clusters } = (await account.call(reportsContract.get, { id: report, sections: 'clusters' })).report.sections
  const several = new Set(clusters!.filter(({ kind }) => kind === 'topic').map(({ _id }) => _id))
  const { text: keyword, cluster_id: topic } = items.find(
    ({ cluster_id, type }) => type === 'question' && several.has(String(cluster_id)),
  )!
  await page.goto(
    `/app/reports/${report}?${new URLSearchParams({ tab: 'keywords', filter: JSON.stringify({ include: [keyword] }) })}`,
  )
  await awake(page)
  await page.locator('[aria-rowindex="2"]').getByText(String(keyword), { exact: true }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Write', exact: true }).click()
  await page.waitForURL(/\/app\/content\/new/)
  expect(new URL(page.url()).searchParams.get('topic')).toBe(topic)
  await page.getByRole('button', { name: 'Fill in from report' }).click()
  await page.getByText(/Filled in .*outline.* from the topic/).waitFor()
  expect(await page.getByLabel('Title or topic').inputValue()).toBe(keyword)
  await page.getByRole('button', { name: 'Write draft' }).click()
  await page.waitForURL(/\/app\/content\/(?!new)/)
  const { outline } = await account.call(outlinesContract.get, {
    ...{ workspace_id: account.workspaceId, report_id: report, cluster_id: String(topic) },
  })
  expect(outline.headings).toEqual([])
})

test('a document about a keyword without a topic is filled in with what is near it, and says so', async ({
  page,
  account,
}) => {
  const report = await createSampleReport(account)
  const keyword = 'barista uniform'
  await page.goto(`/app/content/new?${new URLSearchParams({ template: 'blog_post', report, title: keyword, keyword })}`)
  await awake(page)
  await page.getByRole('button', { name: 'Fill in from report' }).click()
  await page.getByText('No other keyword of the report is near “barista uniform”').waitFor()
  expect(await page.getByLabel('Title or topic').inputValue()).toBe(keyword)
  await page.getByText('No outline is proposed: no question of the report is near “barista uniform”').waitFor()
  await page.getByText('No page of the report names this keyword in its title or headings.').first().waitFor()
  await page.getByRole('button', { name: 'Write draft' }).click()
  await page.waitForURL(/\/app\/content\/(?!new)/)
  const { item } = await account.call(aiContentContract.single, { _id: page.url().match(/content\/([^/?]+)/)![1]! })
  expect(item).toMatchObject({ keyword, cluster_id: null })
})
