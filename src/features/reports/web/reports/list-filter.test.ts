import { expect, test } from 'vitest'
import { isFiltered, readFilter, toFindInput } from './list-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('the list groups runs, unless one query’s runs are listed', () => {
  expect(toFindInput(read(''))).toMatchObject({ group: true, page: 1 })
  const same = read('same_as=0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42')
  expect(toFindInput(same)).toMatchObject({ group: undefined, same_as: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42' })
  expect(isFiltered(same)).toBe(true)
})

test('what the URL says is checked', () => {
  expect(read('sort=-rows&show=favorites&type=topic&tag=client%20A')).toMatchObject({
    sort: '-rows',
    show: 'favorites',
    type: 'topic',
    tag: 'client A',
  })
  expect(read('sort=price&show=all&type=nothing&status=x&same_as=me&page=-3')).toEqual({ page: 1 })
  expect(isFiltered(read('sort=-rows&page=2'))).toBe(false)
})
