import type { Reporter, TestModule } from 'vitest/node'

const shown = 12

/** Prints the slowest files at the end of a run, so a file that became slow is noticed that day. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
      return { name: module.relativeModuleId, ms: duration + collectDuration + setupDuration + prepareDuration }
    })
    if (files.length < 2) return
    const total = files.reduce((sum, { ms }) => sum + ms, 0)
    const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, shown)
    const lines = slowest.map(({ name, ms }) => `${seconds(ms)}  ${name}`)
    process.stdout.write(
      `\nSlowest files, with their hooks:\n${lines.join('\n')}\n${seconds(total)}  all ${files.length}\n\n`,
    )
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(10)
