import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** A writer without an account edits a draft, and its owner decides on each change beside the text. */

test('a guest suggests changes, and the owner accepts one and rejects the rest by keyboard', async ({
  open,
  account,
}) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const text = 'Buy coarse coffee.\n\nSteep it for 16 hours.\n'
  await account.call(aiContentContract.update, { _id: item._id, version: item.version, content_md: text })
  const { share } = await account.call(reviewContract.share, { _id: item._id, may: 'write' })

  const guest = await open({ as: null, javaScriptEnabled: false })
  await guest.goto(new URL(share.url).pathname)
  await guest.getByRole('link', { name: 'Edit text' }).click()
  await guest.getByLabel('Text').fill(`${text.replace('16', '12').replace('coarse', 'coarsely ground')}\n`)
  await guest.getByRole('button', { name: 'Suggest changes' }).click()
  // Nothing entered is lost.
  await guest.getByText('Enter your name.').waitFor()
  expect(await guest.getByLabel('Text').inputValue()).toContain('12 hours')
  await guest.getByLabel('Your name').fill('Ada')
  await guest.getByRole('button', { name: 'Suggest changes' }).click()
  await guest.getByRole('heading', { name: /suggested change/ }).waitFor()
  // The checks need scripts.
  const reader = await open({ as: null })
  await reader.goto(new URL(share.url).pathname)
  await reader.getByRole('heading', { name: /suggested change/ }).waitFor()
  await looksRight(reader, { name: 'guest suggestions', views: everyView })

  const owner = await open()
  await owner.goto(`/app/content/${item._id}`)
  await awake(owner)
  await owner.locator('.ProseMirror').waitFor()
  await owner.getByRole('tab', { name: 'Review' }).click()
  const accept = owner.getByRole('button', { name: 'Accept change of Ada: 16 to 12' })
  await accept.focus()
  await owner.keyboard.press('Enter')
  await accept.waitFor({ state: 'detached' })
  await owner.locator('.ProseMirror', { hasText: 'Steep it for 12 hours.' }).waitFor()
  const reject = owner.getByRole('button', { name: /^Reject change of Ada/ })
  for (let left = await reject.count(); left > 0; left--) {
    // While a decision is sent, the other buttons are disabled, and a key on them does nothing.
    await expect.poll(() => reject.first().isEnabled()).toBe(true)
    await reject.first().press('Enter')
    await expect.poll(() => reject.count()).toBe(left - 1)
  }
  await owner.getByRole('heading', { name: /suggested change/ }).waitFor({ state: 'detached' })
  const { item: after } = await account.call(aiContentContract.single, { _id: item._id })
  expect(after.content_md.trim()).toBe(text.replace('16', '12').trim())
})

test('what a guest typed is kept when the link is disabled while they write', async ({ open, account }) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const { share } = await account.call(reviewContract.share, { _id: item._id, may: 'write' })
  const guest = await open({ as: null })
  await guest.goto(`${new URL(share.url).pathname}?edit`)
  await guest.getByLabel('Your name').fill('Ada')
  await guest.getByLabel('Text').fill('Steep it for 12 hours.')
  await guest.getByText('Saved as suggestions.').waitFor()
  await account.call(reviewContract.unshare, { _id: item._id })
  await guest.getByLabel('Text').fill('Steep it for 12 hours. Serve it iced.')
  await guest.getByText('This link was disabled.').waitFor()
  await guest.getByRole('button', { name: 'Suggest changes' }).click()
  expect(await guest.getByLabel('Your text').inputValue()).toContain('Serve it iced.')

  const owner = await open()
  await owner.goto(`/app/content/${item._id}`)
  await awake(owner)
  await owner.getByRole('tab', { name: 'Review' }).click()
  await owner.getByRole('heading', { name: '1 suggested change' }).waitFor()
  await owner.getByText('Steep it for 12 hours.').first().waitFor()
})
