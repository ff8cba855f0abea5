import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch, maxAddressLength, maxDepth, maxNameLength, messageTypes } from './contract.ts'
import { acceptsBatch } from './validate-message.ts'

const location = {
  address: 'https://example.com/a?b=c',
  path: '/a',
  query: '?b=c',
  host: 'example.com',
  origin: 'https://example.com',
  referrer: '',
}
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

const anything = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    '',
    0,
    1,
    true,
    'x',
    [],
    {},
    'x'.repeat(maxNameLength),
    'x'.repeat(maxNameLength + 1),
  ),
  fc.constantFrom(
    'x'.repeat(maxAddressLength),
    'x'.repeat(maxAddressLength + 1),
    nested(maxDepth),
    nested(maxDepth + 1),
  ),
  fc.constantFrom('2026-02-30T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00+02:00', '2026-01-01T00:00Z', 'yesterday'),
  fc.constantFrom(...messageTypes),
  fc.json().map((text) => JSON.parse(text) as unknown),
)
const fieldNames = [...Object.keys(good), 'other', 'constructor', 'toString']
/** A good message with some fields changed, some left out, some too many. */
const message = fc
  .tuple(
    fc.constantFrom(...messageTypes),
    fc.array(fc.tuple(fc.constantFrom(...fieldNames), anything), { maxLength: 2 }),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(location), 'other'), anything), { maxLength: 1 }),
    fc.subarray(fieldNames, { maxLength: 1 }),
  )
  .map(([type, changed, moved, left]) => {
    const made: Record<string, unknown> = {
      ...good,
      type,
      location: { ...location, ...Object.fromEntries(moved) },
      ...Object.fromEntries(changed),
    }
    for (const name of left) delete made[name]
    return made
  })
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      public_key: fc.constant('k'),
      workspace_id: fc.constant('w'),
      messages: fc.array(message, { maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      { public_key: anything, workspace_id: anything, messages: anything, other: anything },
      { requiredKeys: [] },
    ),
  },
)

test('the written-out check and the schema agree on every body', () => {
  let passed = 0
  fc.assert(
    fc.property(body, (raw) => {
      const judged = batch.safeParse(raw)
      if (judged.success) passed++
      expect(acceptsBatch(raw)).toBe(judged.success)
      // What passes is passed on as it came.
      if (judged.success) expect(judged.data).toEqual(raw)
    }),
    { numRuns: 5000, seed: 1 },
  )
  expect(passed).toBeGreaterThan(300)
})

test.each([
  [{ ...good, event: undefined }, false],
  [{ ...good, type: 'identify', uid: null }, false],
  [{ ...good, type: 'group', group_id: undefined }, false],
  [{ ...good, type: 'page', event: undefined, uid: undefined }, true],
  [{ ...good, properties: nested(maxDepth) }, true],
  [{ ...good, properties: nested(maxDepth + 1) }, false],
  [{ ...good, location: { ...location, port: '1' } }, false],
  [{ ...good, timestamp: '2026-02-30T00:00:00Z' }, false],
  [good, true],
])('message %# is judged as expected by both', (given, expected) => {
  const raw = { public_key: 'k', workspace_id: 'w', messages: [given] }
  expect([acceptsBatch(raw), batch.safeParse(raw).success]).toEqual([expected, expected])
})
