const maxMarkerLength = 48

/** Bracket styles that models use: [^1] [1] [1, 2] [^1^] [Page 1] 【1】 【1†source】. */
const marker =
  /^\s*(?:(?:pages?|sources?|seite|página|p\.?)\s*)?(\^?)\d{1,3}\^?(?:†.*)?(?:\s*[,;]\s*(?:pages?\s*)?\^?\d{1,3}\^?(?:†.*)?)*\s*$/iu
const markerCharacter = /[\^\p{L}\p{N},; \t†.:_-]/u

export type Marker = {
  /** Index of the closing bracket. */
  end: number
  /** The character after it. Empty at the end of the text. */
  next: string
  numbers: number[]
  /** Whether it can't be anything but a citation. A number in plain brackets can. */
  isCertain: boolean
}

/** Reads the citation marker that starts with the bracket at `at`. Null if it's something else. */
export function readMarker(text: string, at: number, final: boolean): Marker | 'incomplete' | null {
  const { length } = text
  const opening = text[at]!
  let end = at + 1
  while (end < length && end - at < maxMarkerLength && markerCharacter.test(text[end]!)) end++
  if (end === length && end - at < maxMarkerLength && !final) return 'incomplete'
  const inside = text.slice(at + 1, end)
  const match = text[end] === (opening === '[' ? ']' : '】') ? marker.exec(inside) : null
  if (!match) return null
  if (end + 1 === length && !final) return 'incomplete'
  return {
    end,
    next: text[end + 1] ?? '',
    numbers: (inside.replace(/†[^,;]*/g, '').match(/\d+/g) ?? []).map(Number),
    isCertain: opening === '【' || match[1] === '^' || /^\s*\p{L}/u.test(inside),
  }
}
