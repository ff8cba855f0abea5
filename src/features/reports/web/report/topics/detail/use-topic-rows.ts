import { useEffect, useState } from 'react'
import { getSentence } from '#web/calls/error-texts.ts'
import type { Row } from '../../../../contract.ts'
import { reportErrorTexts } from '../../../error-texts.ts'
import { fetchTopicPage } from '../fetch-topic-rows.ts'

/** A topic's keywords, page by page. They load again when the report's topics changed. */
export function useTopicRows(reportId: string, topicId: string, version: number) {
  const [rows, setRows] = useState<Row[] | null>(null)
  const [pages, setPages] = useState(1)
  const [error, setError] = useState<string | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or another try loads the same pages
  useEffect(() => {
    const stop = new AbortController()
    setError(null)
    Promise.all(Array.from({ length: pages }, (_, page) => fetchTopicPage(reportId, [topicId], page + 1, stop.signal)))
      .then((loaded) => setRows(loaded.flatMap(({ items }) => items)))
      .catch((thrown: unknown) => stop.signal.aborted || setError(getSentence(thrown, reportErrorTexts)))
    return () => stop.abort()
  }, [reportId, topicId, pages, tries, version])

  return { rows, error, showMore: () => setPages(pages + 1), retry: () => setTries(tries + 1) }
}
