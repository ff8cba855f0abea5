/** What models call their text on its first line: "Answer:", "Assistant:", "Title: …" above the title itself. */

const label = /^[ \t]*([*_]{0,3})(answer|final answer|assistant|title)([*_]{0,3})[ \t]*:([*_]{0,3})[ \t]*/i
const labels = ['answer', 'final answer', 'assistant', 'title']
/** A line of a dialogue or of a list of fields: "Customer: …". */
const otherLabel = /^[\s>*_\d.-]*\p{L}[\p{L} ]{0,30}[*_]{0,3}:/u
const maxLabelLength = 40
const maxLine = 400

/** Length of the label at the start of `rest`, where a text begins. 0 if there's none. */
export function readLabel(rest: string, isEnd: boolean): number | 'incomplete' {
  const start = rest
    .trimStart()
    .slice(0, maxLabelLength)
    .toLowerCase()
    .replace(/^[*_]+/, '')
  if (!isEnd && labels.some((name) => `${name}:`.startsWith(start))) return 'incomplete'
  const found = label.exec(rest)
  if (!found) return 0
  const end = rest.indexOf('\n')
  if (end < 0 && !isEnd && rest.length <= maxLine) return 'incomplete'
  const line = end < 0 ? rest : rest.slice(0, end)
  const below = end < 0 ? '' : rest.slice(end).trimStart()
  const text = line.slice(found[0].length).trim()
  const name = found[2]!.toLowerCase()
  if (name === 'title') return readTitle(text, line.length, below, isEnd)
  const isBold = found[1] !== ''
  // A bold "Answer:" before an answer is set on purpose.
  if (text !== '' && (!isSentence(text) || (isBold && name !== 'assistant'))) return 0
  if (end >= 0 && !isEnd && below.length < maxLabelLength && !below.includes('\n') && !otherLabel.test(below))
    return 'incomplete'
  if (otherLabel.test(below)) return 0
  if (text === '') return below === '' ? 0 : line.length + 1
  return found[0].length
}

/** A title is said twice if the line below repeats it. */
function readTitle(title: string, length: number, below: string, isEnd: boolean): number | 'incomplete' {
  const expected = toLetters(title)
  const end = below.indexOf('\n')
  const next = toLetters(end < 0 ? below : below.slice(0, end))
  if (expected === '' || !expected.startsWith(next)) return 0
  if (end < 0 && !isEnd) return 'incomplete'
  return next === expected ? length + 1 : 0
}

const toLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const isSentence = (text: string) =>
  /^["“'(*_[]*[\p{Lu}\p{N}\p{Lo}]/u.test(text) &&
  (text.length > 200 || /[.!?…。！？]/u.test(text)) &&
  text.split(/\s+/).length > 4
