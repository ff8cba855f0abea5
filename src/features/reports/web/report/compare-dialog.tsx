import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import { type ReportHead, reportsContract } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { isActive, reportTypeLabels } from '../report-labels.ts'

export type CompareDialogProps = {
  head: ReportHead
  onClose: () => void
  /** Runs the query again, where someone may. */
  onAgain?: () => void
}

const plain = (query: string) => query.trim().toLowerCase().replace(/\s+/g, ' ')

/** Other runs of the same query, to set this one against. */
export function CompareDialog({ head, onClose, onAgain }: CompareDialogProps) {
  const [runs, setRuns] = useState<ReportHead[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(reportsContract.find, { workspace_id: head.workspace_id, q: head.query, limit: 100 }, { signal: stop.signal })
      .then(({ items }) =>
        setRuns(
          items.filter(
            (item) =>
              item._id !== head._id && plain(item.query) === plain(head.query) && !isActive(item) && item.rows > 0,
          ),
        ),
      )
      .catch((error: unknown) => stop.signal.aborted || setRefusal(getSentence(error, reportErrorTexts)))
    return () => stop.abort()
  }, [head._id, head.workspace_id, head.query])
  const getHref = (other: ReportHead) => {
    const [a, b] = other.created_at < head.created_at ? [other, head] : [head, other]
    return `/app/reports/compare?a=${a._id}&b=${b._id}`
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="s"
      title="Compare with another run"
      description={`New, lost and changed keywords for “${head.query}”.`}
    >
      {refusal ? (
        <p className="text-bad">{refusal}</p>
      ) : runs === null ? (
        <div className="grid min-h-24 content-start gap-5 pt-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      ) : runs.length === 0 ? (
        <>
          <p className="text-ink-2">
            No other runs of this query yet. Run it again in a week or so to see what changed.
          </p>
          {onAgain && (
            <Button
              className="mt-4"
              onClick={() => {
                onClose()
                onAgain()
              }}
            >
              Run again now
            </Button>
          )}
        </>
      ) : (
        <ul className="border-line border-t">
          {runs.map((run) => (
            <li key={run._id} className="border-line border-b">
              <Link
                href={getHref(run)}
                className="flex min-h-11 items-center justify-between gap-3 px-1 py-1.5 no-underline hover:bg-well"
              >
                <span>
                  <DateTime at={run.created_at} />
                  {(run.country !== head.country || run.language !== head.language || run.type !== head.type) && (
                    <span className="block text-ink-3 text-xs">
                      {reportTypeLabels[run.type]} · {countryName(run.country)}, {languageName(run.language)}
                    </span>
                  )}
                </span>
                <span className="text-ink-3 text-xs">{plural(run.found ?? run.rows, 'keyword')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
