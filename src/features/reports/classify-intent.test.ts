import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { developed, heldBack } from './classify-intent.labelled.ts'
import { getIntent, getIntentSignals, intentNames } from './classify-intent.ts'

const accuracy = (set: typeof developed) =>
  set.filter(({ keyword, intent }) => getIntent(keyword, 'en').main === intent).length / set.length

describe('intentOf', () => {
  it('has enough labelled keywords to be measured on', () => {
    expect(developed.length + heldBack.length).toBeGreaterThanOrEqual(150)
    const held = new Set(heldBack.map(({ keyword }) => keyword))
    expect(developed.filter(({ keyword }) => held.has(keyword))).toEqual([])
  })

  // Measured: 141 of 144, 74 of 90. Raising the second by writing rules for it would make it the first.
  it('agrees with the labels it was written for', () => expect(accuracy(developed)).toBeGreaterThanOrEqual(0.97))
  it('agrees with labels it has not seen', () => expect(accuracy(heldBack)).toBeGreaterThanOrEqual(0.82))

  it('is surer where it is right', () => {
    const mean = (right: boolean) => {
      const all = heldBack.map(({ keyword, intent }) => ({ ...getIntent(keyword, 'en'), intent }))
      const some = all.filter(({ main, intent }) => (main === intent) === right)
      return some.reduce((sum, { confidence }) => sum + confidence, 0) / some.length
    }
    expect(mean(true)).toBeGreaterThan(mean(false) + 0.15)
  })

  it.each([
    ['de', 'kaffeemaschine kaufen', 'transactional'],
    ['de', 'beste kaffeemaschine', 'commercial'],
    ['de', 'wie reinigt man eine kaffeemaschine', 'informational'],
    ['fr', 'café près de moi', 'local'],
    ['es', 'cuánto dura el café frío', 'informational'],
    ['it', 'macchina caffè prezzo', 'transactional'],
    ['pt', 'melhor cafeteira', 'commercial'],
    ['nl', 'koffie kopen', 'transactional'],
    ['pl', 'ekspres do kawy opinie', 'commercial'],
    ['sv', 'kaffebryggare bäst i test', 'commercial'],
    ['tr', 'kahve makinesi fiyatları', 'transactional'],
    ['ja', 'コーヒーメーカー おすすめ', 'commercial'],
  ])('%s: %s is %s', (language, text, intent) => expect(getIntent(text, language).main).toBe(intent))

  it('listens to the results page', () => {
    expect(getIntent('sourdough', 'en').main).toBe('informational')
    expect(getIntent('sourdough', 'en', { serpFeatures: ['local_pack'] }).main).toBe('local')
    const shops = { serpFeatures: ['shopping'], domains: ['amazon.com', 'walmart.com', 'etsy.com'] }
    expect(getIntent('sourdough', 'en', shops).main).toBe('transactional')
  })

  it('says why', () => {
    expect(getIntentSignals('best standing desk', 'en').map(({ reason: because }) => because)).toEqual([
      'contains “best”',
      'contains a product',
    ])
  })

  it('is a share between a fifth and one, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('en', 'ja', 'fi'), (text, language) => {
        const { main, confidence } = getIntent(text, language)
        expect(intentNames).toContain(main)
        expect(confidence).toBeGreaterThanOrEqual(0.2)
        expect(confidence).toBeLessThanOrEqual(1)
      }),
    )
  })
})
