/** What was taken out of a text: citations of pages that don't support them, and links that nobody gave. */
export type Removed =
  | {
      kind: 'citation'
      text: string
      n: number
      /** The page, and its sentence that comes nearest. Earlier versions kept the number only. */
      url?: string
      title?: string
      nearest?: string | null
    }
  | { kind: 'link'; text: string; url: string }

type Link = {
  /** Index after the closing parenthesis. */
  end: number
  text: string
  url: string
}

const maxLinkLength = 600

/** Reads the Markdown link that starts with the bracket at `at`. Null if it's something else. */
export function readLink(text: string, at: number, final: boolean): Link | 'incomplete' | null {
  const limit = Math.min(text.length, at + maxLinkLength)
  const isCut = !final && limit === text.length
  let end = at + 1
  while (end < limit && text[end] !== ']' && text[end] !== '[' && text[end] !== '\n') end++
  if (end === limit) return isCut ? 'incomplete' : null
  if (text[end] !== ']') return null
  if (end + 1 === text.length) return final ? null : 'incomplete'
  if (text[end + 1] !== '(') return null
  let depth = 1
  let close = end + 2
  for (; close < limit; close++) {
    if (text[close] === '\n') return null
    if (text[close] === '(') depth++
    else if (text[close] === ')' && --depth === 0) break
  }
  if (close === limit) return isCut ? 'incomplete' : null
  const [url = ''] = text
    .slice(end + 2, close)
    .trim()
    .split(/\s/)
  return { end: close + 1, text: text.slice(at + 1, end), url: url.replace(/^<|>$/g, '') }
}

/** One form for the same address. */
export const toLinkKey = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[#?].*$/, '')
    .replace(/[/.,;:!]+$/, '')

const addresses = /(?:\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?|(?=https?:\/\/|www\.))((?:[^\s<>()"'\]]|\([^\s()]*\))+)/gm

/** The addresses in a text, as keys: URLs, and whatever a Markdown link or a link definition leads to. */
export const findLinkKeys = (text: string): string[] => [...text.matchAll(addresses)].map(([, url]) => toLinkKey(url!))
