import { expect, test } from 'vitest'
import { parseCursor, toCursor } from './activity-cursor.ts'

test('a cursor has the time to the microsecond and the key', () => {
  const position = { at: '2026-11-29T09:25:51.123456Z', key: 'version-0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42-12' }
  expect(parseCursor(toCursor(position))).toEqual(position)
})

const encode = (text: string) => Buffer.from(text).toString('base64url')

test.each([
  ...[
    '',
    'x',
    'nonsense!',
    encode('2026-13-45T99:99:99.123456Z entry-00'),
    encode('2026-02-31T09:00:00.000000Z entry-00'),
  ],
  ...[encode('0000-01-01T09:00:00.000000Z entry-00'), encode('2026-11-29T09:00:00.000000Z entry-00 or 1=1')],
])('“%s” is no cursor', (cursor) => {
  expect(() => parseCursor(cursor)).toThrow('This isn’t a cursor.')
})
