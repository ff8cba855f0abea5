import { describe, expect, it } from 'vitest'
import { askable } from './dataforseo/dataforseo-keywords.ts'
import { isQuestionLike } from './is-question.ts'
import { bestPages } from './normalize-answer.ts'
import { parseMaybeJsonp, readSuggestArray } from './suggest/suggest-array.ts'
import { countryName, googleAdsLanguage, googleGeoTarget } from './vendor-client/vendor-locale.ts'

describe('autocomplete suggestions', () => {
  const texts = (body: unknown) => readSuggestArray(body).map(({ text }) => text)

  it('are read from arrays, phrases and YouTube’s lists', () => {
    expect(texts(['tea', ['tea time', 'teapot']])).toEqual(['tea time', 'teapot'])
    expect(texts([{ phrase: 'tea time' }, { phrase: 'teapot' }])).toEqual(['tea time', 'teapot'])
    expect(
      texts([
        'tea',
        [
          ['tea time', 0, [512]],
          ['teapot', 0],
        ],
        { k: 1 },
      ]),
    ).toEqual(['tea time', 'teapot'])
    expect(texts(['tea', []])).toEqual([])
    expect(texts([])).toEqual([])
  })

  it('are read from JSONP', () => {
    expect(parseMaybeJsonp('window.google.ac.h(["tea",[["tea (green)",0]]])')).toEqual(['tea', [['tea (green)', 0]]])
    expect(parseMaybeJsonp('["tea (green)"]')).toEqual(['tea (green)'])
    expect(() => parseMaybeJsonp('["tea"')).toThrow()
  })

  it('exclude duplicates, calculations and URLs', () => {
    const body = [
      '2+2',
      ['2+2', '= 4', '2+2 Meme', '2+2 meme'],
      [],
      [],
      { 'google:suggesttype': ['QUERY', 'CALCULATOR'] },
    ]
    expect(texts(body)).toEqual(['2+2', '2+2 Meme'])
  })

  it('have a relevance by rank if none is given', () => {
    expect(readSuggestArray(['t', ['a', 'b', 'c', 'd']]).map(({ relevance }) => relevance)).toEqual([
      1,
      1 / Math.sqrt(2),
      1 / Math.sqrt(3),
      0.5,
    ])
  })

  it('keep relevance and type if another row is invalid', () => {
    const body = ['t', ['a', { new: 1 }, 'www.t.example'], { 'google:suggesttype': ['QUERY', 7, 'NAVIGATION'] }]
    expect(texts(body)).toEqual(['a'])
    expect(() => readSuggestArray(['t', [{ new: 1 }, { new: 2 }]])).toThrow()
  })

  it('throw for any other format', () => {
    expect(() => readSuggestArray({ error: 'no' })).toThrow()
    expect(() => readSuggestArray(['tea', 'teapot'])).toThrow()
  })
})

describe('countries and languages', () => {
  it('Google’s country ids', () => {
    expect(['US', 'gb', 'DE', 'FR', 'RS', 'ZW'].map(googleGeoTarget)).toEqual([2840, 2826, 2276, 2250, 2688, 2716])
    expect(googleGeoTarget('XX')).toBeNull()
    expect(countryName('DE')).toBe('Germany')
  })

  it('Google’s language codes: Chinese by script, others by base language', () => {
    expect(googleAdsLanguage({ country: 'CN', language: 'zh' })).toBe('zh_CN')
    expect(googleAdsLanguage({ country: 'US', language: 'zh-Hant' })).toBe('zh_TW')
    expect(googleAdsLanguage({ country: 'BR', language: 'pt-BR' })).toBe('pt')
    expect(googleAdsLanguage({ country: 'NO', language: 'nb' })).toBe('no')
  })
})

describe('question detection', () => {
  it.each([
    ['How do I clean a kettle', 'en', true],
    ["What's the best tea", 'en', true],
    ['Kettle broken?', 'en', true],
    ['Kettle broken', 'en', false],
    ['Whatever works', 'en', false],
    ['Wie reinige ich einen Wasserkocher', 'de', true],
    ['¿Cómo limpiar', 'es', true],
    ['Como en casa', 'es', false],
    ['お茶とは？', 'ja', true],
  ])('%s (%s): %s', (title, language, is) => {
    expect(isQuestionLike(title, language)).toBe(is)
  })
})

it('keywords are cleaned for Google Ads and mapped to their originals', () => {
  const { cleaned, originals } = askable([
    'What is tea?',
    'what is tea',
    'tea, green',
    '',
    '🍵',
    'x'.repeat(81),
    'a b c d e f g h i j k',
  ])
  expect(cleaned).toEqual(['what is tea', 'tea green'])
  expect(originals.get('what is tea')).toEqual(['What is tea?', 'what is tea'])
})

it('keeps the top ten http(s) pages without duplicates', () => {
  const found = [
    { url: 'https://www.a.example/x', title: ' A \n', snippet: null },
    { url: 'https://www.a.example/x', title: 'again' },
    { url: 'javascript:alert(1)', title: 'no' },
    { url: null },
    ...Array.from({ length: 20 }, (_, index) => ({ url: `https://b.example/${index}` })),
  ]
  const pages = bestPages(found)
  expect(pages).toHaveLength(10)
  expect(pages[0]).toEqual({ rank: 1, url: 'https://www.a.example/x', domain: 'a.example', title: 'A', snippet: '' })
  expect(pages[1]!.rank).toBe(2)
})
