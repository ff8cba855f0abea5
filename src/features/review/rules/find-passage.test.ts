import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasPassage, htmlToComparable, toComparable } from './find-passage.ts'

const has = (text: string, quote: string) => hasPassage(toComparable(text), quote)

describe('a passage', () => {
  test.each([
    ['stays when the text around it changes', 'New. Steep it for 16 hours. More.', 'Steep it for 16 hours.', true],
    ['stays over line breaks and other quotation marks', '“Steep it”\nfor 16 hours', '"Steep it" for 16 hours', true],
    ['is gone when it was rewritten', 'Steep it for 12 hours.', 'Steep it for 16 hours.', false],
    ['is found in scripts without spaces', '冷たいコーヒーを作る。', 'コーヒー', true],
    ['is found where a word ends', 'ΔΡΟΜΟΣ', 'ΔΡΟΜΟΣ', true],
    ['of marks alone is never lost', 'Anything', '—', true],
  ])('%s', (_, text, quote, found) => {
    expect(has(text, quote)).toBe(found)
  })

  test('is found in HTML without its citations, tags and entities', () => {
    const html =
      '<p>Steep&nbsp;it <strong>for</strong> 16 hours<sup><a href="#source-1">1</a></sup> &amp; more&#39;s.</p>'
    expect(hasPassage(htmlToComparable(html), 'Steep it for 16 hours & more’s.')).toBe(true)
  })

  test('is kept by any edit that leaves it whole, wherever it goes', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 12 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(words, words, words, words, words, (before, quote, after, otherBefore, otherAfter) => {
        expect(has(`${before} ${quote} ${after}`, quote)).toBe(true)
        expect(has(`${otherBefore}\n\n${quote}\n${otherAfter}`, quote)).toBe(true)
      }),
    )
  })
})
