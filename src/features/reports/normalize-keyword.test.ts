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
  ])('keeps %s and %s apart', (a, b) => expect(keywordKey(a)).not.toBe(keywordKey(b)))

  it('keeps a text of marks alone', () => expect(keywordKey(' ?! ')).toBe('?!'))

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => keywordKey(keywordKey(text)) === keywordKey(text)))
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => keywordKey(keywordKey(text)) === keywordKey(text)))
  })

  it('ignores case, white space around and a question mark', () => {
    const words = fc.array(fc.stringMatching(/^[a-zé0-9#+]{1,8}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        words,
        (parts) => keywordKey(parts.join(' ')) === keywordKey(`  ${parts.join('  ').toUpperCase()} ? `),
      ),
    )
  })
})

describe('the text on screen', () => {
  it('is as written, white space collapsed', () => expect(displayText('  Cold   Brew? ')).toBe('Cold Brew?'))
  it('is the first one heard', () => expect(preferredText('Cold brew', 'cold brew')).toBe('Cold brew'))
  it('does not shout when another spelling does not', () =>
    expect(preferredText('COLD BREW', 'cold brew')).toBe('cold brew'))
  it('leaves an abbreviation alone', () => expect(preferredText('NFC', 'nfc')).toBe('NFC'))
})

// Two seconds each where a pattern starts over at every mark.
it('a text of very many marks takes no longer than any other', () => {
  const marks = `a${'?'.repeat(60_000)}b`
  for (let n = 0; n < 200; n++) expect(keywordKey(marks)).toBe(marks)
  expect(keywordKey(`${marks} ?!. …`)).toBe(marks)
})
