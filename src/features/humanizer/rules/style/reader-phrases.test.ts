import { expect, test } from 'vitest'
import { readerPhrases } from './reader-phrases.ts'
import { readSignals } from './style-signals.ts'

const note = (text: string) => readSignals(text, 'en').signals[1]!.note

test.each([
  ['It is worth mentioning that the desk is heavy.', 1],
  ["It's also important to remember that the desk is heavy.", 1],
  ["In today's fast-paced world, desks are heavy.", 1],
  ['Due to the fact that the desk is heavy, two people lift it.', 1],
  ['In conclusion, there is no doubt that the desk is heavy.', 2],
  ['The desk is heavy.', 0],
])('the note counts the stock phrases of “%s”', (text, count) => {
  expect(note(text)).toMatch(new RegExp(`^${count} stock phrase`))
})

test('a stock phrase is a reason, in its words, and doesn’t move a score that was trained without it', () => {
  const [reading, other] = ['It is worth mentioning that', 'It is worth forgetting that'].map((opening) =>
    readSignals(`${opening} the desk is heavy.`, 'en'),
  )
  expect(reading!.sentences[0]!.reasons).toContain('stock phrase: “It is worth mentioning”')
  expect(other!.sentences[0]!.reasons.join()).not.toContain('stock phrase')
})

test('phrases are in the form that tokens are compared in', () => {
  for (const phrase of readerPhrases) expect(phrase).toMatch(/^[a-z',]+(?: [a-z',]+)+$/)
})
