/** What a comment is about: the passage as it was, with what was before and after it. */
export type PassageAnchor = { quote: string; prefix: string; suffix: string }

/** Offsets in the joined texts. */
export type PassageRange = { from: number; to: number }

export type PassageIndex = ReturnType<typeof indexPassages>

/**
 * Finds passages in texts that follow each other, such as the text nodes of a page. It compares as `toComparable` does. It can't use
 * anything from outside itself, because it's serialized into the guest page.
 */
export function indexPassages(texts: readonly string[]) {
  const maxOccurrences = 1000
  // A letter with its marks is normalized as one, and so are the parts of a Korean syllable.
  const cluster =
    /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+[\p{M}\uff9e\uff9f]*|[^\p{M}][\p{M}\uff9e\uff9f]*|\p{M}+/suy

  /** The letters and digits of a text, each with the offsets of its cluster. */
  const read = (text: string, base: number, add: (letters: string, from: number, to: number) => void) => {
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at)
      const isPlain = code < 128 && (at + 1 === text.length || text.charCodeAt(at + 1) < 128)
      if (isPlain) {
        const isLetter = (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58)
        if (isLetter) add(text[at]!.toLowerCase(), base + at, base + at + 1)
        at++
        continue
      }
      cluster.lastIndex = at
      const found = cluster.exec(text)?.[0] ?? text[at]!
      const letters = found
        .normalize('NFKC')
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
        .toLowerCase()
        .replaceAll('ς', 'σ')
      if (letters !== '') add(letters, base + at, base + at + found.length)
      at += found.length
    }
  }
  const toLetters = (text: string) => {
    const parts: string[] = []
    read(text, 0, (letters) => parts.push(letters))
    return parts.join('')
  }

  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const bases: number[] = []
  let length = 0
  for (const text of texts) {
    bases.push(length)
    read(text, length, (letters, from, to) => {
      parts.push(letters)
      for (let unit = 0; unit < letters.length; unit++) {
        starts.push(from)
        ends.push(to)
      }
    })
    length += text.length
  }
  const all = parts.join('')
  const whole = texts.join('')

  /** With the marks before and after the letters of the quote, such as its full stop. */
  const withMarks = (range: PassageRange, quote: string, head: number, tail: number): PassageRange => {
    let { from, to } = range
    for (let at = head - 1; at >= 0 && from > 0 && whole[from - 1] === quote[at]; at--) from--
    for (let at = tail; at < quote.length && to < whole.length && whole[to] === quote[at]; at++) to++
    return { from, to }
  }

  return {
    /**
     * Where a passage is. Of several, the one that starts at `at`, else the first with most of the words around it.
     * @returns null if it isn't there, and for passages without a letter or digit
     */
    find({ quote, prefix, suffix }: PassageAnchor, at?: number): PassageRange | null {
      let letters = ''
      let head = -1
      let tail = 0
      read(quote, 0, (each, from, to) => {
        letters += each
        if (head < 0) head = from
        tail = to
      })
      if (letters === '') return null
      const [before, after] = [toLetters(prefix), toLetters(suffix)]
      let best: PassageRange | null = null
      let bestScore = -1
      let start = all.indexOf(letters)
      for (let occurrences = 0; start >= 0 && occurrences < maxOccurrences; occurrences++) {
        const end = start + letters.length
        const range = withMarks({ from: starts[start]!, to: ends[end - 1]! }, quote, head, tail)
        if (range.from === at) return range
        let score = 0
        while (score < before.length && all[start - 1 - score] === before[before.length - 1 - score]) score++
        const until = score + after.length
        for (let next = 0; score < until && all[end + next] === after[next]; next++) score++
        if (score > bestScore) {
          bestScore = score
          best = range
        }
        start = all.indexOf(letters, start + 1)
      }
      return best
    },

    /** The text of an offset, and the offset in it. */
    locate(offset: number): { text: number; offset: number } {
      let low = 0
      let high = bases.length - 1
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (bases[middle]! <= offset) low = middle
        else high = middle - 1
      }
      return { text: low, offset: offset - bases[low]! }
    },
  }
}
