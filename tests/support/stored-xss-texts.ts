import { type HostileWords, startHostileVendors } from '../doubles/hostile-vendors.ts'
import { storedXss } from './stored-xss.ts'

/**
 * The payloads as texts of at most `max` characters that start with a mark, so that they can be found again. Each has
 * as many payloads as fit; a payload that is too long is cut.
 */
export function packed(mark: string, max: number, { payloads = storedXss, between = ' ' } = {}): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.length - 1
    if (last >= 0 && texts[last]!.length + between.length + payload.length <= max) texts[last] += between + payload
    else texts.push(`${mark}${texts.length} ${payload}`.slice(0, max))
  }
  return texts
}

const addresses = [
  'javascript:pwned()',
  'JaVaScRiPt:pwned()//https://a.example',
  'data:text/html,<script>pwned()</script>',
  'vbscript:pwned()',
  'https://a.example/"onmouseover="pwned()',
  "https://a.example/'><script>pwned()</script>",
]

/** A document with every payload in each kind of Markdown block, and again as escaped text. */
export const markdown = (mark: string) =>
  `${storedXss.map((payload) => `${payload}\n\nText ${payload} text\n\n## H ${payload}\n\n| ${payload} |\n| --- |\n| ${payload} |`).join('\n\n')}

~~~~~~
${packed(mark, 4000, { between: '\n' }).join('\n')}
~~~~~~
`

/** A sentence that a page has and the model repeats, so that it is cited. */
const fact = 'Twelve hours at room temperature draw the oils out of coarse grounds without the bitter ones.'

export const startVendors = () =>
  startHostileVendors({
    suggestions: packed('ks', 190).map((text, at) => (at % 2 ? `what is ${text}` : text)),
    related: packed('kr', 190),
    titles: { forum: packed('dt', 280), page: packed('pt', 280).slice(0, 9) },
    snippets: packed('sn', 400),
    addresses,
    headings: packed('hd', 280),
    paragraphs: packed('pp', 900).map((text) => `${fact} ${text}`),
    articles: packed('wa', 190),
    complaint: packed('er', 150)[0]!,
    model: packed('mo', 900).map((text) => `${fact.slice(0, -1)} [^1]. [^2] [^3]\n\n${text}`),
  } satisfies HostileWords)

export const mappedNames = {
  reports: 'reports.acme.example',
  blog: 'blog.acme.example',
  waiting: 'waiting.acme.example',
}
export const cnameTarget = 'cname.earshot.example'
