import { expect, test } from 'vitest'
import { getCopiedSentences, getQuotedShare } from './quoted-words.ts'

test('words in quotations with a source are counted, other quotation marks are not', () => {
  expect(getQuotedShare('')).toBe(0)
  expect(getQuotedShare('It keeps a week. People call it “cold brew”.')).toBe(0)
  expect(getQuotedShare('a.example: “It keeps for one week.”[^1] We agree on that.')).toBeCloseTo(5 / 11, 1)
  expect(getQuotedShare('"It keeps for one week".[^1] "It is strong." [^2]')).toBe(1)
})

const quote = 'Left with the coarse grounds, cold brew turns bitter within two days.'

test('a sentence of a cited page without quotation marks is copied', () => {
  const own = 'Cold brew that is left with its grounds for two days turns bitter.[^1]'
  const copied = 'Left with the coarse grounds, **cold brew** turns bitter within two days.[^1]'
  expect(getCopiedSentences(`## Storage\n\n${own} ${copied}`, [{ quote }])).toEqual([
    'Left with the coarse grounds, cold brew turns bitter within two days.',
  ])
  for (const text of [`a.example: “${quote}”[^1]`, `> ${quote}[^1]`, 'Cold brew turns bitter.[^1]', own])
    expect(getCopiedSentences(text, [{ quote }])).toEqual([])
  expect(getCopiedSentences(copied, [])).toEqual([])
})
