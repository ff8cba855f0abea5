/**
 * Whether a passage that somebody commented on is still in a text. Letters and digits alone are compared, so that changes of spaces,
 * quotation marks and emphasis don't lose it.
 */

const others = /[^\p{L}\p{M}\p{N}]+/gu

/** A text as passages are looked up in it. */
export const toComparable = (text: string) =>
  // A sigma is written differently at the end of a word, and where words end isn't known any more.
  text.normalize('NFKC').replace(others, '').toLowerCase().replaceAll('ς', 'σ')

/** The words of a text's HTML as `toComparable` has them. Marks of citations aren't words of a passage. */
export const htmlToComparable = (html: string) =>
  toComparable(
    html
      .replace(/<sup>.*?<\/sup>/gs, '')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|nbsp));/gi, (_, decimal, hex) =>
        decimal || hex ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)) : ' ',
      ),
  )

/** @param text of `toComparable`. A passage without a letter or digit is taken as found. */
export function hasPassage(text: string, quote: string): boolean {
  return text.includes(toComparable(quote))
}
