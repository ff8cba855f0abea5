import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#web/api.ts'
import { type Progress, type ReportHead, reportsContract } from '../contract.ts'
import { isActive } from './report-labels.ts'

const everyMs = 1500

/**
 * Report heads with live progress: polls active reports while the page is visible, and reloads the screen when one of
 * them ends.
 */
export function useLiveHeads<Head extends ReportHead>(heads: Head[]): Head[] {
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const { revalidate } = useRevalidator()
  const ids = heads
    .filter(isActive)
    .map((head) => head._id)
    .join(' ')

  useEffect(() => {
    if (ids === '') return
    const stop = new AbortController()
    const wanted = ids.split(' ').slice(0, 100)
    const ask = async () => {
      if (document.hidden) return
      try {
        const { items = [] } = await api(reportsContract.checkstatus, { ids: wanted }, { signal: stop.signal })
        setProgress((old) => new Map([...old, ...items.map((item) => [item._id, item] as const)]))
        if (items.some((item) => !isActive(item))) void revalidate()
      } catch {
        // The next poll retries.
      }
    }
    const timer = setInterval(ask, everyMs)
    void ask()
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [ids, revalidate])

  return heads.map((head) => {
    const now = isActive(head) ? progress.get(head._id) : undefined
    return now
      ? { ...head, status: now.status, progress: now.progress, stage: now.stage, rows: now.rows, sources: now.sources }
      : head
  })
}
