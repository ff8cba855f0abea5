import { aiContentContract, assignmentContract } from '../../src/features/ai-content/contract.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** Owners and due dates of documents on screen, and who did what. */

const addDocument = async (account: Account, title: string) => {
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title, model: 'builtin' },
  })
  return item
}

test('an editor takes a document and sets when it’s due', async ({ open, account }) => {
  const item = await addDocument(account, 'Cold brew')
  const page = await open()
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  await page.locator('.ProseMirror').waitFor()
  await page.getByRole('tab', { name: 'Review' }).click()
  const owner = page.getByRole('region', { name: 'Owner' })
  await owner.getByText('No owner · no due date').waitFor()
  await owner.getByRole('button', { name: 'Change owner or date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Owner and due date' })
  await dialog.getByLabel('Owner').selectOption({ value: account.userId })
  await dialog.getByLabel('Due date').fill('2026-12-04')
  // In this view alone: in a narrow one the panel with the dialog is a drawer, which is closed.
  await looksRight(page, { name: 'owner and due date' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await owner.getByText('due Dec 4, 2026').waitFor()

  await page.goto('/app')
  await page.getByRole('list', { name: 'My work' }).getByRole('link', { name: 'Cold brew' }).waitFor()
})

test('the list of documents shows owners and dates, and filters by them', async ({ open, account }) => {
  const mine = await addDocument(account, 'Cold brew')
  await addDocument(account, 'Iced tea')
  await account.call(assignmentContract.assign, { _id: mine._id, owner_id: account.userId, due_on: '2020-01-02' })
  const page = await open()
  await page.goto('/app/content')
  await awake(page)
  await looksRight(page, { name: 'documents with owners', views: everyView })
  const list = page.getByRole('list', { name: 'Content' })
  await list.getByRole('listitem').nth(1).waitFor()
  await page.getByLabel('Due date').selectOption({ label: 'Late' })
  await page.waitForURL(/due=late/)
  await list.getByText('Late since Jan 2, 2020').first().waitFor({ state: 'attached' })
  await list.getByRole('link', { name: 'Iced tea' }).waitFor({ state: 'detached' })
  await page.getByLabel('Owner').selectOption({ label: 'Mine' })
  await page.waitForURL(/owner=me/)
  await list.getByRole('link', { name: 'Cold brew' }).waitFor()
})

test('activity says who did what, of a document and of the workspace', async ({ open, account }) => {
  const item = await addDocument(account, 'Cold brew')
  await account.call(reviewStateContract.set, { _id: item._id, state: 'approved' })
  const page = await open()
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  await page.locator('.ProseMirror').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  const drawer = page.getByRole('dialog', { name: 'Activity' })
  await drawer.getByText(/ approved version 1 of this document$/).waitFor()
  await drawer.getByText(/ created this document$/).waitFor()
  await looksRight(page, { name: 'activity of a document', views: everyView })

  await page.goto('/app/activity')
  const list = page.getByRole('list', { name: 'Activity' })
  await list.getByText(/ approved version 1 of/).waitFor()
  await looksRight(page, { name: 'activity', views: everyView })
  await list.getByRole('link', { name: 'Cold brew' }).first().click()
  await page.waitForURL(`**/app/content/${item._id}`)
})
