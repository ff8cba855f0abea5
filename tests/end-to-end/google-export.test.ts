import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { startGoogleDrive } from '../doubles/google-drive.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** What is created at Google is tested in tests/http; here is the way on screen. */

const test = browserTest
  .extend('drive', { scope: 'file' }, async ({}, { onCleanup }) => {
    const double = await startGoogleDrive()
    onCleanup(double.close)
    return double
  })
  .extend('settings', { scope: 'file' }, ({ drive }) => drive.settings)

test('a document becomes a Google Doc: consent the first time, and the export continues; then it’s disconnected', async ({
  drive,
  earshot,
  account: { call, workspaceId },
  page,
}) => {
  const title = 'Cold brew at home'
  const { item } = await call(aiContentContract.new, { workspace_id: workspaceId, template: 'blog_post', title })
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: 'One part to eight.' })
  // Google's page: consent is given at once.
  await page.route(`${drive.settings.GOOGLE_OAUTH_BASE}/o/oauth2/**`, async (route) => {
    const back = drive.consent(route.request().url())
    await route.fulfill({
      status: 302,
      headers: { location: `${earshot.url}/app/google?${new URLSearchParams(back)}` },
    })
  })
  const openDialog = async () => {
    await page.goto(`/app/content/${item._id}`)
    await awake(page)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Google Docs' }).click()
    return page.getByRole('dialog', { name: 'Export to Google Docs' })
  }
  const first = await openDialog()
  await first.getByRole('button', { name: 'Create Google Doc' }).click()
  await first.getByText('Connect your Google account first.', { exact: false }).waitFor()
  await first.getByRole('button', { name: 'Connect Google' }).click()

  await page.getByText('Your Google Doc is ready.').waitFor()
  const link = page.getByRole('link', { name: 'Open in Google Docs' })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/docs\.google\.com\/document\/d\//)
  expect(drive.state.files).toMatchObject([{ name: title }])
  // The code isn't left in the address.
  expect(new URL(page.url()).search).toBe('')

  const second = await openDialog()
  await second.getByRole('button', { name: 'Create Google Doc' }).click()
  await second.getByRole('link', { name: 'Open in Google Docs' }).waitFor()
  expect(drive.state.files).toHaveLength(2)

  await page.goto('/app/settings/feeds')
  await awake(page)
  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  const confirm = page.getByRole('dialog', { name: 'Disconnect your Google account?' })
  await confirm.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByText('Your Google account isn’t connected.', { exact: false }).waitFor()
  expect(drive.state.revoked).toHaveLength(1)
})
