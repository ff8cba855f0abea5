/**
 * Runs every test. Finds a Chromium first: the one CHROMIUM_PATH names, an installed one, Playwright's own, else the
 * system's package; and a Caddy. Ends with the plain line `N passed, N failed`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'

const root = path.resolve(import.meta.dirname, '..')

function isExecutable(file: string) {
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
  // Without windows, menus and extensions it takes a third less of the processor for the same pages.
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

function tryRun(program: string, args: string[]) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0
}

function findChromium(): string {
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
  throw new Error('There is no Chromium and none could be installed: install one and set CHROMIUM_PATH to it.')
}

/** What stands in front of mapped domains. Without one, the test that needs it is left out and says so. */
function findCaddy(): string | null {
  const onPath = () =>
    [
      process.env.CADDY_PATH ?? '',
      ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'caddy')),
    ].find((file) => file !== '' && isExecutable(file)) ?? null
  const found = onPath()
  if (found || process.getuid?.() !== 0) return found
  process.stdout.write('No Caddy found: installing one …\n')
  if (!tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'caddy'])) {
    tryRun('apt-get', ['update', '-qq'])
    tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'caddy'])
  }
  return onPath()
}

const report = path.join(mkdtempSync(path.join(tmpdir(), 'earshot-report-')), 'report.json')
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
let code = 1
try {
  const CHROMIUM_PATH = findChromium()
  const CADDY_PATH = findCaddy()
  if (!CADDY_PATH)
    process.stdout.write('No Caddy, and none could be installed: tests/end-to-end/caddy.test.ts is left out.\n')
  execFileSync(
    process.execPath,
    [
      vitest,
      'run',
      '--reporter=default',
      '--reporter=./scripts/slowest-files.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH, ...(CADDY_PATH ? { CADDY_PATH } : {}) } },
  )
  code = 0
} catch (error) {
  if ((error as { status?: number }).status === undefined) process.stderr.write(`${(error as Error).message}\n`)
}
try {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
    testResults: { status: string; assertionResults: { status: string }[] }[]
  }
  // A file that could not be loaded or set up has no failed test of its own: it counts as one.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length
  const failed =
    numFailedTests + broken + (code !== 0 && numFailedTests + broken === 0 ? Math.max(1, numFailedTestSuites) : 0)
  process.stdout.write(`${numPassedTests} passed, ${failed} failed\n`)
} catch {
  process.stdout.write('0 passed, 1 failed\n')
}
rmSync(path.dirname(report), { recursive: true, force: true })
process.exit(code)
