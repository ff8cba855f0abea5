import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ScorePart } from '../contract.ts'
import type { LiveScore } from './use-score.ts'

/** What a missing word, question or heading becomes when it is taken into the text. */
export type Missing = { part: ScorePart['id']; text: string }

export type ScorePanelProps = {
  live: LiveScore
  /** Null where the text cannot be changed. */
  onTake: ((missing: Missing) => void) | null
}

const lead: Partial<Record<ScorePart['id'], string>> = {
  terms: 'Would help most:',
  questions: 'Open:',
  headings: 'Several pages treat:',
}
const shown = 5

/** The score with its parts: what each counted, and what would raise it. */
export function ScorePanel({ live, onTake }: ScorePanelProps) {
  const { score, target, first, error } = live
  if (error)
    return (
      <section aria-labelledby="score">
        <h2 id="score" className="subheading mb-1">
          Score
        </h2>
        <p className="mb-2 text-ink-2">{error.message}</p>
        <Button size="s" onClick={live.retry}>
          Try again
        </Button>
      </section>
    )
  if (!score || !target)
    return (
      <section aria-label="Score" aria-busy="true">
        <Skeleton className="mb-4 h-11 w-16" />
        <Skeleton className="h-40 w-full" />
      </section>
    )
  const { ranking } = target
  const beside = [
    first !== null && first !== score.total ? `was ${first}` : null,
    ranking ? `pages that rank: ${ranking.low} to ${ranking.high}` : null,
  ].filter((part) => part !== null)
  return (
    <section aria-labelledby="score">
      <h2 id="score" className="sr-only">
        Score
      </h2>
      <p className="mb-3 flex items-baseline gap-2.5">
        <span className="font-serif text-[44px] leading-none" aria-live="polite" aria-atomic>
          <span className="sr-only">Score </span>
          {score.total}
        </span>
        <span className="text-ink-2 text-s">{beside.length > 0 ? beside.join(' · ') : 'of 100'}</span>
      </p>
      <ul>
        {score.parts.map((part) => (
          <Part key={part.id} part={part} onTake={onTake} />
        ))}
      </ul>
      {target.pages.length === 0 && (
        <p className="border-line border-t pt-2.5 text-ink-3 text-xs">
          Without a report there are no pages to compare with: most parts stay open.
        </p>
      )}
    </section>
  )
}

function Part({ part, onTake }: { part: ScorePart; onTake: ScorePanelProps['onTake'] }) {
  const { value } = part
  const weak = value !== null && value < 40
  return (
    <li className="border-line border-t py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <span id={`part-${part.id}`}>{part.label}</span>
        <span className="text-right font-[600] tabular-nums">{part.figure}</span>
      </p>
      {value !== null && (
        // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn alike in every browser
        <div
          role="meter"
          aria-labelledby={`part-${part.id}`}
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={100}
          className="my-1.5 h-[3px] overflow-hidden rounded-xs bg-line"
        >
          <div
            className={cx('h-full rounded-xs transition-[width] duration-300', weak ? 'bg-accent' : 'bg-ink-2')}
            style={{ width: `${value}%` }}
          />
        </div>
      )}
      {part.missing.length > 0 ? (
        <p className="text-ink-2 text-xs leading-relaxed" title={part.note}>
          {lead[part.id]}{' '}
          {part.missing.slice(0, shown).map((text, at) => (
            <span key={text}>
              {at > 0 && ', '}
              {onTake ? (
                <button
                  type="button"
                  onClick={() => onTake({ part: part.id, text })}
                  title={
                    part.id === 'terms'
                      ? 'Put in where the cursor stands'
                      : 'Put in as a heading where the cursor stands'
                  }
                  className="border-accent border-b text-left hover:bg-accent-wash"
                >
                  {text}
                </button>
              ) : (
                <span>{text}</span>
              )}
            </span>
          ))}
        </p>
      ) : (
        <p className="text-ink-3 text-xs">{part.note}</p>
      )}
    </li>
  )
}
