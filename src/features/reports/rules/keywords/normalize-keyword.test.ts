import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayText, keywordKey, preferredText } from './normalize-keyword.ts'

describe('keywordKey', () => {
  it.each([
    ['Cold  Brew\tCoffee', 'cold brew coffee'],
    ['what is cold brew?', 'what is cold brew'],
    ['what is cold brew ?!', 'what is cold brew'],
    ['¿Qué es el cold brew?', 'qué es el cold brew'],
    ['men’s running shoes', "men's running shoes"],
    ['“cold brew” recipe', '"cold brew" recipe'],
    ['e‑bike', 'e-bike'],
    ['ｃｏｌｄ　ｂｒｅｗ', 'cold brew'],
    ['コールドブリューとは？', 'コールドブリューとは'],
    ['cold\u00a0brew', 'cold brew'],
    ['cold\u200b brew', 'cold brew'],
    ['cafe\u0301', 'café'],
  ])('%s → %s', (text, key) => expect(keywordKey(text)).toBe(key))

  it.each([
    ['c', 'c++'],
    ['c++', 'c#'],
    ['c', 'c#'],
    ['.net', 'net'],
    ['node.js', 'node js'],
    ['resume', 'résumé'],
    ['ou', 'où'],
    ['año', 'ano'],
    ['schön', 'schon'],
    ['e-bike', 'ebike'],
    ["it's", 'its'],
  ])('distinguishes %s from %s', (a, b) => expect(keywordKey(a)).not.toBe(keywordKey(b)))

  it('keeps a text of nothing but punctuation', () => expect(keywordKey(' ?! ')).toBe('?!'))

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => keywordKey(keywordKey(text)) === keywordKey(text)))
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => keywordKey(keywordKey(text)) === keywordKey(text)))
  })

  it('ignores case, surrounding white space and a question mark', () => {
    const words = fc.array(fc.stringMatching(/^[a-zé0-9#+]{1,8}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        words,
        (parts) => keywordKey(parts.join(' ')) === keywordKey(`  ${parts.join('  ').toUpperCase()} ? `),
      ),
    )
  })
})

describe('display text', () => {
  it('collapses white space and keeps the spelling', () => expect(displayText('  Cold   Brew? ')).toBe('Cold Brew?'))
  it('prefers the first spelling found', () => expect(preferredText('Cold brew', 'cold brew')).toBe('Cold brew'))
  it('prefers a spelling that isn’t in capitals', () =>
    expect(preferredText('COLD BREW', 'cold brew')).toBe('cold brew'))
  it('keeps an abbreviation in capitals', () => expect(preferredText('NFC', 'nfc')).toBe('NFC'))
})

// A pattern that restarts at every mark takes two seconds for each of these.
it('a text with very many punctuation marks takes linear time', () => {
  const marks = `a${'?'.repeat(60_000)}b`
  for (let n = 0; n < 200; n++) expect(keywordKey(marks)).toBe(marks)
  expect(keywordKey(`${marks} ?!. …`)).toBe(marks)
})
