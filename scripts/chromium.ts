import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '..')

export function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installed(): string | null {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'].map((name) =>
        path.join(folder, name),
      ),
    )
  // The headless shell needs a third less CPU for the same pages.
  const shells = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'chromium-headless-shell'))
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]
  return (
    [process.env.CHROMIUM_PATH ?? '', chromium.executablePath(), ...shells, ...onPath, ...usual].find(
      (file) => file !== '' && isExecutable(file),
    ) ?? null
  )
}

export function tryRun(program: string, args: string[]) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0
}

/** The one CHROMIUM_PATH names, an installed one, Playwright's own, else the system's package, installed here. */
export function findChromium(): string {
  const found = installed()
  if (found) return found
  process.stdout.write('No Chromium found: installing one …\n')
  const playwright = path.join(root, 'node_modules', 'playwright-core', 'cli.js')
  if (tryRun(process.execPath, [playwright, 'install', 'chromium', '--only-shell'])) {
    const own = installed()
    if (own) return own
  }
  if (process.getuid?.() === 0 && tryRun('apt-get', ['update', '-qq']))
    tryRun('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']) ||
      tryRun('apt-get', ['install', '-y', '-qq', 'chromium'])
  const system = installed()
  if (system) return system
  throw new Error('Chromium wasn’t found and couldn’t be installed. Install it and set CHROMIUM_PATH to its path.')
}
