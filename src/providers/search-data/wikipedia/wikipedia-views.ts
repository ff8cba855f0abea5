import { z } from 'zod'
import type { Trend, TrendRange } from '../port.ts'
import { mainRows } from '../readable-rows.ts'
import type { AdapterOptions } from '../suggest/suggest-source.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { wikimediaRefusal } from './wikimedia-refusal.ts'

const viewsAnswer = z.object({ items: mainRows(z.object({ timestamp: z.string(), views: z.number() })) })
const months: Record<TrendRange, number> = { '3m': 3, '12m': 12, '5y': 60 }

/**
 * Views of one article by people, from the Wikimedia pageviews API: days for three months, months for longer.
 * Null when nothing was counted. The last point is partial when its day or month (UTC) is not over.
 * Source: https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/reference/page-views.html
 */
export function createPageViews(options: AdapterOptions) {
  const client = createVendorClient({
    ...options,
    source: 'wikipedia',
    label: 'Wikipedia',
    setting: 'WIKIMEDIA_METRICS_URL',
    credentials: null,
    vendorUrl: 'https://wikimedia.org',
    limits: { concurrency: 3, spacingMs: 100, ...options.limits },
  })

  return async function views(
    title: string,
    lang: string,
    range: TrendRange,
    signal: AbortSignal,
  ): Promise<Trend | null> {
    const granularity = range === '3m' ? 'daily' : 'monthly'
    const now = new Date()
    const article = encodeURIComponent(title.replaceAll(' ', '_'))
    const span = `${granularity}/${stamp(getStart(range, now))}/${stamp(getEnd(granularity, now))}`
    const points = await client.ask({
      path: `/api/rest_v1/metrics/pageviews/per-article/${lang}.wikipedia/all-access/user/${article}/${span}`,
      signal,
      explain: (status, _body, _retryAfter, text) => wikimediaRefusal(status, text),
      // Nothing was counted.
      answerTo: (status) => (status === 404 ? { answer: [] } : null),
      read: (body) => viewsAnswer.parse(body).items.map((item) => getPoint(item, granularity, now)),
    })
    return points.length > 0 ? { provider: 'wikipedia_pageviews', scale: 'absolute', about: title, points } : null
  }
}

type Granularity = 'daily' | 'monthly'

/** Whole months, the one under way counted as one. */
function getStart(range: TrendRange, now: Date) {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months[range] + (range === '3m' ? 0 : 1), 1))
}

const getEnd = (granularity: Granularity, now: Date) =>
  granularity === 'daily' ? now : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0))

const stamp = (date: Date) => `${date.toISOString().slice(0, 10).replaceAll('-', '')}00`

function getPoint({ timestamp, views }: { timestamp: string; views: number }, granularity: Granularity, now: Date) {
  const t = `${timestamp.slice(0, 4)}-${timestamp.slice(4, 6)}-${timestamp.slice(6, 8)}`
  const length = granularity === 'daily' ? 10 : 7
  return { t, v: views, partial: t.slice(0, length) === now.toISOString().slice(0, length) }
}
