import type { ComponentStatus, InstallationStatus } from '../contract.ts'

export const statusWords: Record<ComponentStatus, string> = {
  up: 'works',
  degraded: 'works badly',
  down: 'down',
  idle: 'not in use',
  off: 'not set up',
}

export const statusTones = { up: 'good', degraded: 'warn', down: 'bad', idle: 'plain', off: 'plain' } as const

export const verdicts: Record<InstallationStatus, string> = {
  up: 'All of it works.',
  degraded: 'Some of it does not work as it should.',
  maintenance: 'We are working on it.',
}
