import { statusLabels } from '#features/ai-content/web/content-labels.ts'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { DraftItem } from '../../contract.ts'

export function Drafts({ drafts, total }: { drafts: DraftItem[]; total: number }) {
  if (drafts.length === 0) return null
  return (
    <section className="min-w-0" aria-labelledby="home-drafts">
      <div className="mb-2 flex items-baseline gap-2.5">
        <h2 id="home-drafts" className="heading">
          Drafts to finish
        </h2>
        <span className="text-ink-3">{formatCount(total)}</span>
        <Link href="/app/content" className="link ml-auto text-ink-2 text-s">
          All content
        </Link>
      </div>
      <ul aria-label="Drafts to finish">
        {drafts.map((draft) => (
          <DraftLine key={draft._id} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

const marks: Record<DraftItem['status'], string> = {
  draft: 'border-mark',
  writing: 'border-accent bg-accent',
  partial: 'border-warn bg-warn',
  done: 'border-ink-3 bg-ink-3',
  failed: 'border-bad bg-bad',
}

function DraftLine({ draft }: { draft: DraftItem }) {
  const { status, words, score } = draft
  const label = status === 'draft' && words > 0 ? 'Draft' : status === 'done' ? 'Written' : statusLabels[status]
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-2 hover:bg-well/60 sm:grid-cols-[minmax(0,1fr)_120px_150px]">
      <div className="min-w-0">
        <Link
          href={draft.link}
          className="block font-serif text-l leading-snug no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
        >
          {draft.title || 'Untitled'}
        </Link>
        <p className="text-ink-2 text-xs">
          {plural(words, 'word')}
          {draft.by && ` · ${draft.by}`}
        </p>
      </div>
      <ScoreMark score={score} />
      <p className="max-sm:col-span-2">
        <span className="flex items-center gap-2">
          <span className={cx('size-2 shrink-0 rounded-full border-[1.5px]', marks[status])} aria-hidden />
          {label}
        </span>
        <span className="block text-ink-2 text-xs">
          Edited <DateTime at={draft.updated_at} brief />
        </span>
      </p>
    </li>
  )
}

/** A content score from 0 to 100, as a number and as a point on a line. */
function ScoreMark({ score }: { score: number | null }) {
  if (score === null)
    return (
      <span className="text-ink-3 max-sm:text-right" title="Not scored yet">
        –<span className="sr-only"> not scored yet</span>
      </span>
    )
  return (
    <span className="flex items-center gap-2.5" title={`Content score ${Math.round(score)} of 100`}>
      <span className="w-6 text-right font-[550] text-m tabular-nums">
        <span className="sr-only">Content score </span>
        {Math.round(score)}
      </span>
      <span className="relative h-px w-20 bg-line-2 max-sm:hidden" aria-hidden>
        <span
          className="absolute -top-[3.5px] size-2 -translate-x-1/2 rounded-full bg-ink"
          style={{ left: `${Math.min(100, Math.max(0, score))}%` }}
        />
      </span>
    </span>
  )
}
