import type { RowText } from '../table/use-rows-view.ts'

/**
 * The query of the form for a document about keywords, the first of which is its main keyword. The questions, headings and pages of a
 * whole report are about other keywords too, so it says the topic that all are in, and the keyword, for those without one.
 */
export function toWriteParams(reportId: string, rows: readonly RowText[]): URLSearchParams {
  const params = new URLSearchParams({ template: 'blog_post', report: reportId })
  const [first] = rows
  if (!first) return params
  if (first.cluster_id && rows.every(({ cluster_id }) => cluster_id === first.cluster_id))
    params.set('topic', first.cluster_id)
  params.set('title', first.text)
  params.set('keyword', first.text)
  return params
}
