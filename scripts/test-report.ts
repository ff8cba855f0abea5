import { readFileSync } from 'node:fs'

/** What a run of the tests said of one file. */
export type FileResult = {
  file: string
  passed: number
  failed: { test: string; error: string }[]
  /** Why the file didn't load. It then has no tests, and running it again changes nothing. */
  loadError: string | null
  ms: number
}

/** `code` is the runner's exit code; `files` is null if it wrote no report. */
export type RunResult = { code: number; files: FileResult[] | null }

type JsonReport = {
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Reads the report that Vitest's reporter `json` wrote. */
export function readReport(path: string): FileResult[] | null {
  try {
    return parseReport(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

export function parseReport({ testResults }: JsonReport): FileResult[] {
  return testResults.map(({ name, status, message, startTime, endTime, assertionResults }) => {
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ test: fullName, error: getFirstLine(failureMessages?.[0] ?? '') }))
    const isBroken = status === 'failed' && failed.length === 0
    return {
      file: name,
      passed: assertionResults.filter((result) => result.status === 'passed').length,
      // A hook that failed leaves tests that were never run.
      failed: isBroken && assertionResults.length > 0 ? [{ test: 'its hooks', error: getFirstLine(message) }] : failed,
      loadError: isBroken && assertionResults.length === 0 ? getFirstLine(message) : null,
      ms: endTime - startTime,
    }
  })
}

export const isRed = ({ failed, loadError }: FileResult) => failed.length > 0 || loadError !== null

const getFirstLine = (message: string) =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of a terminal
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
    .slice(0, 240) ?? 'no message'
