import { expect, test } from 'vitest'
import { createFilter } from './phrase-filter.ts'

test.each([
  [['car'], [], 'my Car is red', true],
  [['car'], [], 'carpet cleaning', false],
  [['cold brew'], [], 'best COLD  brew, ever?', true],
  [['cold brew'], [], 'brew it cold', false],
  [['how', 'why'], [], 'why is it so', true],
  [[], ['free'], 'Free shipping', false],
  [[], ['free'], 'sugar-free', false],
  [[], ['free'], 'freedom', true],
  [['coffee'], ['ice'], 'ice coffee', false],
  [['c++'], [], 'learn c++ fast', true],
  [['c++'], [], 'learn c fast', false],
  [['コーヒー'], [], '水出しコーヒーの作り方', true],
  [['café'], [], 'Café near me', true],
] as const)('including %j and excluding %j, “%s” passes: %s', (include, exclude, text, passes) => {
  expect(createFilter({ include: [...include], exclude: [...exclude], language: 'en' })(text)).toBe(passes)
})
