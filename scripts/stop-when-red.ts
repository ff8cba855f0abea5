import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { maxConfirmedFiles } from './confirm-failures.ts'

/** Ends a run that can't become green any more, so that nobody waits for the rest of it. */
export default class StopWhenRed implements Reporter {
  private vitest: Vitest | undefined
  private failed = 0

  onInit(vitest: Vitest) {
    this.vitest = vitest
  }

  async onTestModuleEnd(module: TestModule) {
    if (module.ok()) return
    this.failed++
    const didNotLoad = module.errors().length > 0 && [...module.children.allTests()].length === 0
    if (!didNotLoad && this.failed <= maxConfirmedFiles) return
    const reason = didNotLoad ? 'A file doesn’t load' : `More than ${maxConfirmedFiles} files failed`
    process.stdout.write(`\n${reason}. Stopping here.\n`)
    await this.vitest?.cancelCurrentRun('test-failure')
  }
}
