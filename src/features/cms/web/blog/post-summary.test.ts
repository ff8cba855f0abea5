import { expect, test } from 'vitest'
import { getDirection } from './post-summary.tsx'

test.each([
  ['ar', 'قهوة باردة', 'rtl'],
  ['he-IL', 'קפה', 'rtl'],
  ['fa', 'قهوه سرد با WordPress', 'rtl'],
  ['ur', 'ٹھنڈی کافی', 'rtl'],
  ['ar-Latn', 'qahwa barida', 'ltr'],
  ['en', 'مدونة', 'rtl'],
  ['en', 'What قهوة means', 'ltr'],
])('a post in %s with the title “%s” is %s', (lang, title, expected) => {
  expect(getDirection({ lang, title, excerpt: '' })).toBe(expected)
})

test('the text decides where the title is in other letters', () => {
  const post = { lang: 'en', title: 'WordPress', excerpt: '' }
  expect(getDirection(post)).toBe('ltr')
  expect(getDirection(post, 'كيف تضيف صفحة جديدة إلى موقعك بسهولة')).toBe('rtl')
})
