import type { ChangedKeyword, RunDetails } from '#features/notifications/rules/run-changes.ts'
import { sourceLabels } from '#providers/search-data/port.ts'

/** A listener's changes as feeds: one entry per run with changes. */

export type Feed = { keyword: string; feedUrl: string; pageUrl: string; news: RunDetails[] }

const maxListed = 100

/** RSS 2.0. Source: rssboard.org/rss-specification. */
export function toRss({ keyword, feedUrl, pageUrl, news }: Feed): string {
  const items = news.map(
    (one) => `    <item>
      <title>${escapeXml(getTitle(one))}</title>
      <link>${escapeXml(`${pageUrl}?run=${one.runId}`)}</link>
      <guid isPermaLink="false">${one.runId}</guid>
      <pubDate>${new Date(one.at).toUTCString()}</pubDate>
      <description>${escapeXml(toHtml(one))}</description>
    </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeXml(`Earshot: ${keyword}`)}</title>
    <link>${escapeXml(pageUrl)}</link>
    <description>${escapeXml(getAbout(keyword))}</description>
    <atom:link href="${escapeXml(`${feedUrl}/rss`)}" rel="self" type="application/rss+xml" />
    <ttl>60</ttl>
${items.join('\n')}
  </channel>
</rss>
`
}

/** JSON Feed 1.1. Source: jsonfeed.org/version/1.1. */
export function toJsonFeed({ keyword, feedUrl, pageUrl, news }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Earshot: ${keyword}`,
    home_page_url: pageUrl,
    feed_url: `${feedUrl}/json`,
    description: getAbout(keyword),
    items: news.map((one) => ({
      id: one.runId,
      url: `${pageUrl}?run=${one.runId}`,
      title: getTitle(one),
      content_html: toHtml(one),
      date_published: one.at,
    })),
  })
}

const getAbout = (keyword: string) => `New and lost keywords around “${keyword}”.`

function getTitle({ keyword, first, added, removed }: RunDetails): string {
  if (first) return `${keyword}: first run, ${added.length} ${added.length === 1 ? 'keyword' : 'keywords'}`
  const counts = [
    added.length > 0 ? `${added.length} new` : '',
    removed.length > 0 ? `${removed.length} lost` : '',
  ].filter(Boolean)
  return `${keyword}: ${counts.join(', ')}`
}

const toHtml = ({ added, removed }: RunDetails) => toList('New', added) + toList('Lost (no longer suggested)', removed)

function toList(title: string, items: ChangedKeyword[]): string {
  if (items.length === 0) return ''
  const lines = items
    .slice(0, maxListed)
    .map(({ text, sources }) => `<li>${escapeXml(text)} (${escapeXml(sources.map(getLabel).join(', '))})</li>`)
    .join('')
  const more = items.length > maxListed ? `<p>and ${items.length - maxListed} more</p>` : ''
  return `<h3>${title}</h3><ul>${lines}</ul>${more}`
}

const getLabel = (source: string) =>
  source in sourceLabels ? sourceLabels[source as keyof typeof sourceLabels] : source

/** Escapes text for XML and drops characters XML can't hold. */
const escapeXml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 allows no others
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
