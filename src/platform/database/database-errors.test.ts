import pg from 'pg'
import { expect, test } from 'vitest'
import { isConnectionLost, isPartlyLost, toUnavailable } from './database-errors.ts'

function toError(severity: string, code: string, message: string) {
  const error = new pg.DatabaseError(message, message.length, 'error')
  return Object.assign(error, { severity, code })
}

/** As Citus 13 on PostgreSQL 15 reported them when a worker was killed. */
const partlyLost = [
  toError(
    'ERROR',
    '08006',
    'connection to the remote node postgres@10.0.0.2:5432 failed with the following error: Connection refused',
  ),
  toError(
    'ERROR',
    '08006',
    'connection to the remote node postgres@10.0.0.2:5432 failed with the following error: FATAL:  the database system is in recovery mode',
  ),
  toError('ERROR', '57P01', 'terminating connection due to unexpected postmaster exit'),
  toError('ERROR', 'XX000', 'could not commit transaction for shard 102028 on at least one active node'),
]

test.each(partlyLost.map((error) => [error.message, error] as const))('of a lost worker of several: %s', (_, error) => {
  expect(isPartlyLost(error)).toBe(true)
  expect(isConnectionLost(error)).toBe(true)
  expect(toUnavailable(error)?.toBody()).toMatchObject({
    code: 'unavailable',
    reason: 'database_partly_lost',
    message: 'The reports of this workspace can’t be read or saved right now. Try again in a minute.',
  })
})

test('a lost connection of our own is the whole database', () => {
  for (const error of [
    toError('FATAL', '57P01', 'terminating connection due to administrator command'),
    toError('FATAL', '57P03', 'the database system is starting up'),
    new Error('Connection terminated unexpectedly'),
  ]) {
    expect(isPartlyLost(error)).toBe(false)
    expect(toUnavailable(error)?.toBody().reason).toBe('database_not_responding')
  }
})

test('other errors are neither', () => {
  const error = toError('ERROR', 'XX000', 'cache lookup failed')
  expect([isPartlyLost(error), isConnectionLost(error), toUnavailable(error)]).toEqual([false, false, null])
})
