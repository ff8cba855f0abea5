/** Characters that a JSON string may contain unescaped. */
const plain = /^[^"\\\p{Cc}]*$/u
/** No vendor sends this of itself. */
const probe = '\u{1F50E} any text at all'
/** Servers whose messages differ in more than their text (a time, a number, padding) are not studied forever. */
const maxStudies = 8

/**
 * Messages of one stream that differ in nothing but their text, which most servers send for each token: their text is cut out,
 * for parsing them again and again costs most of what reading a token costs. What is not exactly like the message that was
 * studied, or holds anything escaped, is left to the parser.
 */
export function createRepeatedMessage(textIn: (body: unknown) => unknown) {
  let before = ''
  let after = ''
  let studies = 0
  return {
    /** The text of a message like the one studied; null: this one is to be parsed. */
    read(data: string): string | null {
      const end = data.length - after.length
      if (before === '' || end < before.length) return null
      // Slices are compared in a tenth of the time that startsWith and endsWith take.
      if (data.slice(0, before.length) !== before || data.slice(end) !== after) return null
      const text = data.slice(before.length, end)
      return plain.test(text) ? text : null
    },
    /** @param data a message that brought `text` and nothing else */
    study(data: string, text: string) {
      if (studies >= maxStudies || text === '' || !plain.test(text)) return
      studies++
      const start = data.indexOf(`"${text}"`) + 1
      if (start === 0) return
      const [head, tail] = [data.slice(0, start), data.slice(start + text.length)]
      // Where the probe comes out whole as the text, a string begins behind `head` and ends before `tail`: so does any other.
      if (textIn(parsed(head + probe + tail)) === probe) [before, after] = [head, tail]
    },
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
