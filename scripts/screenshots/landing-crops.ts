/** Parts of real screens for the landing page, each in light and in dark. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { settled, takeShot } from './camera.ts'
import type { Filled } from './filled-earshot.ts'

type Crop = {
  name: string
  path(filled: Filled): string
  /** Taken after the newer screens are filled. */
  newer?: true
  signedOut?: true
  open?(page: Page): Promise<unknown>
  /** What the crop starts at, and how far above and beside it. */
  from(page: Page): Locator
  margin?: { x: number; y: number }
  /** Width of the window. */
  window?: number
  width: number
  height: number
}

const crops: Crop[] = [
  {
    name: 'keywords',
    path: ({ reportId }) => `/app/reports/${reportId}?tab=keywords`,
    async open(page) {
      await page.getByText('how to make cold brew coffee', { exact: true }).first().click()
      await page.getByRole('heading', { name: 'Searches per month' }).waitFor()
    },
    from: (page) => page.getByRole('button', { name: 'Views', exact: true }),
    width: 992,
    height: 640,
  },
  {
    name: 'topics',
    path: ({ reportId }) => `/app/reports/${reportId}?tab=topics`,
    from: (page) => page.getByText(/^\d+ of \d+ keywords, /).first(),
    window: 1440,
    width: 1160,
    height: 640,
  },
  {
    name: 'plan',
    path: ({ planId }) => `/app/plan/${planId}?view=board`,
    from: (page) => page.getByRole('region', { name: 'Idea', exact: true }),
    width: 992,
    height: 520,
  },
  {
    name: 'editor',
    path: ({ documentId }) => `/app/content/${documentId}`,
    async open(page) {
      await page.getByText(/^ranking pages: \d/).waitFor()
      await page.evaluate(() => document.querySelector('.ProseMirror h2:nth-of-type(3)')?.scrollIntoView())
    },
    from: (page) => page.getByRole('heading', { name: 'Outline', exact: true }),
    width: 1044,
    height: 640,
  },
  {
    name: 'humanizer',
    path: () => '/app/humanizer',
    async open(page) {
      await page
        .getByRole('link', { name: /fast-paced/ })
        .first()
        .click()
      await page.locator('.diff-text del').first().waitFor()
    },
    from: (page) => page.getByText(/sentences changed/).first(),
    width: 992,
    height: 560,
  },
  {
    name: 'listener',
    path: ({ listenerId }) => `/app/listeners/${listenerId}?tab=changes`,
    from: (page) => page.getByRole('heading', { level: 1 }),
    width: 1044,
    height: 560,
  },
  {
    name: 'site',
    newer: true,
    path: ({ newer }) => `/app/sites/${newer!.siteId}/queries`,
    from: (page) => page.getByRole('region', { name: 'Headline figures' }),
    width: 992,
    height: 600,
  },
  {
    name: 'ranks',
    newer: true,
    path: ({ newer }) => `/app/ranks/${newer!.trackerId}?sort=-change`,
    from: (page) => page.getByRole('heading', { level: 1 }),
    width: 1044,
    height: 640,
  },
  {
    name: 'answers',
    newer: true,
    path: ({ newer }) => `/app/answers/${newer!.watchId}`,
    from: (page) => page.getByRole('region', { name: 'Visibility' }),
    width: 1044,
    height: 640,
  },
  {
    name: 'client-report',
    path: ({ shareToken }) => `/r/${shareToken}`,
    signedOut: true,
    from: (page) => page.locator('header').first(),
    window: 1060,
    width: 1020,
    height: 640,
  },
]

const isChosen = ({ name }: Crop, only: string[]) => only.length === 0 || only.includes(name)

/** Whether a crop among these shows one of the newer screens. */
export const needsNewerScreens = (only: string[]) => crops.some((crop) => crop.newer && isChosen(crop, only))

/**
 * Crops of what is filled: those of the newer screens once these are, and the others before.
 *
 * @param only names; all crops without one
 */
export async function takeCrops(browser: Browser, filled: Filled, folder: string, only: string[]) {
  await mkdir(folder, { recursive: true })
  const chosen = crops.filter((crop) => isChosen(crop, only) && (crop.newer === true) === (filled.newer !== undefined))
  for (const {
    name,
    path: getPath,
    signedOut,
    open,
    from,
    margin = { x: 12, y: 12 },
    window = 1280,
    width,
    height,
  } of chosen)
    for (const colorScheme of ['light', 'dark'] as const)
      await takeShot(browser, {
        file: path.join(folder, `${name}-${colorScheme}`),
        context: { viewport: { width: window, height: 900 }, deviceScaleFactor: 1.5, colorScheme },
        url: filled.url,
        token: signedOut ? undefined : filled.token,
        async show(page) {
          await page.goto(getPath(filled))
          await settled(page)
          await open?.(page)
          await from(page).waitFor()
        },
        async clip(page) {
          const box = (await from(page).boundingBox())!
          const x = Math.max(0, Math.min(box.x - margin.x, window - width))
          return { x, y: Math.max(0, box.y - margin.y), width, height }
        },
        encode: async (screenshot) => ({
          bytes: await sharp(screenshot).avif({ quality: 48, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer(),
          ending: 'avif',
        }),
      })
}
