import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/api.ts'
import { Moment } from '#web/moment.tsx'
import { sentenceOf } from '#web/page-calls.ts'
import { countryName, languageName } from '#web/places.ts'
import { type ReportHead, reportsContract } from '../contract.ts'
import { isActive } from './report-words.ts'

export type CompareMenuProps = { head: ReportHead }

const plain = (query: string) => query.trim().toLowerCase().replace(/\s+/g, ' ')

/** Other runs of the same query, to set this one against. They are looked up when it opens. */
export function CompareMenu({ head }: CompareMenuProps) {
  const [open, setOpen] = useState(false)
  const [runs, setRuns] = useState<ReportHead[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    setRefusal(null)
    api(reportsContract.find, { workspace_id: head.workspace_id, q: head.query, limit: 50 }, { signal: stop.signal })
      .then(({ items }) =>
        setRuns(
          items.filter(
            (item) =>
              item._id !== head._id && plain(item.query) === plain(head.query) && !isActive(item) && item.rows > 0,
          ),
        ),
      )
      .catch((error: unknown) => stop.signal.aborted || setRefusal(sentenceOf(error)))
    return () => stop.abort()
  }, [open, head])
  const hrefOf = (other: ReportHead) => {
    const [a, b] = other.created_at < head.created_at ? [other, head] : [head, other]
    return `/app/reports/compare?a=${a._id}&b=${b._id}`
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label="Compare with another run"
      className="w-75"
      trigger={<Button icon={<ArrowLeftRight size={15} aria-hidden />}>Compare</Button>}
    >
      <p className="mb-1 text-ink-3 text-xs">Compare with another run of this query</p>
      {refusal ? (
        <p className="py-1 text-bad">{refusal}</p>
      ) : runs === null ? (
        <Skeleton className="my-3 w-2/3" />
      ) : runs.length === 0 ? (
        <p className="py-1 text-ink-2">There is no other run yet. Run it again in a week or so to see what is new.</p>
      ) : (
        <ul className="-mx-1.5 max-h-72 overflow-y-auto">
          {runs.map((run) => (
            <li key={run._id}>
              <Link
                href={hrefOf(run)}
                onClick={() => setOpen(false)}
                className="flex min-h-9 items-baseline justify-between gap-3 rounded-s px-1.5 py-1.5 no-underline hover:bg-well"
              >
                <span>
                  <Moment at={run.created_at} brief />
                  {(run.country !== head.country || run.language !== head.language) && (
                    <span className="block text-ink-3 text-xs">
                      {countryName(run.country)}, {languageName(run.language)}
                    </span>
                  )}
                </span>
                <span className="text-ink-3 text-xs">{formatCount(run.rows)} rows</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
