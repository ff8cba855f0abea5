import { type Browser, chromium } from 'playwright-core'

/** The Chromium that scripts/chromium.ts found. Chromium has no sandbox as root. */
export const launchBrowser = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })
