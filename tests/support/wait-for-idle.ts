import type { Page } from 'playwright-core'

/** Waits for all transitions but endless ones, because colors measured during a transition are neither old nor new. */
export async function settled(page: Page) {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (motion) =>
          motion.playState !== 'running' || motion.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
}
