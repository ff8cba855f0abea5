import type { Page } from 'playwright-core'

/**
 * What the server painted answers to no key before the page's scripts have taken it over, and shows nothing that they add:
 * waits until they have. For pages with a `main`; React marks what it has taken over.
 */
export const awake = (page: Page) =>
  page.waitForFunction(() => {
    const isTaken = (element: Element | null) =>
      element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    const button = document.querySelector('main button')
    return !window.early && isTaken(document.querySelector('main')) && (button === null || isTaken(button))
  })

/** Keeps the page's scripts back, as a slow line does, until the function it answers with is called. */
export async function holdScripts(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
