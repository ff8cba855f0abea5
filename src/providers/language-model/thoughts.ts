const open = '<think>'
const close = '</think>'

/**
 * Leaves out the thoughts that open models write before their answer, between `<think>` and `</think>`, when the server in front
 * of them does not. Only at the very start: later the words may be meant.
 */
export function createThoughtFilter() {
  let state: 'undecided' | 'thinking' | 'writing' = 'undecided'
  let held = ''

  return {
    /** The part of the text that is no thought; what cannot be told yet is held back. */
    pass(text: string): string {
      if (state === 'writing') return text
      held += text
      if (state === 'undecided') {
        const start = held.trimStart()
        if (start.length < open.length && open.startsWith(start)) return ''
        state = start.startsWith(open) ? 'thinking' : 'writing'
        if (state === 'writing') return this.rest()
      }
      const end = held.indexOf(close)
      if (end === -1) {
        held = held.slice(-close.length)
        return ''
      }
      held = held.slice(end + close.length).trimStart()
      // White space after the thoughts is theirs; it may come in pieces.
      if (held !== '') state = 'writing'
      else {
        state = 'undecided'
        return ''
      }
      return this.rest()
    },
    /** What was held back although it was no thought. */
    rest(): string {
      const text = state === 'thinking' ? '' : held
      held = ''
      return text
    },
  }
}
