/** Checks the structure and length of finished texts, so they work in any language. */
import { countWords, plainText } from '../markdown-text.ts'

/** Returns the length a reader sees: without footnote markers and Markdown, one per emoji. */
export function visibleLength(text: string): number {
  return [...plainText(text).normalize('NFC')].length
}

/** Splits `**Label:** value`. A line without a label is all value. */
export function splitLabel(line: string): { label: string | null; value: string } {
  const match = /^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_]{1,40}?)\s*[:：]?\s*(?:\*\*|__)\s*[:：]?\s*(.*)$/.exec(line)
  if (match && /[:：]/.test(line.slice(0, line.length - match[2]!.length)))
    return { label: match[1]!, value: match[2]!.trim() }
  return { label: null, value: line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim() }
}

export const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the items of each list as plain text. */
export function getLists(text: string): string[][] {
  const lists: string[][] = []
  let open = false
  for (const line of toLines(text)) {
    const item = /^(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
    if (item) {
      if (open) lists.at(-1)!.push(plainText(item[1]!))
      else lists.push([plainText(item[1]!)])
    }
    open = item !== null
  }
  return lists
}

export function empty(text: string): string[] {
  return plainText(text) === '' ? ['The text is empty.'] : []
}

/** Reports texts with at most half or at least twice the requested length. */
export function lengthProblems(text: string, targetWords: number): string[] {
  const words = countWords(text)
  if (words < targetWords * 0.5)
    return [`${count(words, 'word')}, less than half of the ${targetWords.toLocaleString('en')} requested.`]
  if (words > targetWords * 2)
    return [`${count(words, 'word')}, more than twice the ${targetWords.toLocaleString('en')} requested.`]
  return []
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** Returns headings without text before the next heading of the same or a higher level. */
export const emptySections = (text: string): string[] =>
  findEmptySections(text).map((heading) => `There’s no text under the heading “${heading}”.`)

/** Headings without text below them. */
export function findEmptySections(text: string): string[] {
  const lines = toLines(text)
  return lines.flatMap((line, at) => {
    const level = /^#{1,6}(?=\s)/.exec(line)?.[0].length
    if (!level) return []
    const next = lines[at + 1]
    const nextLevel = next === undefined ? 0 : (/^#{1,6}(?=\s)/.exec(next)?.[0].length ?? null)
    if (nextLevel === null || nextLevel > level) return []
    return [plainText(line.replace(/^#+\s+/, ''))]
  })
}
