import { expect, test } from 'vitest'
import { storable } from './sanitize-text.ts'

test('characters a database can’t store become U+FFFD at any depth, and everything else is unchanged', () => {
  const file = new File(['\0'], 'a.png')
  expect(storable({ name: 'a\0b', list: ['\ud83d', { deep: 'x\udc00' }], file, n: 1, none: null })).toEqual({
    name: 'a\ufffdb',
    list: ['\ufffd', { deep: 'x\ufffd' }],
    file,
    n: 1,
    none: null,
  })
  expect(storable('😀 \u0001')).toBe('😀 \u0001')
})
