/**
 * Runs every test. Finds a Chromium first: the one CHROMIUM_PATH names, an installed one, Playwright's own, else the
 * system's package; and a Caddy. Ends with the plain line `N passed, N failed`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium, isExecutable, tryRun } from './chromium.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Finds the proxy of custom domains. Without it, the test that needs it is skipped with a message. */
function findCaddy(): string | null {
  const onPath = () =>
    [
      process.env.CADDY_PATH ?? '',
      ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'caddy')),
    ].find((file) => file !== '' && isExecutable(file)) ?? null
  const found = onPath()
  if (found || process.getuid?.() !== 0) return found
  process.stdout.write('No Caddy found. Installing it …\n')
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
  if (!CADDY_PATH) process.stdout.write('Caddy couldn’t be installed. Skipping tests/end-to-end/caddy.test.ts.\n')
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
  // A file that could not be loaded or set up has no failed test, so it counts as one.
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
