import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPassage, toComparable } from './find-passage.ts'
import { indexPassages, type PassageAnchor } from './passage-index.ts'

const anchor = (quote: string, prefix = '', suffix = ''): PassageAnchor => ({ quote, prefix, suffix })

/** The passage as it's found, with what is before it. */
function find(texts: string[], sought: PassageAnchor, at?: number) {
  const range = indexPassages(texts).find(sought, at)
  const whole = texts.join('')
  return range && [whole.slice(0, range.from), whole.slice(range.from, range.to)]
}

test.each([
  [['Steep it for ', '16', ' hours. More.'], anchor('for 16 hours'), ['Steep it ', 'for 16 hours']],
  [['“Steep it”\nfor 16 hours'], anchor('"Steep it" for 16'), ['“', 'Steep it”\nfor 16']],
  [['(Steep', ' it.)'], anchor('(steep it.)'), ['', '(Steep it.)']],
  [['Cafe\u0301 and tea'], anchor('café'), ['', 'Cafe\u0301']],
  [['The ﬁrst'], anchor('first'), ['The ', 'ﬁrst']],
  [['冷たいコーヒーを作る。'], anchor('コーヒー'), ['冷たい', 'コーヒー']],
  [['Steep it for 12 hours.'], anchor('Steep it for 16 hours.'), null],
  [['Anything — else'], anchor('—'), null],
])('%j: %j', (texts, sought, found) => {
  expect(find(texts, sought)).toEqual(found)
})

test('of a passage that is there twice, the one with the words around it is found', () => {
  const text = 'First, stir it well. Then wait. Later, stir it well. Then serve.'
  expect(find([text], anchor('stir it well.'))![0]).toBe('First, ')
  expect(find([text], anchor('stir it well.', 'Later, ', ''))![0]).toContain('Later, ')
  expect(find([text], anchor('stir it well.', '', ' Then serve.'))![0]).toContain('Later, ')
  // The words before it were changed, those after it weren't.
  expect(find([text], anchor('stir it well.', 'First, ', ' Then wait.'))![0]).toBe('First, ')
  // It's known where it was.
  expect(find([text], anchor('stir it well.', 'First, ', ' Then wait.'), text.lastIndexOf('stir'))![0]).toContain(
    'Later, ',
  )
})

test('an offset is located in its text', () => {
  const index = indexPassages(['ab', '', 'cd', 'e'])
  expect([0, 1, 2, 3, 4].map((offset) => index.locate(offset))).toEqual([
    { text: 0, offset: 0 },
    { text: 0, offset: 1 },
    { text: 2, offset: 0 },
    { text: 2, offset: 1 },
    { text: 3, offset: 0 },
  ])
})

test('a passage is found exactly when it is counted as in the text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(text, text, text, (before, quote, after) => {
      if (toComparable(quote) === '') return
      for (const whole of [`${before} ${quote} ${after}`, `${before}${after}`]) {
        const found = find([whole], anchor(quote))
        expect(found !== null).toBe(hasPassage(toComparable(whole), quote))
        if (found) expect(toComparable(found[1]!)).toContain(toComparable(quote))
      }
    }),
  )
})

test('a passage is found between the words that were around it, wherever they went', () => {
  const words = fc
    .array(fc.stringMatching(/^[a-z]{3,6}$/), { minLength: 2, maxLength: 8 })
    .map((each) => each.join(' '))
  fc.assert(
    fc.property(words, words, words, words, words, (quote, prefix, suffix, start, end) => {
      const [marked, other] = [`${prefix} ${quote} ${suffix}`, `xxx ${quote} zzz`]
      const sought = anchor(quote, prefix, suffix)
      for (const [texts, at] of [
        [[start, ' ', other, ' ', marked, ' ', end], `${start} ${other} ${prefix} `],
        [[start, ' ', marked, ' ', other, ' ', end], `${start} ${prefix} `],
      ] as const) {
        const [before] = find([...texts], sought)!
        // The quote may be in the random words as well, in the same surroundings.
        const letters = toComparable(prefix + quote + suffix)
        if (toComparable(texts.join('')).split(letters).length === 2) expect(before).toBe(at)
      }
    }),
  )
})

test('it has nothing from outside itself, and can’t close a script element', () => {
  const text = indexPassages.toString()
  const made = new Function(`return (${text})`)() as typeof indexPassages
  expect(made(['Steep it.']).find(anchor('steep'))).toEqual({ from: 0, to: 5 })
  expect(text).not.toMatch(/import\b|require\(|__vite|<\/script/)
})
