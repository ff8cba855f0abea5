import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractTerms, pageTerms, type TermPage } from './extract-terms.ts'

const page = (url: string, text: string, headings: string[] = []): TermPage => ({
  url,
  text,
  headings: headings.map((one) => ({ text: one })),
})

const pages = [
  page(
    'a',
    'Use a coarse grind. A coarse grind keeps cold brew coffee clear. Steep it for hours, then strain it through a paper filter. The Food Standards Agency says to chill it. Ask the Food Standards Agency.',
    ['Choosing a grind'],
  ),
  page('b', 'Coarse grinds are best. You need time. Steeping takes time. A paper filter removes oils, and time helps.'),
  page('c', 'Grind coarsely. Steeped coffee wants a paper filter. The zebra zebra zebra zebra wants nothing of it.', [
    'Steeping',
  ]),
]
const found = (language = 'en') => extractTerms(pages, 'cold brew coffee', language)
const names = () => found().map(({ term }) => term)

describe('extractTerms', () => {
  it('finds phrases and words that pages share', () => {
    expect(names().slice(0, 5)).toEqual(expect.arrayContaining(['coarse grind', 'paper filter']))
    expect(found().find(({ term }) => term === 'paper filter')).toMatchObject({ kind: 'phrase', pages: 3 })
  })

  it('counts inflected forms as one term', () => {
    const steep = found().filter(({ term }) => /^steep/.test(term))
    expect(steep).toHaveLength(1)
    expect(steep[0]?.pages).toBe(3)
  })

  it('leaves out the topic', () => {
    expect(names()).not.toContain('coffee')
    expect(names()).not.toContain('cold brew coffee')
  })

  it('ranks a term of several pages above one that a single page repeats', () => {
    expect(names().indexOf('coarse grind')).toBeLessThan(names().indexOf('zebra'))
  })

  it('ranks everyday words last', () => {
    const weight = (term: string) => found().find((one) => one.term === term)?.weight ?? 0
    expect(weight('time')).toBeLessThan(weight('paper filter') / 3)
  })

  it('recognizes names by capital letters within sentences', () => {
    expect(found().find(({ term }) => term === 'Food Standards Agency')?.kind).toBe('entity')
    expect(found().find(({ term }) => term === 'coarse grind')?.kind).toBe('phrase')
  })

  it('leaves out parts of a phrase that never occur alone', () => {
    expect(names()).not.toContain('Standards Agency')
    expect(names()).not.toContain('standards')
  })

  it('works for German and Japanese', () => {
    const german = [
      page('a', 'Der Mahlgrad ist grob. Ein grober Mahlgrad hilft.'),
      page('b', 'Der Mahlgrad zählt, und der Filter.'),
    ]
    expect(extractTerms(german, 'Kalter Kaffee', 'de')[0]).toMatchObject({ term: 'Mahlgrad', kind: 'word', pages: 2 })
    const japanese = [
      page('a', 'コーヒー豆を粗挽きにします。粗挽きの豆とフィルター。'),
      page('b', '粗挽きが大切です。フィルターで濾します。'),
    ]
    const terms = extractTerms(japanese, '水出しコーヒー', 'ja').map(({ term }) => term)
    expect(terms).toContain('フィルター')
  })

  it('finds nothing without pages', () => expect(extractTerms([], 'x', 'en')).toEqual([]))

  it('weights are within 0 and 1, sorted, and page counts are correct', () => {
    const word = fc.constantFrom('steep', 'grind', 'filter', 'the', 'water', 'Berlin', 'and', '12', '.', ',', '\n', 'ü')
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const terms = extractTerms(
          texts.map((one, i) => page(`${i}`, one)),
          'water',
          'en',
        )
        const weights = terms.map(({ weight }) => weight)
        expect(weights).toEqual(weights.toSorted((a, b) => b - a))
        expect(terms.every(({ weight, pages: n }) => weight > 0 && weight <= 1 && n >= 1 && n <= texts.length)).toBe(
          true,
        )
        expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length)
        for (const [i, one] of texts.entries()) {
          const onPage = pageTerms(page(`${i}`, one), terms, 'en')
          expect(onPage.every(({ count }) => count > 0)).toBe(true)
        }
        for (const { term, pages: n } of terms) {
          const using = texts.filter((one) => pageTerms({ text: one }, [{ term }], 'en').length > 0).length
          expect(using).toBe(n)
        }
      }),
    )
  })
})

describe('pageTerms', () => {
  it('counts every form of a term, in the given order', () => {
    const terms = [{ term: 'paper filter' }, { term: 'coarse grind' }, { term: 'espresso' }]
    expect(pageTerms({ text: 'Coarse grinds. A coarse grind, two paper filters.' }, terms, 'en')).toEqual([
      { term: 'paper filter', count: 1 },
      { term: 'coarse grind', count: 2 },
    ])
  })
})
