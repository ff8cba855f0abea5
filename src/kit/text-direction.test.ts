import { expect, test } from 'vitest'
import { getLanguageDirection, getTextDirection } from './text-direction.ts'

test('languages and scripts have a direction', () => {
  for (const language of ['ar', 'ar-EG', 'he', 'HE-il', 'fa', 'ur-PK', 'ckb', 'yi', 'ku-Arab', 'az_Arab'])
    expect(getLanguageDirection(language), language).toBe('rtl')
  for (const language of ['en', 'de-AT', 'arn', 'fr', 'hi', 'ar-Latn', 'pa', ''])
    expect(getLanguageDirection(language), language).toBe('ltr')
})

test('the letters of a text decide, then its language', () => {
  expect(getTextDirection('en', 'قهوة باردة في المنزل')).toBe('rtl')
  expect(getTextDirection('en', 'The word קפה in an English text')).toBe('ltr')
  expect(getTextDirection('he', 'מדריך: install npm install, then configure the server')).toBe('rtl')
  expect(getTextDirection('ar', 'An English text')).toBe('ltr')
  expect(getTextDirection('fa', '2026')).toBe('rtl')
  expect(getTextDirection('en', '')).toBe('ltr')
})
