/**
 * Runs every test, or those of the files that are named. Finds a Chromium first: the one CHROMIUM_PATH names, an
 * installed one, Playwright's own, else the system's package; and a Caddy. A file that failed is run once more, alone.
 * Ends with the plain line `N passed, N failed`.
 *
 *   npm test -- tests/http                     the files below a folder
 *   npm test -- --repeat 5 tests/faults        five times, with a table of what failed how often
 *   npm test -- --busy                         with every core kept busy by other processes
 *   npm test -- --citus                        HTTP tests on distributed databases, if a Citus cluster can be started
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startCitus } from '../tests/support/citus.ts'
import { findChromium, isExecutable, tryRun } from './chromium.ts'
import { confirmFailures } from './confirm-failures.ts'
import { type FileResult, isRed, type RunResult, readReport } from './test-report.ts'

const root = path.resolve(import.meta.dirname, '..')
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reports = mkdtempSync(path.join(tmpdir(), 'earshot-report-'))

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

let run = 0
function runVitest(args: string[], env: NodeJS.ProcessEnv): RunResult {
  const report = path.join(reports, `${++run}.json`)
  const reporters = ['default', './scripts/slowest-files.ts', 'json']
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`, ...args],
    { cwd: root, stdio: 'inherit', env },
  )
  return { code: status ?? 1, files: readReport(report) }
}

const relative = (file: string) => path.relative(root, file)
const print = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

/** Each run of a file, and how often it failed: what `--repeat` is for. */
function printTable(runs: FileResult[]) {
  const files = Object.values(Object.groupBy(runs, ({ file }) => file)).filter((results) => results !== undefined)
  const rows = files.map((results) => ({
    file: relative(results[0]!.file),
    runs: results.length,
    failures: results.filter(isRed).length,
    slowest: Math.max(...results.map(({ ms }) => ms)),
    errors: [...new Set(results.flatMap(({ failed, loadError }) => loadError ?? failed.map(toLine)))],
  }))
  print('', 'runs  failures   slowest  file')
  for (const { file, runs, failures, slowest, errors } of rows.sort((a, b) => b.failures - a.failures))
    print(
      `${String(runs).padStart(4)}${String(failures).padStart(10)}${`${(slowest / 1000).toFixed(1)} s`.padStart(10)}  ${file}`,
      ...errors.map((error) => `${' '.repeat(26)}${error}`),
    )
  print('')
}

const toLine = ({ test, error }: { test: string; error: string }) => `${test}: ${error}`
const describe = ({ file, failed, loadError }: FileResult) =>
  (loadError ? [loadError] : failed.map(toLine)).map((line) => `  ${relative(file)} > ${line}`)

type Outcome = { code: number; passed: number; failed: number }

async function main(): Promise<Outcome> {
  const { tokens } = parseArgs({
    options: { repeat: { type: 'string' }, busy: { type: 'boolean' }, citus: { type: 'boolean' } },
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const ours = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  const busy = ours.some(({ name }) => name === 'busy')
  const onCitus = ours.some(({ name }) => name === 'citus')
  const repeat = Number(ours.find(({ name }) => name === 'repeat')?.value ?? 1)
  const skipped = new Set(
    ours.flatMap((token) =>
      token.name === 'busy' || token.name === 'citus'
        ? [token.index]
        : token.name === 'repeat'
          ? [token.index, ...(token.inlineValue ? [] : [token.index + 1])]
          : [],
    ),
  )
  const args = process.argv.slice(2).filter((_, index) => !skipped.has(index))
  if (!Number.isInteger(repeat) || repeat < 1) throw new Error('--repeat takes a number of runs, such as --repeat 5.')
  if (!onCitus) return runTests({ args, repeat, busy, more: {} })
  const cluster = await startCitus()
  if (typeof cluster === 'string') {
    print(`HTTP tests on a distributed database are skipped. ${cluster}`)
    return { code: 0, passed: 0, failed: 0 }
  }
  try {
    const more = { TEST_POSTGRES: cluster.url, DISTRIBUTED_TESTS: '1' }
    return await runTests({ args: ['--project', 'http', ...args], repeat, busy, more })
  } finally {
    await cluster.stop()
  }
}

type Run = { args: string[]; repeat: number; busy: boolean; more: Record<string, string> }

async function runTests({ args, repeat, busy, more }: Run): Promise<Outcome> {
  const CHROMIUM_PATH = findChromium()
  const CADDY_PATH = findCaddy()
  if (!CADDY_PATH) print('Caddy couldn’t be installed. Skipping tests/end-to-end/caddy.test.ts.')
  const env = { ...process.env, ...more, CHROMIUM_PATH, ...(CADDY_PATH ? { CADDY_PATH } : {}) }
  const load: ChildProcess[] = busy
    ? Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']))
    : []
  try {
    if (repeat > 1) {
      const runs = Array.from({ length: repeat }, () => runVitest(args, env))
      const results = runs.flatMap(({ files }) => files ?? [])
      printTable(results)
      const failed = results.reduce((sum, file) => sum + (isRed(file) ? Math.max(1, file.failed.length) : 0), 0)
      const unexplained = runs.filter(({ code, files }) => code !== 0 && !files?.some(isRed)).length
      const passed = results.reduce((sum, file) => sum + file.passed, 0)
      return { code: failed + unexplained > 0 ? 1 : 0, passed, failed: failed + unexplained }
    }
    const verdict = await confirmFailures(runVitest(args, env), async (file) => {
      print('', `Running ${relative(file)} once more, alone …`)
      const options = args.filter((arg) => /^--[\w-]+=/.test(arg))
      return runVitest([file, '--maxWorkers=1', ...options], env)
    })
    if (verdict.red.length > 0) print('', 'Failed:', ...verdict.red.flatMap(describe))
    if (verdict.passedAlone.length > 0)
      print('', 'Passed only when run alone:', ...verdict.passedAlone.flatMap(describe))
    print('')
    return verdict
  } finally {
    for (const process of load) process.kill('SIGKILL')
  }
}

let outcome = { code: 1, passed: 0, failed: 1 }
try {
  outcome = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
}
rmSync(reports, { recursive: true, force: true })
print(`${outcome.passed} passed, ${outcome.failed} failed`)
process.exit(outcome.code)
