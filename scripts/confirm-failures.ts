import { type FileResult, isRed, type RunResult } from './test-report.ts'

/** More failed files than this are no chance, so they aren't run again. */
export const maxConfirmedFiles = 6

export type Verdict = {
  code: number
  passed: number
  failed: number
  /** Files that failed among the others and passed when run alone. */
  passedAlone: FileResult[]
  /** Files that stay failed, with what their last run said. */
  red: FileResult[]
}

/**
 * Decides whether a run is red. A file that failed is run once more, alone: if it passes there, it was another file or a
 * busy machine that made it fail, and the run is green and says so. If it fails again, the product or the test is wrong.
 * A file that doesn't load, a runner that crashed and more than `maxConfirmedFiles` files are red at once.
 *
 * @param runAlone runs one file alone
 */
export async function confirmFailures(
  { code, files }: RunResult,
  runAlone: (file: string) => Promise<RunResult>,
): Promise<Verdict> {
  if (files === null) return { code: code || 1, passed: 0, failed: 1, passedAlone: [], red: [] }
  const failed = files.filter(isRed)
  const passedAlone: FileResult[] = []
  const red: FileResult[] = []
  const mayBeChance = failed.length <= maxConfirmedFiles && failed.every(({ loadError }) => loadError === null)
  let passed = files.filter((file) => !isRed(file)).reduce((sum, file) => sum + file.passed, 0)
  for (const first of failed) {
    const alone = mayBeChance ? await runAlone(first.file) : null
    // A run without a test of the file confirms nothing.
    const again = alone?.files?.find(({ file }) => file === first.file)
    const isGreen = alone?.code === 0 && again !== undefined && !isRed(again) && again.passed > 0
    if (isGreen) passedAlone.push(first)
    else red.push(again && isRed(again) ? again : first)
    passed += isGreen ? again.passed : (red.at(-1)?.passed ?? 0)
  }
  // The runner says no without naming a file: an error outside of any test.
  const unexplained = code !== 0 && failed.length === 0 ? 1 : 0
  const count = red.reduce((sum, file) => sum + Math.max(1, file.failed.length), 0) + unexplained
  return { code: count > 0 ? code || 1 : 0, passed, failed: count, passedAlone, red }
}
