import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { confirmFailures, maxConfirmedFiles } from '../scripts/confirm-failures.ts'
import { type FileResult, parseReport, type RunResult } from '../scripts/test-report.ts'

const green = (file: string, passed = 3): FileResult => ({ file, passed, failed: [], loadError: null, ms: 5 })
const red = (file: string, tests = ['waits']): FileResult => ({
  ...green(file, 2),
  failed: tests.map((test) => ({ test, error: 'Error: timed out' })),
})
const run = (...files: FileResult[]): RunResult => ({
  code: files.some((file) => file.failed.length > 0) ? 1 : 0,
  files,
})

/** Answers runs of a file alone, and keeps which files were run. */
function createRunner(answers: Record<string, RunResult> = {}) {
  const asked: string[] = []
  return {
    asked,
    runAlone: async (file: string) => {
      asked.push(file)
      return answers[file] ?? run(green(file))
    },
  }
}

describe('failures are confirmed', () => {
  test('a run without failures runs nothing again', async () => {
    const { asked, runAlone } = createRunner()
    expect(await confirmFailures(run(green('a'), green('b')), runAlone)).toMatchObject({
      code: 0,
      passed: 6,
      failed: 0,
    })
    expect(asked).toEqual([])
  })

  test('a file that passes alone is green and listed with its first error', async () => {
    const { runAlone } = createRunner()
    const { code, passed, failed, passedAlone, red: stays } = await confirmFailures(run(green('a'), red('b')), runAlone)
    expect({ code, passed, failed, stays }).toEqual({ code: 0, passed: 6, failed: 0, stays: [] })
    expect(passedAlone.map(({ file, failed }) => [file, failed[0]!.error])).toEqual([['b', 'Error: timed out']])
  })

  test('a file that fails again is red with what it said then', async () => {
    const { runAlone } = createRunner({ b: run(red('b', ['writes'])) })
    const verdict = await confirmFailures(run(green('a'), red('b', ['waits', 'writes'])), runAlone)
    expect(verdict).toMatchObject({ code: 1, passed: 5, failed: 1, passedAlone: [] })
    expect(verdict.red[0]!.failed.map(({ test }) => test)).toEqual(['writes'])
  })

  test('a run alone that tests nothing, or crashes, confirms the failure', async () => {
    for (const answer of [run(green('b', 0)), { code: 1, files: [green('b')] }, { code: 1, files: null }]) {
      const { runAlone } = createRunner({ b: answer })
      expect(await confirmFailures(run(red('b')), runAlone)).toMatchObject({ code: 1, failed: 1 })
    }
  })

  test('too many failed files, a file that doesn’t load and a crash are red at once', async () => {
    const many = Array.from({ length: maxConfirmedFiles + 1 }, (_, index) => red(`${index}`))
    const broken = { ...green('b', 0), loadError: 'SyntaxError' }
    for (const result of [run(...many), { code: 1, files: [green('a'), broken] }, { code: 1, files: null }]) {
      const { asked, runAlone } = createRunner()
      const verdict = await confirmFailures(result, runAlone)
      expect(verdict.code).toBe(1)
      expect(verdict.failed).toBeGreaterThan(0)
      expect(asked).toEqual([])
    }
  })

  test('an error outside of any test is red', async () => {
    const verdict = await confirmFailures({ code: 1, files: [green('a')] }, createRunner().runAlone)
    expect(verdict).toMatchObject({ code: 1, passed: 3, failed: 1 })
  })

  test('a file whose hook failed has tests that never ran, and one that doesn’t load has none', () => {
    const file = { name: 'a', status: 'failed', message: 'Error: no port', startTime: 0, endTime: 5 }
    const skipped = { status: 'skipped', fullName: 'x', failureMessages: [] }
    const [hook, load] = parseReport({
      testResults: [
        { ...file, assertionResults: [skipped] },
        { ...file, assertionResults: [] },
      ],
    })
    expect(hook).toMatchObject({ failed: [{ test: 'its hooks', error: 'Error: no port' }], loadError: null })
    expect(load).toMatchObject({ failed: [], loadError: 'Error: no port' })
  })
})

describe('the real runner', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-planted-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'vitest.config.js'), 'export default { test: { globals: true } }')

  /** Runs the suite's own script over planted tests. */
  function runPlanted(name: string, source: string) {
    const file = path.join(folder, `${name}.test.js`)
    writeFileSync(file, source)
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', `--root=${folder}`, file], {
      cwd: path.resolve(import.meta.dirname, '..'),
      // As outside of a run of tests. None of them opens a browser.
      env: { PATH: process.env.PATH, CHROMIUM_PATH: process.execPath, CADDY_PATH: process.execPath },
      encoding: 'utf8',
      timeout: 60_000,
    })
    return { status, output: stdout, last: stdout.trim().split('\n').at(-1) }
  }

  test('a fault of the product is red, one by chance is green and named', () => {
    const fault = runPlanted('fault', `test('adds', () => { expect(1 + 1).toBe(3) })`)
    expect(fault).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    expect(fault.output).toMatch(/Failed:\n.*fault\.test\.js > adds: AssertionError: expected 2 to be 3/)

    const chance = runPlanted(
      'chance',
      `import { existsSync, writeFileSync } from 'node:fs'
       test('passes', () => {})
       test('fails at first', () => {
         const ran = existsSync(${JSON.stringify(path.join(folder, 'ran'))})
         writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, '')
         expect(ran).toBe(true)
       })`,
    )
    expect(chance).toMatchObject({ status: 0, last: '2 passed, 0 failed' })
    expect(chance.output).toMatch(/Passed only when run alone:\n.*chance\.test\.js > fails at first: AssertionError/)

    const broken = runPlanted('broken', `import './missing.js'\ntest('never runs', () => {})`)
    expect(broken).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    expect(broken.output).not.toContain('once more, alone')
  })
})
