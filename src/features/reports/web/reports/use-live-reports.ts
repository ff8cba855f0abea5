import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#web/calls/api.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { type Progress, type ReportHead, reportsContract } from '../../contract.ts'
import { isActive } from '../report-labels.ts'

/**
 * Report heads with live progress: polls active reports while the page is visible, and reloads the screen when one of
 * them ends.
 */
export function useLiveHeads<Head extends ReportHead>(heads: Head[]): Head[] {
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const { revalidate } = useRevalidator()
  const ids = heads.filter(isActive).map((head) => head._id)

  usePolling(
    ids.length > 0,
    async (signal) => {
      const { items = [] } = await api(reportsContract.checkstatus, { ids: ids.slice(0, 100) }, { signal })
      setProgress((old) => new Map([...old, ...items.map((item) => [item._id, item] as const)]))
      if (items.some((item) => !isActive(item))) void revalidate()
    },
    { everyMs: 1500, immediately: true, key: ids.join(' ') },
  )

  return heads.map((head) => {
    const now = isActive(head) ? progress.get(head._id) : undefined
    return now
      ? {
          ...head,
          status: now.status,
          progress: now.progress,
          stage: now.stage,
          rows: now.rows,
          found: now.found,
          sources: now.sources,
        }
      : head
  })
}
