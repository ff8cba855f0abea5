import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export type Shot = {
  /** Path of the file, without its ending. */
  file: string
  context: BrowserContextOptions
  url: string
  /** Session of who is signed in. */
  token?: string
  /** Leaves the page as it is to be seen. */
  show(page: Page): Promise<unknown>
  /** Where the picture is cut out, in CSS pixels of the page; by default what the window shows. */
  clip?(page: Page): Promise<{ x: number; y: number; width: number; height: number }>
  /** Encodes the screenshot. */
  encode(screenshot: Buffer): Promise<{ bytes: Buffer; ending: string }>
}

/** Opens a window of its own, takes one screenshot and writes it. */
export async function takeShot(browser: Browser, { file, context, url, token, show, clip, encode }: Shot) {
  const own = await browser.newContext({
    ...context,
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  if (token) await own.addCookies([{ name: 'app_token', value: token, url }])
  const page = await own.newPage()
  page.setDefaultTimeout(120_000)
  await show(page)
  await page.evaluate(() => document.fonts.ready)
  // Waits for transitions to end.
  await page.waitForTimeout(600)
  const area = await clip?.(page)
  const { bytes, ending } = await encode(
    await page.screenshot({ animations: 'disabled', caret: 'hide', ...(area && { clip: area }) }),
  )
  const written = `${file}.${ending}`
  await writeFile(written, bytes)
  console.log(`${path.relative(process.cwd(), written)}: ${Math.round((await stat(written)).size / 1000)} kB`)
  await own.close()
}

export const settled = (page: Page) => page.waitForLoadState('networkidle')
