import { useEffect, useState } from 'react'
import { Link } from '#ui/link.tsx'
import { RetryNote } from '#ui/retry-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { type Finding, reportsContract } from '../../../contract.ts'
import { reportErrorTexts } from '../../error-texts.ts'
import { toFilteredHref } from '../keywords/filters/link-filter.ts'
import { getFindingText, hasSum } from './finding-texts.ts'

export type FindingsListProps = {
  reportId: string
  /** Changes with the report's rows. */
  revision: string
  /** Why the sums of searches can be too high. */
  sumNote: string
}

/** The report's findings, each a sentence that links to its keywords. */
export function FindingsList({ reportId, revision, sumNote }: FindingsListProps) {
  const [findings, setFindings] = useState<Finding[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows and another try ask again
  useEffect(() => {
    const stop = new AbortController()
    setError(null)
    api(reportsContract.findings, { _id: reportId }, { signal: stop.signal }).then(
      ({ items }) => setFindings(items),
      (reason: unknown) => stop.signal.aborted || setError(getSentence(reason, reportErrorTexts)),
    )
    return () => stop.abort()
  }, [reportId, revision, tries])
  if (findings?.length === 0) return null
  return (
    <section className="mb-9" aria-busy={!findings && !error}>
      <h2 className="subheading mb-2.5">Findings</h2>
      {error && <RetryNote onRetry={() => setTries((old) => old + 1)}>{error}</RetryNote>}
      {!findings && !error && (
        <div className="grid min-h-24 content-start gap-5 pt-2">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
          <Skeleton className="w-3/5" />
        </div>
      )}
      <ul className="max-w-200 border-line border-t">
        {findings?.map((finding) => (
          <FindingItem key={finding.kind} finding={finding} />
        ))}
      </ul>
      {sumNote && findings?.some(hasSum) && <p className="pt-2 text-ink-3 text-xs">{sumNote}</p>}
    </section>
  )
}

function FindingItem({ finding }: { finding: Finding }) {
  const { link, rest, note } = getFindingText(finding)
  const [example] = finding.examples
  const href =
    finding.kind === 'unanswered' && example
      ? toFilteredHref({ types: ['question'], include: [example.text] })
      : toFilteredHref(finding.filter, '-volume')
  return (
    <li className="border-line border-b py-2.5 text-m leading-snug">
      {link && (
        <Link href={href} className="link font-[550]">
          {link}
        </Link>
      )}
      {rest}
      {note && <span className="block pt-0.5 text-ink-3 text-xs">{note}</span>}
    </li>
  )
}
