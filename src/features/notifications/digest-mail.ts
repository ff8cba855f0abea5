import { sourceLabels } from '#providers/search-data/port.ts'
import type { NewsItem, RunNews } from './news.ts'

/** One mail about everything a person's listeners heard since the last one. */

const shownOfEach = 12

export function digestMail(news: RunNews[], links: { publicUrl: string; unsubscribe: string }) {
  const byListener = Map.groupBy(news, ({ listenerId }) => listenerId)
  const parts = [...byListener.values()].map((runs) => partOf(runs, links.publicUrl))
  const added = parts.reduce((sum, part) => sum + part.added.length, 0)
  const removed = parts.reduce((sum, part) => sum + part.removed.length, 0)
  const said = countsInWords(added, removed)
  const subject =
    parts.length === 1 ? `${parts[0]!.keyword}: ${said}` : `${said} from ${parts.length} listeners: ${namesOf(parts)}`
  return { subject: subject.slice(0, 180), text: textOf(parts, links), html: htmlOf(parts, links) }
}

type Part = {
  keyword: string
  first: boolean
  runs: number
  link: string
  added: NewsItem[]
  removed: NewsItem[]
  /** Who did not answer in full when it was asked last. */
  silent: string[]
}

/** Several runs of one listener as one: what came and went again in between is not told. */
function partOf(runs: RunNews[], publicUrl: string): Part {
  const inOrder = runs.toSorted((a, b) => a.at.localeCompare(b.at))
  const last = inOrder.at(-1)!
  const added = new Map<string, NewsItem>()
  const removed = new Map<string, NewsItem>()
  for (const run of inOrder) {
    for (const item of run.added) if (!removed.delete(keyOf(item))) added.set(keyOf(item), item)
    for (const item of run.removed) if (!added.delete(keyOf(item))) removed.set(keyOf(item), item)
  }
  return {
    keyword: last.keyword,
    first: inOrder[0]!.first,
    runs: inOrder.length,
    link: `${publicUrl}/app/listeners/${last.listenerId}`,
    added: [...added.values()].sort(byKind),
    removed: [...removed.values()].sort(byKind),
    silent: last.sourceErrors.map(({ source }) => labelOf(source)),
  }
}

const keyOf = ({ source, text }: NewsItem) => `${source}\n${text}`
/** Questions first: they are what people listen for. */
const byKind = (a: NewsItem, b: NewsItem) =>
  Number(b.type === 'question') - Number(a.type === 'question') || a.text.localeCompare(b.text)

export function countsInWords(added: number, removed: number): string {
  const parts = [
    added > 0 ? `${added.toLocaleString('en')} new` : '',
    removed > 0 ? `${removed.toLocaleString('en')} gone` : '',
  ].filter(Boolean)
  return parts.join(', ') || 'nothing that lasted'
}

function namesOf(parts: Part[]) {
  const names = parts.slice(0, 3).map(({ keyword }) => keyword)
  return names.join(', ') + (parts.length > 3 ? ', …' : '')
}

const introOf = ({ first, runs, added, removed }: Part) =>
  first
    ? `The first ${runs === 1 ? 'run' : `${runs} runs`} heard ${added.length.toLocaleString('en')}. From now on you read here what changes.`
    : `${countsInWords(added.length, removed.length)}.`.replace(/^./, (letter) => letter.toUpperCase())

const silenceOf = ({ silent }: Part) =>
  silent.length === 0 ? '' : `Not answered in full: ${silent.join(', ')}. What they said before counts until they do.`

function textOf(parts: Part[], { unsubscribe }: { unsubscribe: string }): string {
  const blocks = parts.map((part) =>
    [
      part.keyword,
      '='.repeat(Math.min(72, [...part.keyword].length)),
      introOf(part),
      ...linesOf('Heard now', part.added, '+'),
      ...linesOf('Not heard any more', part.removed, '-'),
      ...(part.silent.length > 0 ? ['', silenceOf(part)] : []),
      '',
      part.link,
    ].join('\n'),
  )
  return `${blocks.join('\n\n\n')}\n\n\n--\nYou get one such mail for all listeners that name this address.\nNo more of them: ${unsubscribe}\n`
}

function linesOf(title: string, items: NewsItem[], sign: string): string[] {
  if (items.length === 0) return []
  const lines = items.slice(0, shownOfEach).map((item) => `  ${sign} ${item.text} (${labelOf(item.source)})`)
  const more = items.length > shownOfEach ? [`    and ${(items.length - shownOfEach).toLocaleString('en')} more`] : []
  return ['', title, ...lines, ...more]
}

const ink = '#1c1b22'
const quiet = '#6b6a70'

function htmlOf(parts: Part[], { unsubscribe }: { unsubscribe: string }): string {
  const blocks = parts.map(
    (part) => `
<h2 style="font:500 22px/1.25 Georgia,serif;margin:32px 0 4px;color:${ink}"><a href="${escapeHtml(part.link)}" style="color:${ink};text-decoration:none">${escapeHtml(part.keyword)}</a></h2>
<p style="margin:0 0 12px;color:${quiet}">${escapeHtml(introOf(part))}</p>
${listOf('Heard now', part.added)}${listOf('Not heard any more', part.removed)}${part.silent.length > 0 ? `<p style="margin:12px 0;color:${quiet};font-size:13px">${escapeHtml(silenceOf(part))}</p>` : ''}
<p style="margin:12px 0"><a href="${escapeHtml(part.link)}" style="color:#992f01">See all of it</a></p>`,
  )
  return `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7">
<div style="max-width:560px;margin:0 auto;font:15px/1.5 system-ui,sans-serif;color:${ink}">${blocks.join('')}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #e4e2dc;font-size:13px;color:${quiet}">You get one such mail for all listeners that name this address. <a href="${escapeHtml(unsubscribe)}" style="color:${quiet}">No more of them</a></p>
</div></body></html>
`
}

function listOf(title: string, items: NewsItem[]): string {
  if (items.length === 0) return ''
  const lines = items
    .slice(0, shownOfEach)
    .map(
      (item) =>
        `<li style="padding:5px 0;border-top:1px solid #e4e2dc">${escapeHtml(item.text)} <span style="color:${quiet};font-size:13px">${escapeHtml(labelOf(item.source))}</span></li>`,
    )
    .join('')
  const more =
    items.length > shownOfEach
      ? `<li style="padding:5px 0;border-top:1px solid #e4e2dc;color:${quiet}">and ${(items.length - shownOfEach).toLocaleString('en')} more</li>`
      : ''
  return `<h3 style="font:600 13px/1.4 system-ui,sans-serif;margin:16px 0 6px">${title}</h3><ul style="list-style:none;margin:0;padding:0">${lines}${more}</ul>`
}

const labelOf = (source: string) =>
  source in sourceLabels ? sourceLabels[source as keyof typeof sourceLabels] : source

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
