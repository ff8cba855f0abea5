import { toLinkKey } from './read-link.ts'

/**
 * A URL in running text, with the brackets around it if nothing else is inside them. Ends where it starts if more text is
 * needed to tell.
 */
export type BareUrl = { start: number; end: number; url: string }

const maxUrlLength = 600
const opening = /[(<]?(?:https?:\/\/|www\.)[\p{L}\p{N}]/giu
/** What may become the beginning of a URL with more text. */
const partialOpening = /[(<]?(?:h(?:t(?:t(?:p(?:s?(?::\/{0,2})?)?)?)?)?|w(?:w(?:w\.?)?)?)?$/iu
const maxOpeningLength = 10

/**
 * Reads the first URL at or after `at` that isn't a Markdown link and not a given one.
 * @param previous the character before `text`
 * @param given addresses that may be there, as keys (`toLinkKey`)
 */
export function readBareUrl(
  text: string,
  at: number,
  previous: string,
  final: boolean,
  given: ReadonlySet<string>,
): BareUrl | null {
  const isInWord = (index: number) => /[\p{L}\p{N}_/.@-]/u.test(index > at ? text[index - 1]! : previous)
  const isStart = (found: string, index: number) => /^[(<]/.test(found) || !isInWord(index)
  opening.lastIndex = at
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    if (!isStart(found[0], found.index)) continue
    const link = readFrom(text, found.index, final)
    const isGiven = given.has(toLinkKey(/^www/i.test(link.url) ? `https://${link.url}` : link.url))
    if (link.end === link.start || !isGiven) return link
    opening.lastIndex = link.end
  }
  if (final) return null
  const tail = text.slice(Math.max(at, text.length - maxOpeningLength))
  const [partial] = partialOpening.exec(tail)!
  const start = text.length - partial.length
  return partial !== '' && isStart(partial, start) ? { start, end: start, url: '' } : null
}

function readFrom(text: string, start: number, final: boolean): BareUrl {
  const bracket = /[(<]/.test(text[start]!) ? text[start]! : ''
  const first = start + bracket.length
  const limit = Math.min(text.length, first + maxUrlLength)
  let [end, depth] = [first, 0]
  for (; end < limit; end++) {
    const sign = text[end]!
    if (/[\s<>"'“”[\]|`*]/u.test(sign)) break
    if (sign === '(') depth++
    else if (sign === ')' && --depth < 0) break
  }
  const closing = { '(': ')', '<': '>' }[bracket] ?? 'none'
  const isCut = end === text.length || (text[end] === closing && end + 1 === text.length)
  if (isCut && !final) return { start, end: start, url: '' }
  while (/[.,;:!?…_]/u.test(text[end - 1]!)) end--
  const url = text.slice(first, end)
  return text[end] === closing ? { start, end: end + 1, url } : { start: first, end, url }
}
