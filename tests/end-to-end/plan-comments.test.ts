import { expect } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** A content plan goes to a client by link, and what they say of an item stands beside it. */

test('a plan’s link is made in its dialog, and a guest’s comment on an item is answered and resolved', async ({
  account,
  open,
  page,
}) => {
  const owner = { workspace_id: account.workspaceId, name: 'Winter' }
  const { list } = await account.call(listsContract.add, { ...owner, items: [{ text: 'oak desk lamp' }] })
  const { plan } = await account.call(contentPlanContract.new, { ...owner, list_id: list._id })
  const { items } = await account.call(contentPlanContract.update, {
    ...{ _id: plan._id, version: plan.version },
    items: [{ title: 'Cold brew at home' }, { title: 'Which grinder to buy' }],
  })
  const item = items.find(({ title }) => title === 'Cold brew at home')!

  await page.goto(`/app/plan/${plan._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share plan' })
  await dialog.getByLabel('Guests can').selectOption({ label: 'Read and comment' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await looksRight(page, { name: 'share plan' })

  const guest = await open({ as: null })
  await guest.goto(new URL(url).pathname)
  await guest.getByRole('cell', { name: 'Cold brew at home' }).waitFor()
  await guest.getByRole('link', { name: 'Comment on Cold brew at home' }).click()
  await expect.poll(() => guest.getByLabel('About').inputValue()).toBe(item._id)
  await guest.getByLabel('Comment', { exact: true }).fill('Please write this one first.')
  await guest.getByRole('button', { name: 'Add comment' }).click()
  // Nothing entered is lost.
  await guest.getByText('Enter your name.').waitFor()
  expect(await guest.getByLabel('Comment', { exact: true }).inputValue()).toBe('Please write this one first.')
  expect(await guest.getByLabel('About').inputValue()).toBe(item._id)
  await guest.getByLabel('Your name').last().fill('Ada')
  await guest.getByRole('button', { name: 'Add comment' }).click()
  await guest.getByRole('heading', { name: '1 comment' }).waitFor()
  await looksRight(guest, { name: 'guest plan', views: everyView })

  await page.goto(`/app/plan/${plan._id}/${item._id}`)
  await awake(page)
  const comments = page.getByRole('region', { name: '1 open comment' })
  await comments.getByText('Please write this one first.').waitFor()
  await comments.locator('summary', { hasText: 'Reply' }).click()
  await comments.getByLabel('Reply').fill('It is due on Monday.')
  await comments.getByRole('button', { name: 'Send reply' }).click()
  await comments.getByText('It is due on Monday.').waitFor()
  await comments.getByRole('button', { name: 'Resolve comment of Ada' }).click()
  // Says what is there instead, if it fails.
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 30_000 }).toContain('1 resolved comment')

  await guest.goto(new URL(url).pathname)
  await guest.getByText('1 resolved comment').click()
  await guest.getByText('It is due on Monday.').waitFor()

  await page.goto(`/app/plan/${plan._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Disable link' }).click()
  await page.getByText('Link disabled').waitFor()
  const answer = await guest.reload()
  expect(answer!.status()).toBe(404)
})
