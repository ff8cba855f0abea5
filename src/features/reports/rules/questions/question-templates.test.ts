import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keywordKey } from '../keywords/normalize-keyword.ts'
import { getAlphabet } from './question-templates/alphabets.ts'
import { expand, getPhrasebook, phrasedLanguages } from './question-templates.ts'

const terms = (query: string, language: string) => expand(query, language).map(({ term }) => term)

describe('expand', () => {
  it('creates 60 to 110 terms for an English topic', () => {
    const { length } = expand('cold brew coffee', 'en')
    expect(length).toBeGreaterThanOrEqual(60)
    expect(length).toBeLessThanOrEqual(110)
  })

  it('starts with the seed, then questions, comparisons, prepositions and letters', () => {
    const types = expand('cold brew coffee', 'en').map(({ type }) => type)
    expect([...new Set(types)]).toEqual(['seed', 'question', 'comparison', 'preposition', 'alphabetical'])
    expect(types).toEqual([...types].sort((a, b) => types.indexOf(a) - types.indexOf(b)))
  })

  it.each([
    [
      'en',
      'cold brew',
      ['how to cold brew', 'cold brew vs', 'alternative to cold brew', 'cold brew without', 'cold brew q'],
    ],
    ['de', 'kalter kaffee', ['wie lange kalter kaffee', 'kalter kaffee oder', 'kalter kaffee ohne', 'kalter kaffee ö']],
    ['fr', 'café froid', ["c'est quoi café froid", 'café froid ou', 'café froid sans']],
    ['es', 'café frío', ['qué es café frío', 'diferencia entre café frío y', 'café frío para', 'café frío ñ']],
    ['it', 'caffè freddo', ["cos'è caffè freddo", 'caffè freddo senza']],
    ['pt-BR', 'café gelado', ['o que é café gelado', 'café gelado sem']],
    ['nl', 'koude koffie', ['wat is koude koffie', 'koude koffie zonder']],
    ['pl', 'zimna kawa', ['jak zrobić zimna kawa', 'zimna kawa bez', 'zimna kawa ż']],
    ['sv', 'kallt kaffe', ['vad är kallt kaffe', 'kallt kaffe utan', 'kallt kaffe å']],
    ['tr', 'soğuk kahve', ['soğuk kahve nasıl yapılır', 'soğuk kahve nedir', 'soğuk kahve için', 'soğuk kahve ş']],
    [
      'ja',
      'コールドブリュー',
      ['コールドブリュー とは', 'コールドブリュー 作り方', 'コールドブリュー 違い', 'コールドブリュー あ'],
    ],
  ])('uses the word order of %s', (language, query, expected) => {
    expect(terms(query, language)).toEqual(expect.arrayContaining(expected))
  })

  it('uses only letters of the script for a language without a phrasebook', () => {
    expect(new Set(expand('кава', 'uk').map(({ type }) => type))).toEqual(new Set(['seed', 'alphabetical']))
    expect(terms('кава', 'uk')).toContain('кава ж')
    expect(terms('kahvi', 'fi')).toContain('kahvi ä')
  })

  it('adds no question word to a question', () => {
    const asked = expand('how to make cold brew', 'en')
    expect(asked.filter(({ type }) => type === 'question')).toEqual([])
    expect(asked[0]?.term).toBe('how to make cold brew')
    expect(expand('can opener', 'en').some(({ type }) => type === 'question')).toBe(true)
  })

  it('doesn’t repeat a word of the query', () => {
    expect(terms('cold brew vs iced coffee', 'en')).not.toContain('cold brew vs iced coffee vs')
  })

  it('inserts the query literally', () => expect(terms('$& price', 'en')).toContain('how to $& price'))
  it('creates nothing for an empty query', () => expect(expand('  ', 'en')).toEqual([]))

  it('creates no duplicates, and every term contains the query', () => {
    const languages = fc.constantFrom(...phrasedLanguages, 'uk', 'el', 'xx')
    const queries = fc
      .array(fc.stringMatching(/^[a-zéあ]{1,8}$/), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(queries, languages, (query, language) => {
        const asked = terms(query, language)
        expect(new Set(asked.map(keywordKey)).size).toBe(asked.length)
        expect(asked.every((term) => term.includes(query))).toBe(true)
      }),
    )
  })
})

describe('phrasebooks', () => {
  it.each(phrasedLanguages)(
    '%s: every template contains the topic once, and every group has a modifier',
    (language) => {
      const book = getPhrasebook(language)!
      for (const group of [...book.questions, ...book.comparisons, ...book.prepositions]) {
        expect(group.modifier).not.toBe('')
        for (const template of group.ask) expect(template.split('{q}')).toHaveLength(2)
      }
    },
  )

  it('have alphabets of single letters without duplicates', () => {
    for (const language of [...phrasedLanguages, 'ru', 'uk', 'el', 'ar', 'he', 'ko', 'hi', 'cs', 'vi', 'xx']) {
      const letters = getAlphabet(language)
      expect(new Set(letters).size, language).toBe(letters.length)
      expect(
        letters.every((letter) => /^\p{L}$/u.test(letter)),
        language,
      ).toBe(true)
    }
  })
})
