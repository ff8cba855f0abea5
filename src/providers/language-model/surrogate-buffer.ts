import { storable } from '#platform/sanitize-text.ts'

/**
 * What a model says is kept and shown: signs that no database holds become U+FFFD. A sign that came in two halves, one at the end
 * of a piece and one at the beginning of the next, is put together first.
 */
export function createSurrogateBuffer() {
  let half = ''
  return {
    pass(piece: string): string {
      const text = half + piece
      const last = text.charCodeAt(text.length - 1)
      const isHalf = last >= 0xd800 && last <= 0xdbff
      half = isHalf ? text.slice(-1) : ''
      return storable(isHalf ? text.slice(0, -1) : text)
    },
    /** A half that nothing came to. */
    rest(): string {
      const text = storable(half)
      half = ''
      return text
    },
  }
}
