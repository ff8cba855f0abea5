import { describe, expect, test } from 'vitest'
import { line, text } from './fields.ts'

const cases = {
  'zero-width spaces': '\u200b\u200b',
  'joiners and marks of direction': '\u200d\u200e\u2060\ufeff',
  'Hangul fillers': '\u3164\u115f\uffa0',
  'a blank Braille pattern': '\u2800',
  'tags and variation selectors': '\u{e0041}\ufe0f',
  'spaces of other kinds': '\u00a0\u2003\u3000',
}

describe('a name without visible characters', () => {
  test.each(Object.entries(cases))('made of %s is missing', (_, value) => {
    expect(text('name', 80).safeParse(value).error?.issues[0]?.message).toBe('name is missing.')
    expect(line('name', 80).parse(value)).toBe('')
  })
})

test.each(['Ada', '李', '👩‍👩‍👧', 'שלום', '-', 'نام‌ها'])('%s is a valid name and isn’t changed', (name) => {
  expect(text('name', 80).parse(name)).toBe(name)
  expect(line('name', 80).parse(name)).toBe(name)
})

test('an optional text may be empty', () => {
  expect(text('last_name', 80, 0).parse(' ')).toBe('')
})
