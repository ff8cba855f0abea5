import { defineConfig } from 'vitest/config'

/** Asked until it is so: a busy machine takes its time, and only a failure waits so long. */
const patient = { poll: { timeout: 30_000 } }

/** Tests that start Earshot as people do. */
const wholeProcesses = {
  globalSetup: ['tests/support/data-dir-template.ts'],
  // Six times what the longest takes on two quiet cores: only what hangs waits so long.
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: patient,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          // The fastest come first, so that what is wrong shows early.
          sequence: { groupOrder: 0 },
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
          expect: patient,
          sequence: { groupOrder: 1 },
          setupFiles: ['tests/support/property-seed.ts'],
          include: ['tests/http/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          // They change nothing that all share, so Earshot's modules are read once and not for each file.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['tests/end-to-end/**/*.test.ts'],
          ...wholeProcesses,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          ...wholeProcesses,
          // After all others: they wait for leases and limits, which the load of browsers would overrun.
          sequence: { groupOrder: 3 },
        },
      },
    ],
    pool: 'forks',
    maxWorkers: 2,
  },
})
