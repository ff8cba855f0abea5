/**
 * Whether a text names a brand. A mention is a whole word or phrase: a name or alias, or one with a product line ("Hollow Oak Nitro").
 * A name that is a common word ("Apple", "Notion") counts only as a name, and only next to words that say what it is about.
 */

export type Brand = {
  name: string
  aliases?: readonly string[]
  domains?: readonly string[]
  /** Words that tell the brand from the common word: "laptop", "iPhone". Needed for names that are common words. */
  context?: readonly string[]
}

export type Mention = { start: number; end: number; text: string }

/** Signs around a mention in which a context word must be. */
const reach = 160

/** Mentions in order, without overlaps. */
export function findMentions(text: string, brand: Brand): Mention[] {
  const found = [brand.name, ...(brand.aliases ?? [])]
    .map((name) => name.trim())
    .filter((name) => name.length > 1)
    .flatMap((name) => findName(text, name, brand))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const mentions: Mention[] = []
  for (const one of found) if (one.start >= (mentions.at(-1)?.end ?? 0)) mentions.push(one)
  return mentions
}

function findName(text: string, name: string, brand: Brand): Mention[] {
  const isDomain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(name)
  const needsContext = (brand.context?.length ?? 0) > 0 && isSingleWord(name)
  const mentions: Mention[] = []
  for (const match of text.matchAll(toPattern(name))) {
    const [start, end] = [match.index, match.index + match[0].length]
    // "oak.example" in an address isn't the text naming "oak".
    if (!isDomain && isInAddress(text, start, end)) continue
    if (needsContext && (!isWrittenAsName(match[0], name) || !hasContext(text, start, end, brand))) continue
    mentions.push({ start, end, text: match[0] })
  }
  return mentions
}

const isSingleWord = (name: string) => !/[\s-]/.test(name)

/**
 * The name as a pattern: any case, spaces and hyphens alike, straight and curly apostrophes alike, accents as written or without,
 * and with the endings that English adds to names. Scripts without spaces have no word boundaries.
 */
function toPattern(name: string): RegExp {
  const body = [...name.normalize('NFC')]
    .map((sign) => {
      if (/[\s-]/.test(sign)) return '[\\s\\u00a0-]+'
      if (/['’‘`]/.test(sign)) return "['’‘`]?"
      if (sign === '&') return '(?:&|&amp;|and)'
      const plain = sign.normalize('NFD').replace(/\p{M}/gu, '')
      const one = toLiteral(sign)
      return plain !== sign && plain.length === 1 ? `[${one}${toLiteral(plain)}]` : one
    })
    .join('')
    .replace(/(?:\[\\s\\u00a0-\]\+)+/g, '[\\s\\u00a0-]+')
  const joined = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u.test(name)
  const before = joined ? '' : '(?<![\\p{L}\\p{N}_])'
  const after = joined ? '' : "(?:['’]s|s['’])?(?![\\p{L}\\p{N}_])"
  return new RegExp(`${before}${body}${after}`, 'giu')
}

const toLiteral = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Inside a link’s address, an email or a file path: between signs that only these have. */
function isInAddress(text: string, start: number, end: number) {
  const left = text.slice(Math.max(0, start - 200), start).match(/\S*$/)?.[0] ?? ''
  const right = text.slice(end, end + 200).match(/^\S*/)?.[0] ?? ''
  // The text of a Markdown link is text, its address isn’t: "[Hollow Oak](https://hollowoak.example)".
  const outer = left.slice(Math.max(left.lastIndexOf('('), left.lastIndexOf('<'), left.lastIndexOf('[')) + 1)
  return (
    /(?:https?:|www\.|@|\/\/)/i.test(outer) ||
    /^[\w-]*\.(?:com|net|org|io|co|example|de|uk|ai|app|dev)\b/i.test(right) ||
    (/[\w]\.$/.test(outer) && /^\.\w/.test(right))
  )
}

/** As the brand writes itself, or all in capitals. A name given in lower case says nothing about how it’s written. */
function isWrittenAsName(found: string, name: string) {
  if (/^\p{Ll}+$/u.test(name)) return true
  const bare = found.replace(/['’]s$|s['’]$/i, '')
  return bare === name || bare === name.toUpperCase()
}

function hasContext(text: string, start: number, end: number, { context = [], domains = [] }: Brand) {
  const near = text.slice(Math.max(0, start - reach), Math.min(text.length, end + reach))
  return [...context, ...domains].some((word) => toPattern(word.trim()).test(near))
}

/** The sentence around a mention, as it stands in the text: quoted instead of a score for its tone. */
export function quoteSentence(text: string, { start, end }: Mention, max = 300): string {
  const before = text.slice(0, start)
  const from = Math.max(
    before.lastIndexOf('\n') + 1,
    ...['. ', '! ', '? '].map((stop) => before.lastIndexOf(stop) + (before.includes(stop) ? 2 : 0)),
  )
  const rest = text.slice(end)
  const stop = rest.search(/[.!?](?:\s|$)|\n/)
  const to = stop < 0 ? text.length : end + stop + (rest[stop] === '\n' ? 0 : 1)
  const sentence = text
    .slice(from, to)
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
    .trim()
  return sentence.length <= max ? sentence : `${sentence.slice(0, max - 1)}…`
}

/** Place of the first mention in a numbered or bulleted list, from 1; null when it isn’t in one. */
export function getListPosition(text: string, { start }: Mention): number | null {
  const lines = text.slice(0, start).split('\n')
  const item = /^\s{0,3}(?:[-*•]|(\d{1,3})[.)])\s+/
  const whole = text.slice(start - lines.at(-1)!.length).split('\n')[0]!
  const match = item.exec(whole)
  if (!match) return null
  if (match[1]) return Number(match[1])
  let position = 1
  for (let at = lines.length - 2; at >= 0; at--) {
    const line = lines[at]!
    if (/^\s{0,3}[-*•]\s+/.test(line)) position++
    else if (line.trim() !== '' && !/^\s{2,}/.test(line)) break
  }
  return position
}
