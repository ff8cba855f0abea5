const open = '<think>'
const close = '</think>'

const maxHeld = 1000

/**
 * Leaves out the thoughts that open models write before their answer, between `<think>` and `</think>`, when the server in front
 * of them does not. Only at the very start: later the words may be meant.
 */
export function createReasoningFilter() {
  let state: 'undecided' | 'thinking' | 'between' | 'writing' = 'undecided'
  let held = ''

  function released() {
    state = 'writing'
    const text = held
    held = ''
    return text
  }

  return {
    get isThinking() {
      return state === 'thinking'
    },
    /** The part of the text that isn't reasoning; holds back what can't be classified yet. */
    pass(text: string): string {
      if (state === 'writing') return text
      held += text
      if (state === 'undecided') {
        const start = held.trimStart()
        // Of white space before the answer no more is held than anyone would mean.
        if (start.length < open.length && open.startsWith(start) && held.length < maxHeld) return ''
        if (!start.startsWith(open)) return released()
        state = 'thinking'
      }
      if (state === 'thinking') {
        const end = held.indexOf(close)
        // The mark may be torn apart: its beginning is kept.
        held = end === -1 ? held.slice(-close.length) : held.slice(end + close.length)
        if (end === -1) return ''
        state = 'between'
      }
      held = held.trimStart()
      return held === '' ? '' : released()
    },
    /** What was held back although it was no thought. */
    rest: (): string => (state === 'thinking' ? '' : released()),
  }
}
