/**
 * The shape of the written world: a topic, what people type about it, and the pages that answer them. Everything in
 * it was written for the demo; sites live under `.example`, which resolves nowhere.
 */
import type { SerpFeature } from '../port.ts'

export type SampleBlock = { kind: 'h1' | 'h2' | 'h3' | 'p'; text: string } | { kind: 'ul' | 'ol'; items: string[] }

export type SamplePage = {
  url: string
  /** The site's name. */
  site: string
  /** What a results page shows. */
  title: string
  description: string
  body: SampleBlock[]
}

export type SampleDiscussion = { title: string; url: string }

export type SampleTopic = {
  id: string
  /** The words of the topic as people type them. */
  name: string
  /** Other names it answers to, the longest first where one holds another. */
  aliases: string[]
  /** What people type, most usual first. */
  keywords: string[]
  related: string[]
  discussions: SampleDiscussion[]
  features: SerpFeature[]
  /** In the order they rank. */
  pages: SamplePage[]
}

type TopicText = {
  name: string
  aliases: string[]
  /** One question a line. */
  questions: string
  /** What follows the name, one a line. */
  tails: string
  /** Whole keywords, one a line. */
  others: string
  related: string
  /** Forum threads, one title per line, by forum. */
  discussions: Record<string, string>
  features: SerpFeature[]
  pages: SamplePage[]
}

/** Puts a topic together from what was written by hand. */
export function topic(text: TopicText): SampleTopic {
  const { name, aliases, features, pages } = text
  const tails = lines(text.tails).map((tail) => `${name} ${tail}`)
  return {
    id: name.replaceAll(' ', '-'),
    name,
    aliases,
    keywords: [...new Set([name, ...lines(text.questions), ...tails, ...lines(text.others)])],
    related: lines(text.related),
    discussions: Object.entries(text.discussions).flatMap(([forum, titles]) =>
      lines(titles).map((title) => ({ title, url: `https://${forum}/t/${slug(title)}` })),
    ),
    features,
    pages,
  }
}

/**
 * A page from its text: `#`, `##`, `###` open headings, `-` and `1.` list items, a blank line ends a paragraph.
 */
export function page(head: Omit<SamplePage, 'body'>, text: string): SamplePage {
  return { ...head, body: toBlocks(text) }
}

function toBlocks(text: string): SampleBlock[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((chunk) => chunkBlocks(chunk.trim().split(/\n\s*/)))
}

function chunkBlocks(rows: string[]): SampleBlock[] {
  const blocks: SampleBlock[] = []
  for (const row of rows) {
    const heading = /^(#{1,3}) (.+)$/.exec(row)
    const item = /^(-|\d+\.) (.+)$/.exec(row)
    const last = blocks.at(-1)
    if (heading) blocks.push({ kind: `h${heading[1]!.length}` as 'h1' | 'h2' | 'h3', text: heading[2]! })
    else if (item) {
      const kind = item[1] === '-' ? 'ul' : 'ol'
      if (last?.kind === kind) last.items.push(item[2]!)
      else blocks.push({ kind, items: [item[2]!] })
    } else if (last?.kind === 'p') last.text += ` ${row}`
    else blocks.push({ kind: 'p', text: row })
  }
  return blocks
}

/** The page as its site would serve it, menu and footer included. */
export function pageHtml({ url, site, title, description, body }: SamplePage): string {
  const root = new URL('/', url).href
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="canonical" href="${escapeHtml(url)}">
</head>
<body>
<header><a href="${escapeHtml(root)}">${escapeHtml(site)}</a><nav><ul><li><a href="/">Home</a></li><li><a href="/guides">Guides</a></li><li><a href="/about">About</a></li></ul></nav></header>
<main><article>
${body.map(blockHtml).join('\n')}
</article></main>
<footer><p>${escapeHtml(site)} · Sample data: this page was written for a demonstration.</p></footer>
</body>
</html>
`
}

function blockHtml(block: SampleBlock): string {
  if ('items' in block)
    return `<${block.kind}>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${block.kind}>`
  return `<${block.kind}>${escapeHtml(block.text)}</${block.kind}>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
