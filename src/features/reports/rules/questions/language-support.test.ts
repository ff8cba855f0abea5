import { expect, it } from 'vitest'
import { languages } from '#web/components/locales.ts'
import { intentWords } from '../keywords/intent-words.ts'
import templates from '../pattern-templates.json' with { type: 'json' }
import { getLanguageGaps } from './language-support.ts'
import { phrasedLanguages } from './question-templates.ts'

it.each(languages.map(({ value }) => value))('%s: reports exactly the word lists it lacks', (language) => {
  const gaps = getLanguageGaps(language)
  expect(gaps.includes('question_words')).toBe(!phrasedLanguages.includes(language))
  expect(gaps.includes('intent_words')).toBe(!(language in intentWords))
  expect(gaps.includes('template_phrases')).toBe(!(language in templates))
})

it('reads a regional tag as its language', () => {
  expect(getLanguageGaps('pt-BR')).toEqual([])
  expect(getLanguageGaps('fi-FI')).toEqual(['question_words', 'intent_words', 'template_phrases'])
})
