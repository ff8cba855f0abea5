import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'

/** A brief is completed in the editor, read by a writer without an account, and downloaded as PDF. */

test('a brief is completed, read by link and downloaded as PDF', async ({ open, page, account }) => {
  const report_id = await createSampleReport(account)
  const { item } = await account.call(aiContentContract.new, {
    ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'How to make cold brew', model: 'builtin' },
    ...{ report_id, outline: [{ type: 'h2', text: 'How long it steeps' }], keywords: ['cold brew ratio'] },
  })
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Content brief' }).click()
  const dialog = page.getByRole('dialog', { name: 'Content brief' })
  await dialog.getByText('How long it steeps').first().waitFor()
  await dialog.getByLabel('Do not claim').fill('It cures insomnia')
  await dialog.getByRole('button', { name: 'Save list' }).click()
  await dialog.locator('.document-text').getByText('It cures insomnia').waitFor()
  await looksRight(page, { name: 'content brief', views: everyView })

  const pdf = await page.request.get(`/ai/brief/export/${item._id}?format=pdf`, { timeout: 60_000 })
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(await pdf.body()))
  const { text } = await extractText(document, { mergePages: true })
  for (const part of ['How to make cold brew', 'How long it steeps', 'It cures insomnia']) expect(text).toContain(part)

  const { share } = await account.call(reviewContract.share, { _id: item._id, may: 'read', brief: true })
  const guest = await open({ as: null })
  await guest.goto(new URL(share.url).pathname)
  await guest.getByRole('link', { name: 'Read the brief' }).click()
  await guest.getByText('It cures insomnia').waitFor()
  await looksRight(guest, { name: 'brief of a guest', views: everyView })
})
