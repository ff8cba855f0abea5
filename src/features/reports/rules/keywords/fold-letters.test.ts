import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldedLetters, foldLetters } from './fold-letters.ts'
import { keywordKey, keywordKeyIn, possibleKeys } from './normalize-keyword.ts'

describe('one keyword, whatever was typed', () => {
  test.each([
    ['Turkish İ', 'tr', ['İSTANBUL OTEL', 'istanbul otel', 'İstanbul Otel', 'i̇stanbul otel']],
    ['Turkish ı', 'tr', ['ISPARTA', 'ısparta', 'Isparta']],
    ['Azerbaijani', 'az', ['QIRMIZI ALMA', 'qırmızı alma']],
    ['ß and ẞ', 'de', ['Straße', 'STRAẞE', 'STRASSE', 'strasse']],
    ['Greek final sigma and accents', 'el', ['καφές', 'ΚΑΦΕΣ', 'Καφες', 'καφέσ']],
    ['Arabic vowel marks and stretching', 'ar', ['قهوة', 'قَهْوَة', 'قهـــوة']],
    ['Persian letters of an Arabic keyboard', 'fa', ['خرید گوشی', 'خريد گوشي']],
    ['Persian and Arabic digits', 'fa', ['گوشی ۱۵', 'گوشي ١٥', 'گوشی 15']],
    ['full width', 'ja', ['ＳＥＯ　対策', 'seo 対策']],
    ['half width', 'ja', ['ｹﾄﾙ', 'ケトル']],
    ['NFC and NFD', 'vi', ['cà phê'.normalize('NFC'), 'cà phê'.normalize('NFD')]],
    ['NFD of İ', 'tr', ['İZMİR'.normalize('NFD'), 'izmir']],
    ['Romanian cedilla', 'ro', ['mașină', 'maşină', 'MAȘINĂ']],
  ])('%s', (_, language, spellings) => {
    expect(new Set(spellings.map((text) => keywordKeyIn(text, language))).size).toBe(1)
  })

  test.each([
    ['tr', 'kıl', 'kil'],
    ['tr', 'ISI', 'isi'],
    ['de', 'schön', 'schon'],
    ['fr', 'pêche', 'pèche'],
    ['el', 'νόμος', 'νόμοι'],
  ])('%s: %s is not %s', (language, a, b) => expect(keywordKeyIn(a, language)).not.toBe(keywordKeyIn(b, language)))
})

const letters = fc.string({
  unit: fc.constantFrom(...'aiIıİßẞșțşţςσΐάᾶέϊώيیىكکپ١۱ًـ́̇ äñｈｅケｹ'),
  maxLength: 12,
})

test('what can change is among the letters that stored keys are searched for', () => {
  const folded = new RegExp(foldedLetters)
  fc.assert(
    fc.property(letters, (text) => {
      const before = text.normalize('NFKC').toLowerCase().normalize('NFKC')
      if (foldLetters(before).normalize('NFKC') !== before) expect(before).toMatch(folded)
    }),
    // An accent on a Greek letter that has none of its own.
    { examples: [['σ\u0301']] },
  )
})

test('a key is among the possible ones, in any language, and stays what it is', () => {
  fc.assert(
    fc.property(letters, fc.constantFrom('en', 'tr', 'de', 'el', 'fa', null), (text, language) => {
      const key = keywordKeyIn(text, language)
      expect(possibleKeys(text, language)[0]).toBe(key)
      expect(possibleKeys(text, 'en')).toContain(keywordKey(text))
      expect(keywordKeyIn(key, language)).toBe(key)
    }),
  )
})
