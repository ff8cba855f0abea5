import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** Two people in one document: each in a browser context of their own. */

const paragraph = (page: Page) => page.locator('.document-text .ProseMirror > p').first()
/** The words of the first paragraph, without the names of others at their carets. */
const words = (page: Page) =>
  paragraph(page).evaluate((element) => {
    const copy = element.cloneNode(true) as Element
    for (const caret of copy.querySelectorAll('.live-caret')) caret.remove()
    return copy.textContent ?? ''
  })
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 })

async function newDocument({ call, workspaceId }: Account) {
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: 'Steep it.\n\nThe end.' })
  return item._id
}

async function openDocument(page: Page, _id: string) {
  await page.goto(`/app/content/${_id}`)
  await awake(page)
  await page.locator('.ProseMirror').waitFor()
}

/** Both share the text. */
const seesOther = (page: Page) =>
  eventually(() => page.getByRole('status').filter({ hasText: 'Also editing: You, in another tab' }).count()).toBe(1)

async function putCaretAtEnd(page: Page) {
  await paragraph(page).click()
  await page.keyboard.press('End')
}

test('two people write in one paragraph at the same time, see each other, and undo their own', async ({
  open,
  account,
}) => {
  const _id = await newDocument(account)
  const [one, other] = [await open(), await open()]
  await openDocument(one, _id)
  await openDocument(other, _id)
  await Promise.all([seesOther(one), seesOther(other)])
  // Each types one letter at a time into the same paragraph, and both texts become the same.
  await Promise.all([putCaretAtEnd(one), putCaretAtEnd(other)])
  await Promise.all([one.keyboard.type('ABCDEFGHIJ'.repeat(3)), other.keyboard.type('0123456789'.repeat(3))])
  const counts = async (page: Page) => {
    const text = await words(page)
    return [text.match(/[A-J]/g)?.length ?? 0, text.match(/\d/g)?.length ?? 0]
  }
  await eventually(() => Promise.all([counts(one), counts(other)])).toEqual([
    [30, 30],
    [30, 30],
  ])
  expect(await words(one)).toBe(await words(other))
  // Where the other one is.
  await one.locator('.live-caret-name').waitFor()
  await looksRight(one, { name: 'writing together', views: everyView })

  // One undoes everything of their own. What the other one typed stays.
  await paragraph(one).click()
  await eventually(async () => {
    await one.keyboard.press('ControlOrMeta+z')
    return counts(other)
  }).toEqual([0, 30])
  await eventually(() => counts(one)).toEqual([0, 30])

  // It's saved, and nobody was asked to merge.
  await eventually(async () => {
    const { item } = await account.call(aiContentContract.single, { _id })
    return item.content_md.match(/\d/g)?.length
  }).toBe(30)
  expect(await one.getByRole('dialog').count()).toBe(0)
  expect(await other.getByRole('dialog').count()).toBe(0)
})

test('what is typed offline is merged when the connection is back', async ({ open, account }) => {
  const _id = await newDocument(account)
  const [one, other] = [await open(), await open()]
  await openDocument(one, _id)
  await openDocument(other, _id)
  await Promise.all([seesOther(one), seesOther(other)])
  await putCaretAtEnd(one)
  await one.keyboard.type(' Shared.')
  await other.getByText('Shared.').waitFor()
  await other.context().setOffline(true)
  await putCaretAtEnd(other)
  await other.keyboard.type(' Offline.')
  await one.keyboard.type(' Online.')
  await eventually(async () => {
    const { item } = await account.call(aiContentContract.single, { _id })
    return item.content_md
  }).toContain('Online.')
  await other.context().setOffline(false)
  await one.getByText('Offline.').waitFor()
  await other.getByText('Online.').waitFor()
  expect(await other.getByRole('dialog').count()).toBe(0)
})

test('a text that is changed by something else is shown, and writing together goes on', async ({ open, account }) => {
  const _id = await newDocument(account)
  const [one, other] = [await open(), await open()]
  await openDocument(one, _id)
  await openDocument(other, _id)
  await Promise.all([seesOther(one), seesOther(other)])
  await putCaretAtEnd(one)
  await one.keyboard.type(' Shared.')
  await other.getByText('Shared.').waitFor()
  // Once that is saved.
  await eventually(async () => {
    const { item: now } = await account.call(aiContentContract.single, { _id })
    if (!now.content_md.includes('Shared.')) return false
    await account.call(aiContentContract.update, {
      ...{ _id, version: now.version, content_md: `${now.content_md}\n\nBy the API.` },
    })
    return true
  }).toBe(true)
  await Promise.all([one.getByText('By the API.').waitFor(), other.getByText('By the API.').waitFor()])
  await putCaretAtEnd(other)
  await other.keyboard.type(' Again.')
  await one.getByText('Again.').waitFor()
})
