import type Token from 'markdown-it/lib/token.mjs'
import { createMarkdownReader } from '#kit/markdown/markdown-parser.ts'

const reader = createMarkdownReader()
/** A text this long is pasted as it is: reading it takes too long. */
const maxLength = 400_000

/** Scripts with spaces between words, where a sign inside a word is a sign. */
const spacedLetter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}`
const boldWords = new RegExp(String.raw`(?<!${spacedLetter}*])\*\*(?=[^\s*])[^*]*[^\s*]\*\*(?!${spacedLetter}*])`, 'u')
const slantedWords = new RegExp(String.raw`(?<!${spacedLetter}*])\*(?=[^\s*])[^*]*[^\s*]\*(?!${spacedLetter}*])`, 'u')

const enough = 2

/**
 * Whether plain text is Markdown by its structure: one heading, table, list, block of code, link or bold word is enough, and signs that
 * ordinary text has too, such as a star or a single dash at the start of a line, aren't.
 */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > maxLength || !/[#*`~[\]|>=_-]|\d[.)]/.test(text)) return false
  const lines = text.split('\n')
  const tokens = reader.parse(text, {})
  let points = 0
  for (const [at, token] of tokens.entries()) {
    points += token.type === 'inline' ? getInlinePoints(token) : getBlockPoints(token, tokens, at, lines)
    if (points >= enough) return true
  }
  return false
}

function getBlockPoints(token: Token, tokens: Token[], at: number, lines: string[]): number {
  switch (token.type) {
    case 'table_open':
    case 'fence':
    case 'callout_open':
    case 'footnote_open':
      return enough
    case 'heading_open':
      return getHeadingPoints(token, lines)
    case 'bullet_list_open':
    case 'ordered_list_open':
      return getListPoints(token, tokens, at)
    case 'blockquote_open':
      return token.map![1] - token.map![0] > 1 ? enough : 1
    case 'hr':
      return 1
    default:
      return 0
  }
}

/** A line such as `# Install` above a command is a comment, so a heading of the first level stands alone. */
function getHeadingPoints({ markup, map }: Token, lines: string[]): number {
  if (!markup.startsWith('#')) return 1
  return markup.length > 1 || (lines[map![1]] ?? '').trim() === '' ? enough : 0
}

function getListPoints(list: Token, tokens: Token[], at: number): number {
  const items: Token[] = []
  for (let index = at + 1; tokens[index]!.level > list.level; index++)
    if (tokens[index]!.type === 'list_item_open' && tokens[index]!.level === list.level + 1) items.push(tokens[index]!)
  if (items.some(({ meta }) => meta !== null)) return enough
  if (items.length < 2 || list.markup === '+') return 0
  if (list.type === 'bullet_list_open') return enough
  // Other figures would be lost: a list counts.
  const numbers = items.map(({ info }) => Number(info))
  const counts = numbers.every((n, index) => n === numbers[0]! + index)
  return counts || numbers.every((n) => n === 1) ? enough : 0
}

function getInlinePoints({ content, children }: Token): number {
  let points = boldWords.test(content) ? enough : 0
  if (slantedWords.test(content)) points += 1
  for (const token of children ?? []) {
    const isAddress = /^(?:https?:|mailto:)/i.test(token.attrGet('href') ?? token.attrGet('src') ?? '')
    if ((token.type === 'link_open' || token.type === 'image') && isAddress)
      points += token.markup === 'autolink' ? 1 : enough
    else if (token.type === 's_open') points += 1
    else if (token.type === 'code_inline' && token.content.trim() === token.content) points += 1
  }
  return points
}
