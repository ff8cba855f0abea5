import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** A client without an account comments on a draft, and its writer answers beside the text. */

test('a guest comments on a selected passage, and the writer resolves it', async ({ open, account }) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await account.call(aiContentContract.update, {
    ...{ _id: item._id, version: item.version },
    content_md: 'Buy coarse coffee.\n\nSteep it for 16 hours. It keeps for a week.\n',
  })
  const { share } = await account.call(reviewContract.share, { _id: item._id, may: 'comment' })
  const path = new URL(share.url).pathname

  const guest = await open({ as: null })
  await guest.goto(path)
  await guest.evaluate(() => {
    const words = document.evaluate('//p[contains(., "Steep")]/text()', document).iterateNext()!
    getSelection()!.setBaseAndExtent(words, 0, words, 'Steep it for 16 hours.'.length)
  })
  await guest.getByRole('link', { name: 'Comment on selection' }).click()
  await expect.poll(() => guest.getByLabel('Passage').inputValue()).toBe('Steep it for 16 hours.')
  await guest.getByLabel('Comment', { exact: true }).fill('Our guide says 12.')
  await guest.getByRole('button', { name: 'Add comment' }).click()
  // Nothing entered is lost.
  await guest.getByText('Enter your name.').waitFor()
  expect(await guest.getByLabel('Comment', { exact: true }).inputValue()).toBe('Our guide says 12.')
  await guest.getByLabel('Your name').last().fill('Ada')
  await guest.getByRole('button', { name: 'Add comment' }).click()
  await guest.getByRole('heading', { name: '1 comment' }).waitFor()
  await looksRight(guest, { name: 'guest comments', views: everyView })

  const writer = await open()
  await writer.goto(`/app/content/${item._id}`)
  await awake(writer)
  await writer.locator('.ProseMirror').waitFor()
  await writer.getByRole('tab', { name: 'Comments' }).click()
  const comments = writer.getByRole('region', { name: '1 open comment' })
  await comments.getByText('Our guide says 12.').waitFor()
  // The editor may come after the comments.
  await expect
    .poll(async () => {
      await comments.getByRole('button', { name: 'Steep it for 16 hours.' }).click()
      return writer.evaluate(() => String(getSelection()))
    })
    .toBe('Steep it for 16 hours.')
  await comments.locator('summary', { hasText: 'Reply' }).click()
  await comments.getByLabel('Reply').fill('Changed.')
  await comments.getByRole('button', { name: 'Send reply' }).click()
  await comments.getByText('Changed.').waitFor()
  await comments.getByRole('button', { name: 'Resolve comment of Ada' }).click()
  await writer.getByText('1 resolved comment').waitFor()

  await writer.getByRole('tab', { name: 'Review' }).click()
  await writer.getByRole('button', { name: 'Send to review' }).click()
  await writer.getByText(/^Sent to review by/).waitFor()
  await guest.reload()
  await guest.getByText('Approve or request changes').click()
  await guest.getByRole('button', { name: 'Approve' }).click()
  await guest.getByText('approved by Ada (guest)').waitFor()

  await guest.getByText('1 resolved comment').click()
  await guest.getByText('Changed.').waitFor()
  const { items } = await account.call(commentsContract.list, { document_id: item._id, resolved: true })
  expect(items).toHaveLength(2)
})

test('a member mentions somebody by keyboard', async ({ open, account }) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const { members } = await account.call(workspacesContract.data, { workspace_id: account.workspaceId })
  const name = members[0]!.name || members[0]!.email
  const page = await open()
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  await page.getByRole('tab', { name: 'Comments' }).click()
  await page.locator('summary', { hasText: 'Add a comment' }).click()
  const field = page.getByLabel('Comment', { exact: true })
  const list = page.getByRole('listbox', { name: 'Members' })
  await field.pressSequentially('Thanks @')
  const option = list.getByRole('option', { name, selected: true })
  await option.waitFor()
  expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
  await looksRight(page, { name: 'mention list' })
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('Backspace')
  await page.keyboard.type('@')
  await option.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(`Thanks @${name} `)
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.locator('b', { hasText: `@${name}` }).waitFor()
  const { items } = await account.call(commentsContract.list, { document_id: item._id })
  expect(items[0]!.mentions).toEqual([{ user_id: account.userId, name }])
})

test('guests comment without scripts', async ({ open, account }) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const { share } = await account.call(reviewContract.share, { _id: item._id, may: 'comment' })
  const guest = await open({ as: null, javaScriptEnabled: false })
  await guest.goto(new URL(share.url).pathname)
  await guest.getByLabel('Your name').last().fill('Ada')
  await guest.getByLabel('Comment', { exact: true }).fill('Empty so far.')
  await guest.getByRole('button', { name: 'Add comment' }).click()
  await guest.getByRole('heading', { name: '1 comment' }).waitFor()
  await guest.locator('summary', { hasText: 'Reply' }).click()
  await guest.getByRole('button', { name: 'Resolve' }).click()
  await guest.getByText('1 resolved comment').waitFor()
})

test('marks in the text lead to their thread and back, for members and guests', async ({ open, account }) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await account.call(aiContentContract.update, {
    ...{ _id: item._id, version: item.version },
    content_md: 'First, stir it well. Then wait.\n\nLater, stir it well. Then serve.\n',
  })
  const { comment } = await account.call(commentsContract.add, {
    ...{ document_id: item._id, text: 'How long?', quote: 'stir it well.', prefix: 'Later,', suffix: 'Then serve.' },
  })
  await account.call(commentsContract.add, { document_id: item._id, text: 'Which?', quote: 'Boil it.' })
  const { share } = await account.call(reviewContract.share, { _id: item._id, may: 'comment' })

  const writer = await open()
  await writer.setViewportSize({ width: 1440, height: 900 })
  await writer.goto(`/app/content/${item._id}`)
  const text = writer.locator('.ProseMirror')
  const mark = text.locator('mark')
  // Of the two places with these words, the one with the words around it.
  await text.locator('p', { hasText: 'Later' }).locator('mark').waitFor()
  expect(await mark.allTextContents()).toEqual(['stir it well.'])
  expect(
    await mark.getAttribute('aria-describedby').then((id) => writer.locator(`[id="${id}"]`).textContent()),
  ).toMatch(/^Has a comment/)
  const comments = writer.getByRole('region', { name: '2 open comments' })
  const thread = comments.getByRole('listitem').filter({ hasText: 'How long?' })
  await mark.click()
  await comments.getByText('This passage isn’t in the text anymore.').waitFor()
  await expect.poll(() => thread.getAttribute('aria-current')).toBe('true')
  expect(await mark.getAttribute('class')).toContain('comment-mark-active')
  await writer.keyboard.press('Alt+Enter')
  await expect.poll(() => thread.evaluate((element) => element === document.activeElement)).toBe(true)
  await looksRight(writer, { name: 'comment marks', views: everyView })
  // The mark follows edits.
  await text
    .locator('p')
    .last()
    .click({ position: { x: 2, y: 8 } })
  await writer.keyboard.press('Home')
  await writer.keyboard.type('And ')
  expect(await mark.allTextContents()).toEqual(['stir it well.'])
  await thread.getByTitle('Show in the text').click()
  await expect.poll(() => writer.evaluate(() => String(getSelection()))).toBe('stir it well.')
  await thread.getByRole('button', { name: /^Resolve/ }).click()
  await mark.waitFor({ state: 'detached' })
  await account.call(commentsContract.resolve, { _id: comment._id, resolved: false })

  const guest = await open({ as: null })
  await guest.goto(new URL(share.url).pathname)
  const guestMark = guest.locator('article mark')
  expect(await guestMark.allTextContents()).toEqual(['stir it well.'])
  expect(await guest.locator('article p', { has: guest.locator('mark') }).textContent()).toContain('Later')
  await guestMark.click()
  await expect.poll(() => guest.evaluate(() => location.hash)).toBe(`#comment-${comment._id}`)
  await guest.getByRole('link', { name: 'stir it well.' }).click()
  await expect.poll(() => guestMark.evaluate((element) => element === document.activeElement)).toBe(true)
  await looksRight(guest, { name: 'guest comment marks', views: everyView })
})

test('on a phone, a mark opens the comments, of which there is one list', async ({ open, account }) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await account.call(aiContentContract.update, {
    ...{ _id: item._id, version: item.version },
    content_md: 'Steep it for 16 hours.\n',
  })
  await account.call(commentsContract.add, { document_id: item._id, text: 'Our guide says 12.', quote: '16 hours' })
  const writer = await open({ viewport: { width: 390, height: 844 } })
  await writer.goto(`/app/content/${item._id}`)
  await writer.locator('.ProseMirror mark').waitFor()
  expect(await writer.locator('#document-comments').count()).toBe(0)
  await writer.locator('.ProseMirror mark').click()
  const panel = writer.getByRole('dialog', { name: 'Score and review' })
  await panel.getByText('Our guide says 12.').waitFor()
  expect(await writer.locator('#document-comments').count()).toBe(1)
  await looksRight(writer, { name: 'comments on a phone' })
  await panel.getByTitle('Show in the text').click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => writer.evaluate(() => String(getSelection()))).toBe('16 hours')
})
