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
