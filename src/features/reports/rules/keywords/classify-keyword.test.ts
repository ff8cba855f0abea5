import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expand, phrasedLanguages } from '../questions/question-templates.ts'
import { classify, isQuestion } from './classify-keyword.ts'

const english = (text: string, query = 'cold brew coffee') => {
  const { type, modifier } = classify(text, query, 'en')
  return `${type}:${modifier}`
}

describe('classify', () => {
  it.each([
    ['how to make cold brew coffee', 'question:how'],
    ['How long does cold brew last?', 'question:how'],
    ["what's cold brew coffee", 'question:what'],
    ['can you heat cold brew', 'question:can'],
    ["why isn't my cold brew strong", 'question:why'],
    ["isn't cold brew coffee acidic", 'question:is'],
    ['should cold brew be refrigerated', 'question:should'],
    ['cold brew coffee how long does it last', 'question:how'],
    ['cold brew coffee taste bad?', 'question:null'],
    ['best beans for cold brew, which?', 'question:which'],
    ['cold brew coffee vs iced coffee', 'comparison:vs'],
    ['cold brew coffee vs. espresso', 'comparison:vs'],
    ['cold brew coffee with milk vs black', 'comparison:vs'],
    ['cold brew coffee or iced coffee', 'comparison:or'],
    ['difference between cold brew coffee and nitro', 'comparison:difference between'],
    ['alternatives to cold brew coffee', 'comparison:alternative'],
    ['is cold brew stronger than espresso', 'question:is'],
    ['best coffee for cold brew', 'preposition:for'],
    ['cold brew coffee near me', 'preposition:near'],
    ['cold brew coffee without cheesecloth', 'preposition:without'],
    ['cold brew coffee with milk and sugar', 'preposition:with'],
    ['kc and the cold brew coffee band', 'preposition:and'],
    ['cold brew coffee & cake', 'preposition:and'],
    ['cold brew coffee beans', 'alphabetical:b'],
    ['cold brew coffee 1 gallon', 'alphabetical:1'],
    ['cold brew coffee éclair', 'alphabetical:é'],
    ['toddy brewing system', 'related:null'],
    ['cold brew coffeehouse', 'related:null'],
    ['cold brew coffee', 'related:null'],
    ['Cold Brew Coffee?', 'related:null'],
  ])('%s → %s', (text, expected) => expect(english(text)).toBe(expected))

  it('ignores modifiers within the topic', () => {
    expect(english('peanut butter and jelly calories', 'peanut butter and jelly')).toBe('alphabetical:c')
    expect(english('work from home desk', 'work from home')).toBe('alphabetical:d')
  })

  it('needs a clause after a verb to recognize a question', () => {
    expect(english('can opener', 'opener')).toBe('related:null')
    expect(english('will smith', 'smith')).toBe('related:null')
  })

  it.each([
    ['de', 'wie lange ist kalter kaffee haltbar', 'kalter kaffee', 'question:wie'],
    ['de', 'kalter kaffee ohne zucker', 'kalter kaffee', 'preposition:ohne'],
    ['de', 'unterschied zwischen kalter kaffee und eiskaffee', 'kalter kaffee', 'comparison:unterschied'],
    ['fr', 'qu’est-ce que le café froid', 'café froid', 'question:quoi'],
    ['es', '¿por que el café frío es amargo?', 'café frío', 'question:por qué'],
    ['it', "cos'è il caffè freddo", 'caffè freddo', 'question:cosa'],
    ['pt', 'o que é café gelado', 'café gelado', 'question:o que'],
    ['pl', 'czy zimna kawa jest zdrowa', 'zimna kawa', 'question:czy'],
    ['sv', 'kallt kaffe eller te', 'kallt kaffe', 'comparison:eller'],
    ['tr', 'soğuk kahve nasıl yapılır', 'soğuk kahve', 'question:nasıl'],
    ['tr', 'soğuk kahve zararlı mı', 'soğuk kahve', 'question:mi'],
    ['tr', 'soğuk kahve farkı', 'soğuk kahve', 'comparison:fark'],
    ['ja', 'コールドブリューとは', 'コールドブリュー', 'question:とは'],
    ['ja', 'コールドブリュー 作り方', 'コールドブリュー', 'question:方法'],
    ['ja', 'コールドブリュー 水出し 違い', 'コールドブリュー', 'comparison:違い'],
    ['ja', 'コールドブリュー カルディ', 'コールドブリュー', 'alphabetical:か'],
    ['ru', 'кофе зерновой', 'кофе', 'alphabetical:з'],
  ])('%s: %s', (language, text, query, expected) => {
    const { type, modifier } = classify(text, query, language)
    expect(`${type}:${modifier}`).toBe(expected)
  })

  it('recognizes the type of every term that expand() creates, in every language', () => {
    const seed: Record<string, string> = { ja: 'ドリップ' }
    const wrong: string[] = []
    for (const language of phrasedLanguages) {
      const query = seed[language] ?? 'zzyx'
      for (const { term, type } of expand(query, language)) {
        // A question verb directly before the topic isn't a clause, and a letter may be a word of the language ("a",
        // "o").
        if (type === 'seed' || type === 'alphabetical' || term.split(' ').length < 3) continue
        const heard = classify(term, query, language).type
        if (heard !== type) wrong.push(`${language}: ${term} is ${type}, heard ${heard}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('accepts any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('en', 'ja', 'tr', 'xx'),
        (text, query, language) => {
          const { type, modifier } = classify(text, query, language)
          expect(type === 'related' ? modifier : (modifier ?? type)).toBe(
            type === 'related' ? null : (modifier ?? 'question'),
          )
        },
      ),
    )
  })

  it('recognizes a question without a topic', () => {
    expect(isQuestion('how to make cold brew', 'en')).toBe(true)
    expect(isQuestion('cold brew recipe', 'en')).toBe(false)
  })
})
