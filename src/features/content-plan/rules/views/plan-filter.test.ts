import { expect, test } from 'vitest'
import { isFiltered, readFilter, toAddress, toCallFilter, toExportPath } from './plan-filter.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))
const member = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'

test('a filter survives its address', () => {
  const query = { q: 'cold brew', state: 'review', owner: member, intent: 'none', role: 'spoke', due: 'late' }
  const filter = read(String(new URLSearchParams(query)))
  expect(toAddress(filter)).toEqual(query)
  expect(isFiltered(filter)).toBe(true)
})

test('what isn’t a filter is left out', () => {
  const filter = read(`state=nothing&owner=me&intent=__proto__&role=PILLAR&due=soon&q=${'a'.repeat(300)}`)
  expect(toAddress(filter)).toEqual({ q: 'a'.repeat(200) })
  expect(isFiltered(read('page=2&view=board'))).toBe(false)
})

test('calls and files take the same filter', () => {
  const filter = read(`q=ratio&owner=none&due=week&state=idea`)
  expect(toCallFilter(filter)).toEqual({ q: 'ratio', filters: { owner_id: 'none', due: 'week', state: 'idea' } })
  expect(toCallFilter(read(''))).toEqual({ filters: {} })
  expect(toExportPath('p', 'csv', filter)).toBe('/plan/export/p?format=csv&q=ratio&state=idea&owner_id=none&due=week')
})
