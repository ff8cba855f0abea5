import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packedTexts } from './packed-texts.ts'

function pack(texts: string[]) {
  const starts: number[] = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += Buffer.byteLength(text) + 1
  }
  return packedTexts(Buffer.from(texts.join('\n')), Uint32Array.from(starts))
}

test('finds the texts that contain another, and no match across two of them', () => {
  const text = fc.stringMatching(/^[a-cé \u{1f600}]{1,8}$/u)
  const wanted = fc.stringMatching(/^[a-cé \n\u{1f600}]{1,3}$/u)
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), wanted, (texts, part) => {
      expect([...pack(texts).find(part)]).toEqual(texts.map((each) => Number(each.includes(part))))
    }),
    { numRuns: 2000 },
  )
  expect([...pack(['ab', 'cd']).find('b\nc')]).toEqual([0, 0])
})
