import { expect, test } from 'vitest'
import { onTheServer } from './keywords-panel.tsx'
import { noFilter } from './table-model.ts'

test('filters and order of the table become those of the call', () => {
  expect(
    onTheServer({
      filter: { ...noFilter, text: ' cold ', types: ['question'], intents: ['', 'local'], sources: ['wikipedia'] },
      sort: { column: 'volume', descending: true },
    }),
  ).toEqual({
    q: 'cold',
    filters: { type: ['question'], intent: [null, 'local'], sources: ['wikipedia'] },
    sort: '-volume',
  })
  expect(onTheServer({ filter: noFilter, sort: null })).toEqual({ q: undefined, filters: undefined, sort: undefined })
})

test('what the server cannot filter is said, not ignored', () => {
  expect(() => onTheServer({ filter: { ...noFilter, text: 'cold -brew' }, sort: null })).toThrow('20,000')
  expect(() => onTheServer({ filter: { ...noFilter, volumeFrom: 10 }, sort: null })).toThrow('20,000')
  expect(() => onTheServer({ filter: { ...noFilter, text: 'e-bike' }, sort: null })).not.toThrow()
})
