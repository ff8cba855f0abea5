import { expect, test } from 'vitest'
import { readFilteredHref, toFilteredHref, withFilter } from './link-filter.ts'

const read = (href: string) => readFilteredHref(new URLSearchParams(href))

test('a link to a filtered table is read back as it was made', () => {
  const filter = { types: ['question' as const], difficulty_max: 20, include: ['cold & brew'] }
  expect(read(toFilteredHref(filter, '-volume'))).toEqual({ filter, sort: { column: 'volume', descending: true } })
  expect(read(toFilteredHref(filter))).toEqual({ filter, sort: null })
})

test('a filter is kept in the address of its screen', () => {
  const address = 'https://earshot.example/app/reports/1?tab=keywords'
  const sort = { column: 'volume' as const, descending: true }
  const filtered = withFilter(address, { volume_min: 1000 }, sort)
  expect(readFilteredHref(new URL(filtered).searchParams)).toEqual({ filter: { volume_min: 1000 }, sort })
  expect(withFilter(filtered, {}, null)).toBe(address)
})

test('what is no filter is ignored', () => {
  expect(read('?tab=keywords')).toBeUndefined()
  expect(read('?filter=%7Bbroken')).toBeUndefined()
  expect(read('?filter=3&sort=nonsense')).toBeUndefined()
  expect(read('?filter=%7B%22evil%22%3A1%2C%22volume_min%22%3A5%7D')).toEqual({ filter: { volume_min: 5 }, sort: null })
})
