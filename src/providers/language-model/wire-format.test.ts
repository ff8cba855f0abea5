import { expect, test } from 'vitest'
import { ReceivedAnswer } from './wire-format.ts'

/** What is taken after each piece, and at the end. */
function takeEach(...pieces: string[]) {
  const received = new ReceivedAnswer()
  const taken = pieces.map((piece) => {
    received.text += piece
    return received.hasText ? received.takeText(false) : null
  })
  return [...taken, received.takeText(true)]
}

test('surrogate pairs split between messages are joined', () => {
  expect(takeEach('a\ud83d', '\ude00b')).toEqual(['a', '\u{1f600}b', ''])
  expect(takeEach('\ud83d', '\ude00')).toEqual([null, '\u{1f600}', ''])
})

test('characters a database can’t store are replaced', () => {
  expect(takeEach('nul\0l', '\ude00', '\ud83d')).toEqual(['nul\ufffdl', '\ufffd', null, '\ufffd'])
  expect(takeEach('\ud83d', '\ud83d\ude00')).toEqual([null, '\ufffd\u{1f600}', ''])
})
