import { plainBlocks } from '#features/ai-content/rules/markdown-text.ts'

/** Removes a first heading that repeats the title, which pages show above the text. */
export function withoutTitle(markdown: string, title: string) {
  const text = markdown.trimStart()
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  const isTitle = /^#[ \t]/.test(line) && headingText(line) === title.trim().toLowerCase()
  return isTitle ? text.slice(line.length).trimStart() : markdown
}

/** "Cold brew" of "# Cold brew ##". */
function headingText(line: string): string {
  let end = line.length
  while (end > 1 && /[\s#]/.test(line[end - 1]!)) end--
  return line.slice(1, end).trim().toLowerCase()
}

const excerptLength = 220

/** The first paragraph of over 40 characters, cut at a word. */
export function getOpening(markdown: string, title: string): string {
  const prose = withoutTitle(markdown, title)
    .split(/\n{2,}/)
    .filter((block) => !/^\s*(?:#|```|~~~|\||!\[|>|[-*+] |\d+[.)] )/.test(block))
  const first = prose.flatMap((block) => plainBlocks(block).join(' ')).find((text) => text.length > 40) ?? ''
  if (first.length <= excerptLength) return first
  return `${first.slice(0, excerptLength).replace(/\s+\S*$/, '')}…`
}
