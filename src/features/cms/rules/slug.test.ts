import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cmsContract } from '../contract.ts'
import { toSlug } from './slug.ts'

test.for([
  ['Cold brew: the café way', 'cold-brew-the-cafe-way'],
  ['Größe & Maß — it’s here', 'grosse-mass-its-here'],
  ['Łódź, København', 'lodz-kobenhavn'],
  ['Кофе по-русски', 'кофе-по-русски'],
  ['コールドブリュー 入門', 'コールドブリュー-入門'],
  ['  100 % sure?!', '100-sure'],
  ['…', ''],
])('%s → %s', ([title, slug]) => {
  expect(toSlug(title!)).toBe(slug)
})

test('a long title is cut after a whole word', () => {
  expect(toSlug(`${'word '.repeat(40)}`)).toMatch(/^word(-word)*$/)
  expect(toSlug(`${'word '.repeat(40)}`).length).toBeLessThanOrEqual(80)
  expect(toSlug('x'.repeat(300))).toHaveLength(80)
})

test('the slug of any title is empty or valid under the contract', () => {
  const { slug } = cmsContract.add.input.shape
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const made = toSlug(title)
      expect(made === '' || slug.safeParse(made).success, JSON.stringify([title, made])).toBe(true)
    }),
    { numRuns: 3000 },
  )
})
