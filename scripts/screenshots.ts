/**
 * Takes pictures of a separate Earshot on an empty data directory, with sources and a model that answer from the sample data:
 *
 *   npm run screenshots                    the README's and the landing page's
 *   npm run screenshots -- report plan     only these
 *   npm run screenshots -- screens [name]  every screen in light, dark, on a phone and zoomed in, into build/screens, to look at
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium } from './chromium.ts'
import { settled, takeShot } from './screenshots/camera.ts'
import { takeScreens } from './screenshots/every-screen.ts'
import { type Filled, startFilledEarshot } from './screenshots/filled-earshot.ts'
import { needsNewerScreens, takeCrops } from './screenshots/landing-crops.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs', 'screenshots')
const largestBytes = 250_000
const desktopView: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

type Screenshot = {
  name: string
  context: BrowserContextOptions
  /** Leaves the page as it is to be seen. */
  show(page: Page, filled: Filled): Promise<unknown>
  /** Taken after the newer screens are filled. */
  newer?: true
  signedOut?: true
}

const isChosen = ({ name }: Screenshot, requested: string[]) => requested.length === 0 || requested.includes(name)

async function takeAll(by: Browser, filled: Filled, requested: string[]) {
  await mkdir(folder, { recursive: true })
  const isFilled = filled.newer !== undefined
  for (const screenshot of screenshots)
    if (isChosen(screenshot, requested) && Boolean(screenshot.newer) === isFilled) await take(by, filled, screenshot)
  if (requested.length > 0) return
  const names = new Set(screenshots.map(({ name }) => `${name}.png`))
  for (const file of await readdir(folder)) if (!names.has(file)) await rm(path.join(folder, file))
}

const take = (by: Browser, filled: Filled, { name, context, show, signedOut }: Screenshot) =>
  takeShot(by, {
    file: path.join(folder, name),
    context,
    url: filled.url,
    token: signedOut ? undefined : filled.token,
    show: (page) => show(page, filled),
    encode: async (screenshot) => ({ bytes: await compressed(screenshot), ending: 'png' }),
  })

/** With as many colors as fit into the maximum size. */
async function compressed(screenshot: Buffer): Promise<Buffer> {
  for (const colors of [256, 128, 64, 32]) {
    const bytes = await sharp(screenshot).png({ palette: true, colors, effort: 10, dither: 0.4 }).toBuffer()
    if (bytes.length < largestBytes) return bytes
  }
  throw new Error('The image is too large even with 32 colors.')
}

const screenshots: Screenshot[] = [
  {
    name: 'report',
    context: desktopView,
    async show(page, { reportId }) {
      await page.goto(`/app/reports/${reportId}?tab=questions`)
      await settled(page)
    },
  },
  {
    name: 'keywords',
    context: { ...desktopView, colorScheme: 'dark' },
    async show(page, { reportId }) {
      await page.goto(`/app/reports/${reportId}?tab=keywords`)
      await settled(page)
    },
  },
  {
    name: 'article',
    context: desktopView,
    async show(page, { documentId }) {
      await page.goto(`/app/content/${documentId}`)
      await page.locator('.ProseMirror').waitFor()
      await page.getByText(/^ranking pages: \d/).waitFor()
      await settled(page)
    },
  },
  {
    name: 'humanizer',
    context: desktopView,
    async show(page) {
      await page.goto('/app/humanizer')
      await settled(page)
      await page
        .getByRole('link', { name: /fast-paced/ })
        .first()
        .click()
      await page.locator('.diff-text del').first().waitFor()
    },
  },
  {
    name: 'listener',
    context: desktopView,
    async show(page, { listenerId }) {
      await page.goto(`/app/listeners/${listenerId}?tab=changes`)
      await settled(page)
    },
  },
  {
    name: 'pricing',
    context: desktopView,
    signedOut: true,
    async show(page) {
      await page.goto('/pricing')
      await settled(page)
    },
  },
  {
    name: 'webhook',
    context: desktopView,
    newer: true,
    async show(page) {
      await page.goto('/app/settings/webhooks')
      await settled(page)
      await page.getByRole('button', { name: 'New webhook' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New webhook' })
      await dialog.getByLabel('URL').fill('https://hooks.zapier.com/hooks/catch/123456/abcdef/')
      for (const type of ['report.done', 'listener.changed'])
        await dialog.getByRole('checkbox', { name: new RegExp(type.replace('.', '\\.')) }).check()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    },
  },
  {
    name: 'webhook-deliveries',
    context: desktopView,
    newer: true,
    async show(page, { newer }) {
      await page.goto(`/app/settings/webhooks/${newer!.webhookId}`)
      await settled(page)
    },
  },
  {
    name: 'phone',
    context: phone,
    async show(page, { reportId }) {
      await page.goto(`/app/reports/${reportId}?tab=keywords`)
      await settled(page)
      // The desktop layout is rendered until the screen is measured.
      await page.locator('select', { hasText: 'Default order' }).first().waitFor()
    },
  },
]

const requested = process.argv.slice(2)
const takesScreens = requested[0] === 'screens'
const takesNewer =
  takesScreens || needsNewerScreens(requested) || screenshots.some((shot) => shot.newer && isChosen(shot, requested))
const running = await startFilledEarshot({ all: takesNewer })
let browser: Browser | null = null
try {
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const filled = await running.fill()
  if (takesScreens) {
    const { token } = await running.earshot.signIn()
    const all = await running.fillNewer(filled)
    await takeScreens(browser, all, token, path.join(root, 'build', 'screens'), requested.slice(1))
  } else {
    const pictures = path.join(root, 'src', 'web', 'landing', 'pictures')
    await takeAll(browser, filled, requested)
    await takeCrops(browser, filled, pictures, requested)
    if (takesNewer) {
      const all = await running.fillNewer(filled)
      await takeAll(browser, all, requested)
      await takeCrops(browser, all, pictures, requested)
    }
  }
} finally {
  await browser?.close()
  await running.close()
}
