import { expect, test } from 'vitest'
import { createSurrogateBuffer } from './surrogate-buffer.ts'

test('halves of a sign find each other over pieces; what no database holds becomes a mark', () => {
  const signs = createSurrogateBuffer()
  expect([signs.pass('a\ud83d'), signs.pass('\ude00b'), signs.rest()]).toEqual(['a', '\u{1f600}b', ''])
  expect([signs.pass('nul\0l'), signs.pass('\ude00'), signs.pass('\ud83d'), signs.rest()]).toEqual([
    'nul\ufffdl',
    '\ufffd',
    '',
    '\ufffd',
  ])
  expect([signs.pass('\ud83d'), signs.pass('\ud83d\ude00')]).toEqual(['', '\ufffd\u{1f600}'])
})
