import { sourceLabels } from '#providers/search-data/port.ts'
import type { ChangedKeyword, RunDetails } from './run-changes.ts'

/** Digest email with new and lost keywords of all of a recipient's listeners since the last one. */

const maxShown = 12

export function digestMail(runs: RunDetails[], links: { publicUrl: string; unsubscribe: string }) {
  const byListener = Map.groupBy(runs, ({ listenerId }) => listenerId)
  const parts = [...byListener.values()].map((runs) => getPart(runs, links.publicUrl))
  const added = parts.reduce((sum, part) => sum + part.added.length, 0)
  const removed = parts.reduce((sum, part) => sum + part.removed.length, 0)
  const counts = formatCounts(added, removed)
  const subject =
    parts.length === 1
      ? `${parts[0]!.keyword}: ${counts}`
      : `${counts} from ${parts.length} listeners: ${getNames(parts)}`
  return { subject: subject.slice(0, 180), text: toText(parts, links), html: toHtml(parts, links) }
}

type Part = {
  keyword: string
  first: boolean
  runs: number
  link: string
  added: ChangedKeyword[]
  removed: ChangedKeyword[]
  /** Sources with incomplete results in the last run. */
  incompleteSources: string[]
}

/** Several runs of one listener as one: what appeared and disappeared in between is left out. */
function getPart(runs: RunDetails[], publicUrl: string): Part {
  const inOrder = runs.toSorted((a, b) => a.at.localeCompare(b.at))
  const last = inOrder.at(-1)!
  const added = new Map<string, ChangedKeyword>()
  const removed = new Map<string, ChangedKeyword>()
  for (const run of inOrder) {
    for (const item of run.added) if (!removed.delete(item.text)) added.set(item.text, item)
    for (const item of run.removed) if (!added.delete(item.text)) removed.set(item.text, item)
  }
  return {
    keyword: last.keyword,
    first: inOrder[0]!.first,
    runs: inOrder.length,
    link: `${publicUrl}/app/listeners/${last.listenerId}`,
    added: [...added.values()].sort(byKind),
    removed: [...removed.values()].sort(byKind),
    incompleteSources: last.sourceErrors.map(({ source }) => getLabel(source)),
  }
}

/** Questions first: most people track a topic for them. */
const byKind = (a: ChangedKeyword, b: ChangedKeyword) =>
  Number(b.type === 'question') - Number(a.type === 'question') || a.text.localeCompare(b.text)

export function formatCounts(added: number, removed: number): string {
  const parts = [
    added > 0 ? `${added.toLocaleString('en')} new` : '',
    removed > 0 ? `${removed.toLocaleString('en')} lost` : '',
  ].filter(Boolean)
  return parts.join(', ') || 'no lasting changes'
}

function getNames(parts: Part[]) {
  const names = parts.slice(0, 3).map(({ keyword }) => keyword)
  return names.join(', ') + (parts.length > 3 ? ', …' : '')
}

const getIntro = ({ first, runs, added, removed }: Part) =>
  first
    ? `First ${runs === 1 ? 'run' : `${runs} runs`}: ${added.length.toLocaleString('en')} keywords. Future emails show only changes.`
    : `${runs === 1 ? '' : `${runs} runs: `}${formatCounts(added.length, removed.length)}.`.replace(/^./, (letter) =>
        letter.toUpperCase(),
      )

const getIncompleteNote = ({ incompleteSources }: Part) =>
  incompleteSources.length === 0
    ? ''
    : `Incomplete results from ${incompleteSources.join(', ')}. None of their keywords count as lost.`

function toText(parts: Part[], { unsubscribe }: { unsubscribe: string }): string {
  const blocks = parts.map((part) =>
    [
      part.keyword,
      '='.repeat(Math.min(72, [...part.keyword].length)),
      getIntro(part),
      ...toLines('New', part.added, '+'),
      ...toLines('Lost (no longer suggested)', part.removed, '-'),
      ...(part.incompleteSources.length > 0 ? ['', getIncompleteNote(part)] : []),
      '',
      part.link,
    ].join('\n'),
  )
  return `${blocks.join('\n\n\n')}\n\n\n--\n${whySent}\nUnsubscribe: ${unsubscribe}\n`
}

function toLines(title: string, items: ChangedKeyword[], sign: string): string[] {
  if (items.length === 0) return []
  const lines = items.slice(0, maxShown).map((item) => `  ${sign} ${item.text} (${getLabels(item)})`)
  const more = items.length > maxShown ? [`    and ${(items.length - maxShown).toLocaleString('en')} more`] : []
  return ['', title, ...lines, ...more]
}

const whySent =
  'You get this email, up to once a day, because a listener in Earshot lists your email address as a recipient.'

/** Preview text shown next to the subject in an inbox: the first keywords. */
function getPreview(parts: Part[]): string {
  const named = (label: string, items: ChangedKeyword[]) =>
    items.length > 0
      ? `${label}: ${items
          .slice(0, 3)
          .map(({ text }) => text)
          .join(', ')}`
      : ''
  return [
    named(
      'New',
      parts.flatMap(({ added }) => added),
    ),
    named(
      'Lost',
      parts.flatMap(({ removed }) => removed),
    ),
  ]
    .filter(Boolean)
    .join('. ')
    .slice(0, 200)
}

const ink = '#1c1b22'
const quiet = '#6b6a70'

function toHtml(parts: Part[], { unsubscribe }: { unsubscribe: string }): string {
  const blocks = parts.map(
    (part) => `
<h2 style="font:500 22px/1.25 Georgia,serif;margin:32px 0 4px;color:${ink}"><a href="${escapeHtml(part.link)}" style="color:${ink};text-decoration:none">${escapeHtml(part.keyword)}</a></h2>
<p style="margin:0 0 12px;color:${quiet}">${escapeHtml(getIntro(part))}</p>
${toList('New', part.added)}${toList('Lost (no longer suggested)', part.removed)}${part.incompleteSources.length > 0 ? `<p style="margin:12px 0;color:${quiet};font-size:13px">${escapeHtml(getIncompleteNote(part))}</p>` : ''}
<p style="margin:12px 0"><a href="${escapeHtml(part.link)}" style="color:#992f01">View all</a></p>`,
  )
  return `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7">
<div style="max-width:560px;margin:0 auto;font:15px/1.5 system-ui,sans-serif;color:${ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(getPreview(parts))}</div>${blocks.join('')}
<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #e4e2dc;font-size:13px;color:${quiet}">${whySent} <a href="${escapeHtml(unsubscribe)}" style="color:${quiet}">Unsubscribe</a></p>
</div></body></html>
`
}

function toList(title: string, items: ChangedKeyword[]): string {
  if (items.length === 0) return ''
  const lines = items
    .slice(0, maxShown)
    .map(
      (item) =>
        `<li style="padding:5px 0;border-top:1px solid #e4e2dc">${escapeHtml(item.text)} <span style="color:${quiet};font-size:13px">${escapeHtml(getLabels(item))}</span></li>`,
    )
    .join('')
  const more =
    items.length > maxShown
      ? `<li style="padding:5px 0;border-top:1px solid #e4e2dc;color:${quiet}">and ${(items.length - maxShown).toLocaleString('en')} more</li>`
      : ''
  return `<h3 style="font:600 13px/1.4 system-ui,sans-serif;margin:16px 0 6px">${title}</h3><ul style="list-style:none;margin:0;padding:0">${lines}${more}</ul>`
}

const getLabel = (source: string) =>
  source in sourceLabels ? sourceLabels[source as keyof typeof sourceLabels] : source

const getLabels = ({ sources }: ChangedKeyword) => sources.map(getLabel).join(', ')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
