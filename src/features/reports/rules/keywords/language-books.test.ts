import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import queries from '../language-queries.json' with { type: 'json' }
import { getPhrasebook, phrasedLanguages } from '../questions/question-templates.ts'
import { getIntent } from './classify-intent.ts'
import { classify } from './classify-keyword.ts'
import { intentNames } from './intent.ts'
import { intentWords } from './intent-words.ts'
import { keywordKey } from './normalize-keyword.ts'

const { about: _, ...languages } = queries

describe.each(Object.entries(languages))(
  '%s, with question words of a named grammar',
  (language, { source, queries }) => {
    it('has ten queries and a source', () => {
      expect(queries).toHaveLength(10)
      expect(source).not.toBe('')
    })
    it.each(queries)('$text is a $type', ({ text, topic, type }) =>
      expect(classify(text, topic, language).type).toBe(type),
    )
    it.each(queries)('$text is $intent', ({ text, intent }) => expect(getIntent(text, language).main).toBe(intent))
  },
)

/** A form as keywords are compared: "Wie" or a doubled space would never be found. */
const form = z.string().refine((text) => text !== '' && text === keywordKey(text), 'is not a keyword key')
const phraseGroup = z.strictObject({
  modifier: form,
  ask: z.array(z.string().refine((template) => template.split('{q}').length === 2, 'holds the topic once')).min(1),
  forms: z.array(form).optional(),
  inversion: z.boolean().optional(),
  strong: z.boolean().optional(),
  choice: z.boolean().optional(),
})
const phrasebook = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  sources: z.array(z.string()).optional(),
  questionsAnywhere: z.boolean(),
  unspaced: z.boolean(),
  minInside: z.number().int().positive().optional(),
  questions: z.array(phraseGroup).min(8),
  comparisons: z.array(phraseGroup).min(5),
  prepositions: z.array(phraseGroup).min(5),
})

const positioned = z.string().refine((text) => {
  const bare = text.replace(/^\^|\$$/g, '')
  return bare !== '' && bare === keywordKey(bare)
}, 'is not a keyword key')
const unique = <T extends z.ZodType>(item: T) =>
  z.array(item).refine((all) => new Set(all).size === all.length, 'holds an entry twice')
const wordLists = z.array(z.strictObject({ weight: z.number().positive().max(5), forms: unique(positioned) }))
const words = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  words: z.strictObject(Object.fromEntries(intentNames.map((intent) => [intent, wordLists.min(1)]))),
  neutral: unique(form),
  venues: unique(form).min(25),
  cities: unique(form).min(20),
  regions: unique(form).optional(),
  products: unique(form).optional(),
})

describe('the word lists', () => {
  it.each(phrasedLanguages)('%s: the phrasebook fits its schema', (language) => {
    phrasebook.parse(getPhrasebook(language))
  })
  it.each(Object.entries(intentWords))('%s: the intent words fit their schema', (_language, list) => {
    words.parse(list)
  })
  it('exist for the same languages', () => {
    expect(Object.keys(intentWords).sort()).toEqual([...phrasedLanguages].sort())
  })
  it.each(Object.entries(intentWords))('%s: a trade in a city is local', (language, { venues, cities }) => {
    const text = ['ja', 'zh'].includes(language) ? `${cities[0]}${venues[0]}` : `${venues[0]} ${cities[0]}`
    expect(getIntent(text, language).main).toBe('local')
  })
})
