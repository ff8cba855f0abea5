import type { LoaderFunctionArgs } from 'react-router'
import { textAnswer } from '#features/cms/web/blog/blog-calls.ts'
import { xml } from '#features/cms/web/blog/escape-xml.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { statusContract } from '../contract.ts'

/** Incidents as RSS 2.0, one entry each, dated by the newest update. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { call, publicUrl } = context.get(pageContext)
  const { items } = await call(statusContract.incidents, {})
  const date = (iso: string) => new Date(iso).toUTCString()
  const entries = items.map(({ _id, title, started_at, resolved_at, updates }) => {
    const words = updates.map(({ at, message }) => `${date(at)}: ${message}`)
    return `
    <item>
      <title>${xml(resolved_at ? `${title} (resolved)` : title)}</title>
      <link>${xml(`${publicUrl}/status#i-${_id}`)}</link>
      <guid isPermaLink="false">${xml(_id)}</guid>
      <pubDate>${date(updates[0]?.at ?? started_at)}</pubDate>
      <description>${xml(words.join('\n\n'))}</description>
    </item>`
  })
  return textAnswer(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Earshot: status</title>
    <link>${xml(`${publicUrl}/status`)}</link>
    <description>Incidents and maintenance.</description>
    <atom:link href="${xml(`${publicUrl}/status/feed.xml`)}" rel="self" type="application/rss+xml"/>${entries.join('')}
  </channel>
</rss>
`,
    'application/rss+xml',
  )
}
