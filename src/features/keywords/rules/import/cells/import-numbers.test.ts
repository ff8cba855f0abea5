import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getDecimalMark, readMoney, readNumber, readShare, readVolume } from './import-numbers.ts'

const dot = { decimal: '.' } as const
const comma = { decimal: ',' } as const

test.each([
  ['1234', 1234],
  ['1,234', 1234],
  ['1.234', 1234],
  ['1 234', 1234],
  ['1\u00a0234', 1234],
  ['1\u202f234\u202f567', 1_234_567],
  ["1'234", 1234],
  ['1’234’567', 1_234_567],
  ['12,34,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1234.0', 1234],
  ['0.123', 0.123],
  ['1.2K', 1200],
  ['1,2 mil', 1200],
  ['10 mil', 10_000],
  ['1 mil.', 1_000_000],
  ['5 Tsd.', 5000],
  ['3 тыс.', 3000],
  ['1M', 1_000_000],
  ['2 Mio.', 2_000_000],
  ['1,5万', 15_000],
  ['１２３', 123],
  ['١٠٬٠٠٠', 10_000],
  ['١٠٠ ألف', 100_000],
  ['1.2E+05', 120_000],
  ['-5', -5],
  ['−5', -5],
])('reads the count %s', (written, value) => {
  expect(readNumber(written, dot, true)).toBe(value)
  expect(readNumber(written, comma, true)).toBe(value)
})

test.each(['', '-', '--', '–', 'n/a', 'N/A', 'null', '#N/A', ' — '])('reads “%s” as empty', (written) => {
  expect(readNumber(written, dot, true)).toBeNull()
})

test.each(['abc', '12 34', '1,23,4', '1.2.3', '12 apples', '1 2 3', '--5', 'K', '1,234,56'])(
  'rejects %s as a number',
  (written) => {
    expect(readNumber(written, dot, true)).toBeNaN()
  },
)

test('three digits after a separator are a fraction only if the file’s decimal mark says so', () => {
  expect(readNumber('1.234', dot, false)).toBe(1.234)
  expect(readNumber('1.234', comma, false)).toBe(1234)
  expect(readNumber('1,234', comma, false)).toBe(1.234)
  expect(readNumber('7,42', dot, false)).toBe(7.42)
})

test('“B” is a thousand in Turkish and a billion elsewhere', () => {
  expect(readNumber('10 B', { decimal: ',', bMeansThousand: true }, true)).toBe(10_000)
  expect(readNumber('1B', dot, true)).toBe(1e9)
})

describe('search volumes', () => {
  test.each([
    ['10K – 100K', 10_000, 100_000],
    ['10K - 100K', 10_000, 100_000],
    ['1K–10K', 1000, 10_000],
    ['0-10', 0, 10],
    ['100 – 1K', 100, 1000],
    ['10.000 – 100.000', 10_000, 100_000],
    ['10 mil – 100 mil', 10_000, 100_000],
    ['100 mil – 1 mi', 100_000, 1_000_000],
    ['1M – 10M', 1_000_000, 10_000_000],
    ['1 万～10 万', 10_000, 100_000],
    ['10 bis 100', 10, 100],
    ['١٠ آلاف - ١٠٠ ألف', 10_000, 100_000],
    ['<10', 0, 10],
    ['10M+', 10_000_000, null],
  ])('%s', (written, low, high) => {
    expect(readVolume(written, dot)).toEqual({ value: null, low, high })
  })

  test('a number has no range, a dash is empty, and words are invalid', () => {
    expect(readVolume('1,300', dot)).toEqual({ value: 1300, low: null, high: null })
    expect(readVolume('–', dot)).toBeNull()
    expect(readVolume('abc', dot)).toBe('invalid')
    expect(readVolume('100 – 10', dot)).toBe('invalid')
    expect(readVolume('a – b', dot)).toBe('invalid')
  })
})

test.each([
  ['$1.25', 1.25, 'USD'],
  ['1,25 €', 1.25, 'EUR'],
  ['€ 0.40', 0.4, 'EUR'],
  ['DKK 45.00', 45, 'DKK'],
  ['12,50 zł', 12.5, 'PLN'],
  ['R$ 1.234,50', 1234.5, 'BRL'],
  ['A$2', 2, 'AUD'],
  ['0.87', 0.87, null],
  ['¥120', 120, null],
])('reads the amount %s', (written, value, currency) => {
  expect(readMoney(written, dot)).toEqual({ value, currency })
})

test.each([
  ['12.3%', 12.3, true],
  ['12,3 %', 12.3, true],
  ['12,3\u00a0%', 12.3, true],
  ['%12,3', 12.3, true],
  ['0.123', 0.123, false],
])('reads the percentage %s', (written, value, percent) => {
  expect(readShare(written, dot)).toEqual({ value, percent })
})

test('the decimal mark is derived from unambiguous numbers', () => {
  expect(getDecimalMark(['7,4', '12,08'], [], '.')).toBe(',')
  expect(getDecimalMark(['7.4'], [], ',')).toBe('.')
  expect(getDecimalMark(['1.234', '2.345'], ['12.100'], '.')).toBe(',')
  expect(getDecimalMark(['1.234'], ['12,100'], ',')).toBe('.')
  expect(getDecimalMark([], [], ',')).toBe(',')
})

test.each([
  ['en-US', '.'],
  ['de-DE', ','],
  ['fr-FR', ','],
  ['de-CH', '.'],
  ['hi-IN', '.'],
  ['pl-PL', ','],
  ['pt-BR', ','],
  ['ar-EG', '.'],
] as const)('numbers formatted in %s are parsed back', (locale, decimal) => {
  const counts = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const fractions = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.nat(2_000_000_000), (value) => {
      expect(readNumber(counts.format(value), { decimal }, true)).toBe(value)
      expect(readNumber(fractions.format(value / 100), { decimal }, false)).toBeCloseTo(value / 100, 6)
    }),
  )
})

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      readNumber(text, dot, true)
      readMoney(text, comma)
      readShare(text, dot)
      readVolume(text, comma)
    }),
  )
})
