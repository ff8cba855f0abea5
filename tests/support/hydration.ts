import type { Page } from 'playwright-core'

/**
 * Waits until React has hydrated the page, since server-rendered elements don't react before. For pages with a `main`.
 */
export const awake = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main') && !document.querySelector('[data-hydrating]'))

/** Delays the page's scripts, like a slow network, until the returned function is called. */
export async function holdScripts(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
