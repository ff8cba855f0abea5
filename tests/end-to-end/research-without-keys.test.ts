import { startSearchVendors } from '../doubles/search-vendors.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** What works without keys of vendors is said on the screens of trends. */

const test = browserTest
  .extend('vendors', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vendors = await startSearchVendors()
    onCleanup(vendors.close)
    return vendors
  })
  .extend('settings', { scope: 'file' }, ({ vendors }): Record<string, string> => {
    const { WIKIPEDIA_URL, WIKIMEDIA_METRICS_URL, OUTBOUND_ALLOW } = vendors.settings
    return { WIKIPEDIA_URL, WIKIMEDIA_METRICS_URL, OUTBOUND_ALLOW } as Record<string, string>
  })

test('trends are page views of Wikipedia, and Google Trends is listed as not set up', async ({ page }) => {
  await page.goto('/app/trends')
  await awake(page)
  await page.getByLabel('Keyword 1').fill('coffee')
  await page.getByRole('button', { name: 'Look up trends' }).click()
  await page.getByText(/Wikipedia page views of “Coffee”/).waitFor()
  await looksRight(page, { views: [{ width: 360 }, { width: 1440 }] })
  const option = page.getByLabel('Source').locator('option', { hasText: 'Google Trends via DataForSEO (not set up)' })
  await option.waitFor({ state: 'attached' })
})
