import { expect, test } from 'vitest'
import { countUses } from './keywords/extract-terms.ts'
import { countPlaces, getUseRange, toTermUses } from './term-uses.ts'

const use = (rank: number, body: number, headings = 0, title = false) => ({ rank, body, headings, title })

test('the range is over the pages that use the term in their text', () => {
  expect(getUseRange({ uses: [use(1, 3), use(2, 12), use(3, 5), use(4, 0, 1)] })).toEqual({
    low: 3,
    median: 5,
    high: 12,
  })
  expect(getUseRange({ uses: [use(1, 2), use(2, 5)] })).toEqual({ low: 2, median: 4, high: 5 })
  expect(getUseRange({ uses: [use(1, 0, 1)] })).toBeNull()
})
test('without counts there is no range, and no place', () => {
  expect([getUseRange({ uses: null }), getUseRange({}), countPlaces({})]).toEqual([null, null, null])
})
test('pages with the term in a heading and in their title are counted', () => {
  expect(countPlaces({ uses: [use(1, 3, 2, true), use(2, 1, 1), use(3, 5)] })).toEqual({ headings: 2, titles: 1 })
})

test('a page’s text, headings and title are counted, with inflections', () => {
  const page = {
    url: 'https://a.example/',
    title: 'Coarse grinds explained',
    text: 'A coarse grind. Coarse grinds steep slowly, and a fine grind does not.',
    headings: [{ text: 'Why a coarse grind?' }, { text: 'Ratios' }],
  }
  const other = { url: 'https://b.example/', title: 'Water', text: 'Use soft water.', headings: [] }
  expect(countUses([page, other], [{ term: 'coarse grind' }, { term: 'milk' }], 'en')).toEqual([
    [{ url: page.url, body: 2, headings: 1, title: true }],
    [],
  ])
})
test('uses are told by rank, without pages that aren’t among the results', () => {
  const { rank: _, ...counts } = use(0, 2)
  const uses = ['https://c.example/', 'https://gone.example/', 'https://a.example/'].map((url) => ({ url, ...counts }))
  expect(toTermUses(uses, ['https://a.example/', 'https://b.example/', 'https://c.example/'])).toEqual([
    use(1, 2),
    use(3, 2),
  ])
})
