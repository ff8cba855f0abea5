import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseClient } from './database-client.ts'

test('a second error of a connection whose listeners were removed doesn’t end the process', () => {
  for (const client of [new pg.Client(), new DatabaseClient()]) {
    client.removeAllListeners()
    expect(() => client.emit('error', new Error('server conn crashed?'))).not.toThrow()
  }
})

const toConnection = (client: DatabaseClient) => (client as unknown as { connection: pg.Connection }).connection

test('a connection is given back with an error after its server refused to write', () => {
  const client = new DatabaseClient()
  const released: unknown[] = []
  client.release = (error) => released.push(error)
  client.release()
  toConnection(client).emit('errorMessage', Object.assign(new Error('duplicate key'), { code: '23505' }))
  client.release()
  const refusal = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
  toConnection(client).emit('errorMessage', refusal)
  client.release()
  const own = new Error('its own')
  client.release(own)
  expect(released).toEqual([undefined, undefined, refusal, own])
})
