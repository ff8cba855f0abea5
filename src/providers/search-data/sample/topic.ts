/**
 * The shape of the written world: a topic, what people type about it, and the pages that answer them. Everything in
 * it was written for the demo; sites live under `.example`, which resolves nowhere.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { PeopleAlsoAsk, SerpFeature } from '../port.ts'

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
  peopleAlsoAsk: PeopleAlsoAsk[]
  /** In the order they rank. */
  pages: SamplePage[]
}

const text = z.string().trim().min(1)
/** A thread or page is on a site that resolves nowhere. */
const address = z.url({ protocol: /^https$/, hostname: /\.example$/ })

/** What `topic.json` holds. Each page's text is a Markdown file beside it. */
export const topicFile = z.strictObject({
  name: text,
  aliases: z.array(text).min(1),
  features: z.array(z.strictObject({ type: text, rank: z.int().positive().nullable(), title: text.nullable() })),
  /** "People Also Ask", each with the page that answers it and the questions that open under it. */
  people_also_ask: z.array(
    z.strictObject({
      question: text,
      page: text,
      under: z.array(z.strictObject({ question: text, page: text })),
    }),
  ),
  questions: z.array(text).min(1),
  /** What people type after the name. */
  continuations: z.array(text).min(1),
  /** Other whole keywords. */
  others: z.array(text),
  related: z.array(text),
  /** Titles of threads by the forum's host. */
  discussions: z.record(z.string().regex(/\.example$/), z.array(text)),
  /** In the order they rank. */
  pages: z
    .array(
      z.strictObject({
        file: z.string().regex(/^[a-z-]+\.md$/),
        url: address,
        site: text,
        title: text,
        description: text,
      }),
    )
    .min(1),
})

/** Reads a topic from its folder. @throws ZodError when `topic.json` doesn't fit the schema */
export function readTopic(id: string): SampleTopic {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, id, file), 'utf8')
  const { name, people_also_ask, questions, continuations, others, discussions, pages, ...rest } = topicFile.parse(
    JSON.parse(read('topic.json')),
  )
  const ask = (question: string, file: string, parent: string | null): PeopleAlsoAsk => {
    const page = pages.find((one) => one.file === file)
    return {
      text: question,
      parent,
      answer: page?.description ?? null,
      title: page?.title ?? null,
      url: page?.url ?? null,
    }
  }
  return {
    ...rest,
    id,
    name,
    keywords: [...new Set([name, ...questions, ...continuations.map((end) => `${name} ${end}`), ...others])],
    discussions: Object.entries(discussions).flatMap(([forum, titles]) =>
      titles.map((title) => ({ title, url: `https://${forum}/t/${slug(title)}` })),
    ),
    peopleAlsoAsk: people_also_ask.flatMap(({ question, page, under }) => [
      ask(question, page, null),
      ...under.map((one) => ask(one.question, one.page, question)),
    ]),
    pages: pages.map(({ file, ...head }) => ({ ...head, body: toBlocks(read(file)) })),
  }
}

/** `#`, `##`, `###` open headings, `-` and `1.` list items, a blank line ends a paragraph. */
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

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
