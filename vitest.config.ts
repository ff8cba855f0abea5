import { defineConfig } from 'vitest/config'

/** Tests that start Earshot as people do. */
const wholeProcesses = {
  globalSetup: ['tests/support/data-dir-template.ts'],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // A browser on a busy machine misses a step now and then; the report names what passed only the second time.
  retry: 1,
  // Asked until it is so: a busy machine takes its time, and only a failure waits so long.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['tests/support/property-seed.ts'],
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'bench/**/*.test.ts',
            'tests/doubles/**/*.test.ts',
            'tests/*.test.ts',
          ],
          // A process for each of hundreds of files takes longer than most of them. What a test replaces, it puts back.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'http',
          setupFiles: ['tests/support/property-seed.ts'],
          include: ['tests/http/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          // They change nothing that all share, so Earshot's modules are read once and not for each file.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['tests/end-to-end/**/*.test.ts'],
          ...wholeProcesses,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          ...wholeProcesses,
          // After all others: they wait for leases and limits, which the load of browsers would overrun.
          sequence: { groupOrder: 1 },
        },
      },
    ],
    pool: 'forks',
    maxWorkers: 2,
  },
})
