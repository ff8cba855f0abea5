import type { ComponentStatus, InstallationStatus } from '../contract.ts'

export const statusWords: Record<ComponentStatus, string> = {
  up: 'operational',
  degraded: 'degraded',
  down: 'down',
  idle: 'not in use',
  off: 'not set up',
}

export const statusTones = { up: 'good', degraded: 'warn', down: 'bad', idle: 'plain', off: 'plain' } as const

export const verdicts: Record<InstallationStatus, string> = {
  up: 'All systems operational',
  degraded: 'Some systems have problems',
  maintenance: 'Maintenance in progress',
}
