import { expect, test } from 'vitest'
import { batch, maxAddressLength, maxDepth, maxNameLength } from './contract.ts'
import * as client from './rules/event-payload.ts'

const location = { address: '', path: '/a', query: '', host: 'example.com', origin: '', referrer: '' }
const good = {
  message_id: '0193a5b0-0000-7000-8000-000000000000',
  type: 'event',
  uid: 'u1',
  alias: 'a1',
  event: 'Report made',
  traits: {},
  properties: { plan: 'pro', n: 1, list: [1, { a: null }] },
  group_id: 'g1',
  location,
  timestamp: '2026-11-21T18:00:00.000Z',
}
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

test.each([
  ['every field is given', good, true],
  ['an event without a name', { ...good, event: undefined }, false],
  ['a person without an id', { ...good, type: 'identify', uid: null }, false],
  ['a group without an id', { ...good, type: 'group', group_id: undefined }, false],
  ['a page needs neither name nor person', { ...good, type: 'page', event: undefined, uid: undefined }, true],
  ['properties as deep as allowed', { ...good, properties: nested(maxDepth) }, true],
  ['properties a level too deep', { ...good, properties: nested(maxDepth + 1) }, false],
  ['an unknown field', { ...good, other: 1 }, false],
  ['an unknown part of the location', { ...good, location: { ...location, port: '1' } }, false],
  ['a day that doesn’t exist', { ...good, timestamp: '2026-02-30T00:00:00Z' }, false],
])('a message: %s', (_, message, expected) => {
  const given = { public_key: 'k', workspace_id: 'w', messages: [message] }
  expect(batch.safeParse(given).success).toBe(expected)
})

test('the event client has the same limits', () => {
  expect([client.maxNameLength, client.maxAddressLength]).toEqual([maxNameLength, maxAddressLength])
})
