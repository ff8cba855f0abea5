import type { ReportHead } from '../../contract.ts'

/** The form of a new report, filled in as this one was. */
export function draftHref(head: ReportHead) {
  const params = new URLSearchParams({
    type: head.type,
    query: head.query,
    country: head.country,
    language: head.language,
    depth: String(head.depth),
  })
  for (const source of head.sources)
    if (source.state !== 'skipped' || source.reason === 'budget') params.append('sources', source.id)
  if (typeof head.max_cost_usd === 'number') params.set('max_cost_usd', String(head.max_cost_usd))
  return `/app/reports/new?${params}`
}
