import type { Page } from 'playwright-core'

/** Colours take a moment to turn: what is measured on the way is neither the old nor the new. Waits for all but endless motion. */
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
