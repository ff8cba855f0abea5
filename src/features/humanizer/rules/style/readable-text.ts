/**
 * What a reader sees of a text: without invisible characters, and with look-alike letters of other alphabets as the Latin ones they
 * pass for. Both hide words from whatever counts them and leave the page looking the same.
 */

export type ReadableText = {
  text: string
  /** What was taken out or replaced, in UTF-16 offsets of the original. */
  hidden: Hidden[]
  /** The original's offset of an offset in `text`. */
  toOriginal(offset: number): number
}

export type Hidden = { start: number; end: number; kind: 'invisible' | 'look-alike' }

/** Format characters, fillers and variation selectors. */
const invisible =
  /\p{Cf}|\u034f|[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u
/** Letters that are another form of ASCII ones: full width, and mathematical alphabets. */
const styled = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u
const latinLetter = /\p{Script=Latin}/u

const toPairs = (letters: string, latin: string) => [...letters].map((letter, at) => [letter, latin[at]!] as const)
/** Of the Unicode confusables (UTS #39), those that nobody tells apart in running text. */
const lookAlikes = new Map([
  ...toPairs('аеорсухіјѕԁһӏԛԝѵАВЕКМНОРСТУХЅІЈԚԜѴ', 'aeopcyxijsdhlqwvABEKMHOPCTYXSIJQWV'),
  ...toPairs('ονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ovABEZHIKMNOPTYX'),
  ...toPairs('ɑɡᴄᴏᴠᴡᴢᴜꜱ', 'agcovwzus'),
])
/** Those that pass for a Latin letter only within a word of others: "α" alone is a name in mathematics. */
const nearLookAlikes = new Map([
  ...toPairs('αγεηικρστυχωϲϳϜ', 'ayenikpotuxwcjF'),
  ...toPairs('вгкмнптьЬӀ', 'brkmhntbbI'),
  ...toPairs('օհսոցզյաՕՍՏԼ', 'ohungqjwOUSL'),
  ...toPairs('ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᏃᎥ', 'ABCDEGHJKLMPRSTVWZi'),
  ...toPairs('ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFNLSRVHWXYAEIOU'),
  ...toPairs('ℎℯℊℴℓⅰⅴⅹⅼⅽⅾⅿıɩʋ', 'hegolivxlcdmiiv'),
])
/** All letters of the alphabets above, and the Latin-like ones. */
const otherAlphabet =
  /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f5\u2100-\u217f\ua4d0-\ua4f7\u0131\u0251\u0261\u0269\u028b\u1d04\u1d0f\u1d1c\u1d20-\u1d22\ua731]/
/** A text with this many words that mix alphabets does so on purpose. */
const minMixedWords = 3
/** Letters that only Turkish and its relatives have, in which the dotless i is a letter of its own. */
const turkic = /[ğĞşŞİəƏ]/

/** Visible ones among the format characters: signs that enclose numbers in Arabic and Syriac. */
const visibleFormat = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/
/** Emoji are built with joiners, selectors and tags. */
const emojiPart =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u20e3|[\u{1f1e6}-\u{1f1ff}]|[\u{e0020}-\u{e007f}]|\p{Emoji_Component}/u
const emojiFormat = /\u200d|[\ufe0e\ufe0f]|[\u{e0020}-\u{e007f}]/u
/** Scripts that are spelled with joiners, and those that are written with direction marks. */
const joinedScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}\p{Script=Khmer}\p{Script=Myanmar}]/u
const joiner = /\u200c|\u200d|[\u180b-\u180f]/
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const wordWithHidden = /(?:\p{L}|\p{M}|\p{Cf}|\p{Nl})+/gu
const suspect = new RegExp(`${invisible.source}|${styled.source}|${otherAlphabet.source}`, 'u')

export function toReadableText(original: string): ReadableText {
  if (!suspect.test(original)) return { text: original, hidden: [], toOriginal: (offset) => offset }
  const hidden: Hidden[] = []
  const isRightToLeft = rightToLeft.test(original)
  const isEastAsian = eastAsian.test(original)
  const replaced = getLookAlikes(original)
  let text = ''
  const offsets: number[] = []
  const put = (shown: string, at: number) => {
    for (let unit = 0; unit < shown.length; unit++) offsets.push(at)
    text += shown
  }
  let at = 0
  let before = ''
  for (const character of original) {
    const end = at + character.length
    const latin = replaced.get(at)
    if (latin) {
      hidden.push({ start: at, end, kind: 'look-alike' })
      put(latin, at)
    } else if (styled.test(character)) {
      if (!isEastAsian) hidden.push({ start: at, end, kind: 'look-alike' })
      put(character.normalize('NFKC'), at)
    } else if (invisible.test(character) && !isPartOfWriting(character, before, original, end, isRightToLeft)) {
      // A byte order mark at the start is the file's, not the writer's.
      if (at > 0 || character !== '\ufeff') hidden.push({ start: at, end, kind: 'invisible' })
    } else {
      for (let unit = 0; unit < character.length; unit++) offsets.push(at + unit)
      text += character
    }
    before = character
    at = end
  }
  offsets.push(original.length)
  return { text, hidden, toOriginal: (offset) => offsets[Math.min(offset, text.length)]! }
}

function isPartOfWriting(character: string, before: string, original: string, end: number, isRightToLeft: boolean) {
  if (visibleFormat.test(character)) return true
  if (emojiFormat.test(character) && emojiPart.test(before)) return true
  if (directionMark.test(character)) return isRightToLeft
  return (
    joiner.test(character) &&
    joinedScript.test(before) &&
    joinedScript.test(String.fromCodePoint(original.codePointAt(end) ?? 32))
  )
}

type Word = { index: number; word: string; isMixed: boolean; isLong: boolean; isNear: boolean }

/**
 * Latin letters by the offset of the look-alike they stand for: within words that mix alphabets, and in words of look-alikes only when
 * the text has no other word of their alphabet, so that a quotation in Russian or Greek stays one.
 */
function getLookAlikes(original: string): Map<number, string> {
  const found = new Map<number, string>()
  if (!otherAlphabet.test(original)) return found
  const words: Word[] = []
  let isQuoted = false
  const isTurkic = turkic.test(original)
  for (const { 0: word, index } of original.matchAll(wordWithHidden)) {
    if (!otherAlphabet.test(word)) continue
    const letters = [...word].filter((letter) => !invisible.test(letter))
    const latin = letters.filter((letter) => latinLetter.test(letter) && !otherAlphabet.test(letter))
    const foreign = letters.filter((letter) => otherAlphabet.test(letter))
    const isMixed = latin.length > 0
    // A capital and a dotless i make a Turkish name.
    if (foreign.includes('ı') && (isTurkic || /^\p{Lu}/u.test(word))) continue
    if (!foreign.every((letter) => lookAlikes.has(letter) || nearLookAlikes.has(letter))) {
      isQuoted ||= !isMixed
      continue
    }
    // "TNFα", "Gαq" and "mℓ" are names.
    const minLength = foreign.some((letter) => /\p{Script=Greek}/u.test(letter)) ? 4 : 3
    const isLong = letters.length >= minLength && latin.some((letter) => /\p{Ll}/u.test(letter))
    words.push({ index, word, isMixed, isLong, isNear: foreign.some((letter) => nearLookAlikes.has(letter)) })
  }
  const onPurpose = words.filter(({ isMixed, isLong }) => isMixed && isLong).length >= minMixedWords
  if (!onPurpose) isQuoted ||= words.some(({ isNear, isMixed }) => isNear && !isMixed)
  for (const { index, word, isMixed, isLong, isNear } of words) {
    const isMeant = isMixed ? onPurpose || isLong || !isNear : !isQuoted && latinLetter.test(original)
    let at = index
    for (const letter of word) {
      const latin = lookAlikes.get(letter) ?? nearLookAlikes.get(letter)
      if (latin && isMeant) found.set(at, latin)
      at += letter.length
    }
  }
  return found
}
