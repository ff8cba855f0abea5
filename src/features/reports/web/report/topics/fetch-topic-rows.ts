import { api } from '#web/calls/api.ts'
import { type Row, reportsContract } from '../../../contract.ts'

/** Rows of one call, which is the most the server gives. */
export const rowsAPage = 100

/** One page of a topic's keywords, the most searched first. */
export async function fetchTopicPage(
  reportId: string,
  topicIds: readonly string[],
  page: number,
  signal?: AbortSignal,
): Promise<{ items: Row[]; total: number }> {
  const { items, total } = await api(
    reportsContract.rows,
    {
      _id: reportId,
      section: 'keywords',
      filters: { cluster_id: [...topicIds] },
      sort: '-volume',
      page,
      limit: rowsAPage,
    },
    { signal },
  )
  return { items: items as Row[], total }
}

/** Filter values of one call. */
const topicsACall = 100

/** All keywords of topics, or the first `most` of them. */
export async function fetchTopicRows(
  reportId: string,
  topicIds: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < topicIds.length; at += topicsACall) {
    const ids = topicIds.slice(at, at + topicsACall)
    for (let page = 1; rows.length < most; page++) {
      const { items } = await fetchTopicPage(reportId, ids, page)
      rows.push(...items)
      if (items.length < rowsAPage) break
    }
  }
  return rows.slice(0, most)
}
