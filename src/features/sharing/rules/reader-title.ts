import type { ReportHead } from '#features/reports/contract.ts'

/** Ends of the names of files that can be imported. */
const fileEnd = /\.(?:csv|tsv|txt|xlsx|zip)$/i

/**
 * What a report is called for its readers: the title chosen for them, or the name someone gave the report, or its query. A report
 * of an imported file has the file's name as its query, which says nothing to a client.
 */
export function getReaderTitle(
  { title, query, sources }: Pick<ReportHead, 'title' | 'query' | 'sources'>,
  chosen: string | null,
): string {
  if (chosen || title) return (chosen || title)!
  const name = query.replace(fileEnd, '').replaceAll('_', ' ').trim()
  return name !== '' && fileEnd.test(query) && sources.some(({ id }) => id === 'imported')
    ? `Keywords of ${name}`
    : query
}
