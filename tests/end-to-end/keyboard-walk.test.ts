import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** From sign-up to a published article and a shared report without a mouse: keys go to whatever has the focus. */

const patience = { timeout: 60_000 }

const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement)

function showsFocus(element: Element) {
  const marks = [element, element.parentElement!].map((found) => getComputedStyle(found))
  return marks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')
}

/** Presses Tab until the element has the focus, which has to show a ring. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await element.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await hasFocus(element)) {
      expect(await element.evaluate(showsFocus), `the focus on ${element} is visible`).toBe(true)
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`Tab doesn’t reach ${element}.`)
}

async function press(page: Page, element: Locator, key = 'Enter') {
  await tabTo(page, element)
  await page.keyboard.press(key)
}

async function type(page: Page, element: Locator, text: string) {
  await tabTo(page, element)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

test('sign up, run a report, filter, list, write, publish and share by keyboard alone', async ({ open }) => {
  const page = await open({ as: null })
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' })

  await page.goto('/signup')
  await awake(page)
  await type(page, page.getByLabel('First name'), 'Ada')
  await type(page, page.getByLabel('Email'), `${randomUUID()}@example.com`)
  await type(page, page.getByLabel('Password', { exact: true }), 'a long enough one')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
  await awake(page)

  await press(page, button('standing desk'))
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  const report = page.url()
  await button('Share').waitFor(patience)

  await press(page, page.getByRole('link', { name: /^Keywords/ }))
  await page.waitForURL(/tab=keywords/)
  await type(page, page.getByPlaceholder('Include words'), 'height')
  await page.getByText(/^\d+ of \d+ keywords/).waitFor()
  await press(page, page.getByRole('checkbox', { name: 'Select all matching rows' }), 'Space')
  const selected = page.getByRole('toolbar', { name: 'Selected keywords' })
  await press(page, button('Add to list', selected))
  const naming = page.getByRole('dialog').getByRole('textbox', { name: 'New list name' })
  await expect.poll(() => hasFocus(naming)).toBe(true)
  await page.keyboard.type('Heights')
  await page.keyboard.press('Enter')
  await page
    .getByText(/added to .*Heights|Heights/)
    .first()
    .waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await press(page, page.getByRole('main').getByRole('link', { name: 'Write', exact: true }))
  await page.waitForURL('**/app/content/new?*')
  await type(page, page.getByLabel('Title or topic'), 'How high should a standing desk be?')
  await press(page, button('Write draft'))
  await page.waitForURL(/\/app\/content\/[0-9a-f-]{36}/)
  await page.getByText('Saved', { exact: true }).waitFor(patience)

  await press(page, button('Publish'))
  const publishing = page.getByRole('dialog', { name: 'Publish' })
  await press(page, button('Publish', publishing))
  await publishing.getByText('Published on').waitFor()
  const url = await publishing.getByLabel('URL', { exact: true }).first().inputValue()
  expect((await fetch(url)).status).toBe(200)
  await page.keyboard.press('Escape')
  await publishing.waitFor({ state: 'hidden' })
  // The focus goes back to what opened the dialog.
  await expect.poll(() => hasFocus(button('Publish'))).toBe(true)

  await page.goto(report)
  await awake(page)
  await press(page, button('Share'))
  const sharing = page.getByRole('dialog')
  await press(page, button('Create link', sharing))
  const link = sharing.getByRole('textbox', { name: 'Link', exact: true })
  await link.waitFor()
  expect((await fetch(await link.inputValue())).status).toBe(200)
})
