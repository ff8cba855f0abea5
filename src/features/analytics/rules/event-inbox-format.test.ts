import { expect, test } from 'vitest'
import { packRequests, unpackMessages } from './event-inbox-format.ts'

const request = (messages: object[], spaces?: number) => Buffer.from(JSON.stringify({ messages }, null, spaces))

test('messages are read back unchanged and in order, whatever the JSON formatting', async () => {
  const requests = [
    request([{ a: 'line\nfeed', b: ' \u2028\u0000' }, { c: '日本語 😀 \ud83d' }]),
    request([{ d: 1.5e300 }], 2),
    Buffer.from('\n{"messages":\r\n[{"e":"twice"}],"messages":[{"e":"the last one counts"}]}\n'),
  ]
  expect(await unpackMessages(await packRequests(requests))).toEqual([
    { a: 'line\nfeed', b: ' \u2028\u0000' },
    { c: '日本語 😀 \ud83d' },
    { d: 1.5e300 },
    { e: 'the last one counts' },
  ])
})

test('reading doesn’t change the body, and invalid bytes are rejected', async () => {
  const given = request([{ a: 1 }], 2)
  const before = given.toString()
  const packed = await packRequests([given])
  expect(given.toString()).toBe(before)
  await expect(unpackMessages(packed.subarray(0, packed.length - 4))).rejects.toThrow()
})
