import { describe, expect, test } from 'vitest'
import { toReadableText } from './readable-text.ts'

const zeroWidth = '\u200b'
const softHyphen = '\u00ad'

describe('what is hidden', () => {
  test.each([
    ['a zero-width space', `deli${zeroWidth}ver`, 'deliver', 1],
    ['soft hyphens', `meaning${softHyphen}ful con${softHyphen}nec${softHyphen}tions`, 'meaningful connections', 3],
    ['a word joiner and a joiner', 'in\u2060no\u200dvation', 'innovation', 2],
    ['direction marks in a Latin text', 'the\u200e best\u202e', 'the best', 2],
    ['a Cyrillic letter in a Latin word', 'сooking with оil', 'cooking with oil', 2],
    ['a whole word of look-alikes in a text without that alphabet', 'a сор came', 'a cop came', 3],
    ['a Greek letter in a Latin word', 'Νew York', 'New York', 1],
    ['Greek letters that pass for others inside words', 'the νιεw οf mαny pαrts', 'the view of many parts', 6],
    ['Armenian look-alikes in Latin words', 'gօօd hօuse', 'good house', 3],
    ['small capitals and a dotless i', 'ᴄars are ѕtill maıntaıned', 'cars are still maintained', 4],
    ['Cherokee and Lisu capitals', 'Ꭲhe ꓐest', 'The Best', 2],
    ['a letter-like symbol and a Roman numeral', 'ℎow ⅰtems are', 'how items are', 2],
    [
      'words of look-alikes between mixed ones',
      'тhе сор сamе wιth α frιеnd, αt lеngth',
      'the cop came with a friend, at length',
      13,
    ],
    ['mathematical letters', 'a \u{1d5bb}\u{1d5c2}\u{1d5c0} deal', 'a big deal', 3],
    ['a look-alike beside a zero-width space', `с${zeroWidth}ar`, 'car', 2],
  ])('%s', (_name, original, text, count) => {
    const readable = toReadableText(original)
    expect(readable.text).toBe(text)
    expect(readable.hidden).toHaveLength(count)
  })
})

describe('what is part of writing stays', () => {
  test.each([
    ['an emoji of several people', 'Family 👨‍👩‍👧 and ❤️ and 1️⃣'],
    ['a flag of tags', 'Go 🏴󠁧󠁢󠁥󠁮󠁧󠁿!'],
    ['a joiner in Persian', 'می‌خواهم'],
    ['a joiner in Hindi', 'क्‍ष'],
    ['direction marks in Hebrew', 'שלום \u200eSEO\u200f'],
    ['a Russian quotation', 'He said “сор из избы” and left.'],
    ['Greek letters as names', 'With α and ρ, the mean ν is ηp² of 5 μm at 3 kΩ, 2 mℓ, TNFα, Gαq.'],
    ['Turkish', 'Kısa bir yazı ve ılık çığ.'],
    ['a Turkish name', 'A night in Yapı Kredi and Işık.'],
    ['Armenian beside English', 'The word տուն means house.'],
    ['Greek symbols', 'The α-helix and Δx are π apart.'],
    ['plain English', 'It’s an em dash — and a naïve café.'],
  ])('%s', (_name, original) => {
    expect(toReadableText(original)).toMatchObject({ text: original, hidden: [] })
  })

  test('full-width letters are read as Latin ones, and are usual in Japanese', () => {
    expect(toReadableText('ＳＥＯとは')).toMatchObject({ text: 'SEOとは', hidden: [] })
  })

  test('a byte order mark at the start is nobody’s doing', () => {
    expect(toReadableText('\ufeffHello')).toMatchObject({ text: 'Hello', hidden: [] })
  })
})

test('offsets lead back to the original', () => {
  const original = `one${zeroWidth} two \u{1d5bb}ig сar end`
  const { text, toOriginal } = toReadableText(original)
  for (const word of ['two', 'ig', 'ar', 'end']) {
    const start = toOriginal(text.indexOf(word))
    expect(original.slice(start, toOriginal(text.indexOf(word) + word.length))).toBe(word)
  }
  expect(toOriginal(text.length)).toBe(original.length)
})
