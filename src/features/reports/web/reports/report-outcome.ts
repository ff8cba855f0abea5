import { plural } from '#ui/format/format.ts'
import type { ReportHead } from '../../contract.ts'
import { failedSources, statusLabels } from '../report-labels.ts'

export type Outcome = {
  /** `warn`: it ended, but something is missing. */
  tone: 'waiting' | 'active' | 'good' | 'warn' | 'bad' | 'neutral'
  text: string
  /** What is missing. */
  detail: string | null
  failed: ReportHead['sources']
}

/** How a report ended, in words: a report whose sources failed isn't green. */
export function getOutcome(head: Pick<ReportHead, 'status' | 'sources' | 'rows' | 'found' | 'empty'>): Outcome {
  const { status, rows, found = rows } = head
  const failed = failedSources(head)
  const names = failed.length <= 2 ? failed.map(({ label }) => label).join(' and ') : plural(failed.length, 'source')
  const missing = failed.length > 0 ? `${names} failed` : null
  switch (status) {
    case 'queued':
      return { tone: 'waiting', text: statusLabels[status], detail: null, failed: [] }
    case 'running':
    case 'partial':
      return { tone: 'active', text: statusLabels[status], detail: null, failed: [] }
    case 'failed':
      return { tone: 'bad', text: statusLabels[status], detail: missing, failed }
    case 'cancelled':
      return {
        tone: 'neutral',
        text: statusLabels[status],
        detail: found > 0 ? `${plural(found, 'keyword')} saved` : missing,
        failed,
      }
    case 'done':
      if (head.empty) return { tone: 'warn', text: 'Nothing found', detail: missing ?? 'Credit refunded', failed }
      return { tone: failed.length > 0 ? 'warn' : 'good', text: plural(found, 'keyword'), detail: missing, failed }
  }
}
