import { expect, it } from 'vitest'
import { getLanguageGaps } from '../rules/questions/language-support.ts'
import { getLanguageNote } from './language-note.ts'

it('says what is missing in a language without word lists', () => {
  expect(getLanguageNote('Finnish', getLanguageGaps('fi'))).toBe(
    'Questions, comparisons and prepositions aren’t recognized in Finnish. Intent is based on site names, URLs and results only.',
  )
})

it('says nothing about a language with word lists', () => {
  expect(getLanguageNote('Hindi', getLanguageGaps('hi'))).toBe(null)
})
