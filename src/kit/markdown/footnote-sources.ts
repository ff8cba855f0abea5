/** Reads the footnotes that a text defines itself. Without the Markdown parser, so that every part can use it. */

const fence = /^ {0,3}(`{3,}|~{3,})/
const definition = /^ {0,3}\[\^([^\]\s[]{1,60})\]:[ \t]*(.*)$/
const markOrCode = /(`+)(?!`)[^`]*\1(?!`)|\[\^([^\]\s[]{1,60})\]/g
const citableLabel = /^[1-9]\d{0,2}$/
const maxDefinitionLength = 4000

export type FootnoteSource = { n: number; url: string; title: string; quote: string }

/** Calls `onLine` for each line with whether it's code. */
function eachLine(markdown: string, onLine: (line: string, isCode: boolean) => void) {
  let open: string | null = null
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1]
    const wasOpen: boolean = open !== null
    if (mark && open === null) open = mark
    else if (mark && open !== null && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark)
      open = null
    onLine(line, wasOpen || open !== null)
  }
}

/** Returns the definitions in a text with their text on one line, the first one of each label. */
function getDefinitions(markdown: string): Map<string, string> {
  const found = new Map<string, string>()
  if (!markdown.includes('[^')) return found
  let label: string | null = null
  let afterBlank = false
  eachLine(markdown, (line, isCode) => {
    const started = isCode ? null : definition.exec(line)
    if (started) {
      label = found.has(started[1]!.toLowerCase()) ? null : started[1]!.toLowerCase()
      if (label !== null) found.set(label, started[2]!.trim())
    } else if (line.trim() !== '' && label !== null) {
      const continues = !isCode && (/^(?: {4}|\t)/.test(line) || (!afterBlank && !/^ {0,3}(?:#{1,6} |>|\|)/.test(line)))
      if (!continues) label = null
      else if (found.get(label)!.length < maxDefinitionLength)
        found.set(label, `${found.get(label)} ${line.trim()}`.trim())
    }
    afterBlank = line.trim() === ''
  })
  return found
}

/** Returns the pages that a text's own footnotes name, by number. Footnotes without a URL are notes, not sources. */
export function getFootnoteSources(markdown: string): FootnoteSource[] {
  return [...getDefinitions(markdown)].flatMap(([label, text]) => {
    const source = citableLabel.test(label) ? toSource(text) : null
    return source ? [{ n: Number(label), ...source }] : []
  })
}

const exported = /^(.*): “(.*)” <(https?:\/\/[^<>\s]+)>$/
const link = /\[((?:[^\\[\]]|\\.)*)\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\)/i
const address = /<?(https?:\/\/[^\s<>]*[^\s<>.,;:!?)"'”’])>?/i

function toSource(text: string): { url: string; title: string; quote: string } | null {
  // As exports of documents write it.
  const own = exported.exec(text)
  if (own) return { url: own[3]!, title: toPlain(own[1]!), quote: own[2]! }
  const linked = link.exec(text)
  const found = linked ?? address.exec(text)
  const url = linked ? linked[2]! : found?.[1]
  if (!found || !url || !URL.canParse(url)) return null
  const label = linked ? linked[1]! : ''
  const title = toPlain(text.slice(0, found.index) + label + text.slice(found.index + found[0].length))
  return { url, title, quote: '' }
}

const toPlain = (text: string) =>
  text
    .replace(/\[((?:[^\\[\]]|\\.)*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!\\)(?:[*`~]+|<\/?[a-z][^<>]*>)/gi, '')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[.,;:]) [.,;:]/g, '')
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '')
    .slice(0, 500)

/**
 * Gives footnotes with a name a free number, in their marks and their definition, since sources are cited by number.
 * @param taken numbers that other sources have
 */
export function numberFootnotes(markdown: string, taken: readonly number[]): string {
  const named = [...getDefinitions(markdown).keys()].filter((label) => !citableLabel.test(label))
  if (named.length === 0) return markdown
  const used = [...markdown.matchAll(/\[\^(\d{1,3})\]/g)].map((match) => Number(match[1]))
  let next = Math.max(0, ...used, ...taken)
  const numbers = new Map(named.map((label) => [label, ++next]))
  return replaceFootnoteMarks(markdown, (label) => (numbers.has(label) ? `[^${numbers.get(label)}]` : null))
}

/** Replaces the marks of footnotes, also those of definitions, by their label in small letters. Null keeps a mark. Code stays. */
export function replaceFootnoteMarks(markdown: string, toMark: (label: string) => string | null): string {
  if (!markdown.includes('[^')) return markdown
  const lines: string[] = []
  eachLine(markdown, (line, isCode) => {
    const replaced = line.replace(
      markOrCode,
      (whole, _ticks: string | undefined, label: string | undefined) =>
        (label === undefined ? null : toMark(label.toLowerCase())) ?? whole,
    )
    lines.push(isCode ? line : replaced)
  })
  return lines.join('\n')
}

/** Labels of the footnotes that a text defines, in small letters. */
export const getFootnoteLabels = (markdown: string): string[] => [...getDefinitions(markdown).keys()]

/** Known sources and those that the text's own footnotes name. What the text itself says about a number holds. */
export function withFootnoteSources<Source extends FootnoteSource>(markdown: string, known: Source[]) {
  const own = getFootnoteSources(markdown).filter(({ n, url }) => !known.some((one) => one.n === n && one.url === url))
  if (own.length === 0) return known
  const replaced = new Set(own.map(({ n }) => n))
  return [...known.filter(({ n }) => !replaced.has(n)), ...own].sort((a, b) => a.n - b.n)
}
