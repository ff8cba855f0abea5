import { useEffect, useState } from 'react'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { reportErrorTexts } from '#features/reports/web/error-texts.ts'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { startPolling } from '#web/calls/use-polling.ts'
import { useShowsFees } from '#web/session/use-signed-in.ts'

export type MissingPagesProps = {
  workspaceId: string
  /** The selected report. */
  reportId: string
  /** Keyword whose ranking pages are missing. */
  keyword: string
  /** The form has a field for source text. */
  takesText: boolean
  onFound: (report: ReportHead) => void
}

const pollMs = 1000

/**
 * The built-in writer quotes ranking pages. If the selected report has none, as a list of keywords, this says so before the
 * click and offers to look them up. Renders nothing if it has some.
 */
export function MissingPages({ workspaceId, reportId, keyword, takesText, onFound }: MissingPagesProps) {
  const showsFees = useShowsFees()
  const [list, setList] = useState<Pick<ReportHead, 'country' | 'language'> | null>(null)
  const [runningId, setRunningId] = useState<string | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const lookup = useCall()
  useEffect(() => {
    const stop = new AbortController()
    setList(null)
    setRunningId(null)
    setEmpty(false)
    api(reportsContract.get, { id: reportId, sections: 'overview' }, { signal: stop.signal }).then(
      ({ report }) => setList(report.sections.overview?.counts.serp ? null : report),
      // Without an answer, nothing is claimed.
      () => undefined,
    )
    return () => stop.abort()
  }, [reportId])
  const input =
    list && keyword !== ''
      ? {
          workspace_id: workspaceId,
          type: 'outline' as const,
          query: keyword,
          country: list.country,
          language: list.language,
        }
      : null
  const { estimate, error } = useDryRun(reportsContract.new, input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: polls one report until it ends.
  useEffect(() => {
    if (!runningId) return
    const stop = startPolling(
      async () => {
        const { report } = await api(reportsContract.get, { id: runningId, sections: 'overview' })
        if (!['done', 'failed', 'cancelled'].includes(report.status)) return
        stop()
        setRunningId(null)
        if (report.sections.overview?.counts.serp) return onFound(report)
        setEmpty(true)
      },
      { everyMs: pollMs, immediately: true },
    )
    return stop
  }, [runningId])
  if (!list) return null
  const start = () =>
    lookup.run(async () => {
      const { report } = await api(reportsContract.new, input!)
      setRunningId(report!._id)
    })
  return (
    <div className="mt-2 grid justify-items-start gap-1.5 text-xs" role="status">
      <p className="text-warn">This report has no ranking pages, so the built-in writer has nothing to quote.</p>
      {input && !error && (
        <Button size="s" busy={lookup.busy || runningId !== null || estimate === null} onClick={() => void start()}>
          Look up ranking pages
        </Button>
      )}
      {estimate && (
        <p className="text-ink-2">
          For “{keyword}”. Uses {plural(estimate.units, 'report')} from the plan
          {showsFees && estimate.cost_usd > 0 && ` and up to $${estimate.cost_usd.toFixed(2)} of source fees`}.
        </p>
      )}
      {error && <p className="text-ink-2">Ranking pages can’t be looked up here.</p>}
      <CallError error={lookup.error} texts={reportErrorTexts} />
      {isEmpty && <p className="text-ink-2">No ranking pages were found for “{keyword}”.</p>}
      <p className="text-ink-2">
        {keyword === '' && 'Enter a keyword to look them up. '}
        {takesText ? 'You can also paste source text or ' : 'You can also '}
        <Link href="/app/settings/models" className="link">
          choose an AI model
        </Link>
        .
      </p>
    </div>
  )
}
