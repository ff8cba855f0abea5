import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadError } from '#web/calls/load-error.tsx'
import { glossaryHref } from '#web/glossary/glossary-link.ts'
import type { ScorePart } from '../../contract.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import { TermList } from './term-list.tsx'
import type { LiveScore } from './use-score.ts'

/** A word, question or heading that would raise the score. */
export type Missing = { part: ScorePart['id']; text: string }

/** Actions for a suggestion. Selecting a suggestion never changes the text. */
export type SuggestionActions = {
  onSentence: (term: string) => void
  onHeading: (missing: Missing) => void
  /** Inserts a link to one of the workspace's posts, by its title. */
  onLink: (title: string) => void
}

export type ScorePanelProps = {
  live: LiveScore
  /** Highlights a term in the text and returns the number of matches. Null ends the highlight. */
  onFind: (term: string | null) => number
  /** Null if the text is read-only. */
  actions: SuggestionActions | null
}

const lead: Partial<Record<ScorePart['id'], string>> = {
  terms: 'Suggested terms:',
  questions: 'Unanswered questions:',
  headings: 'Topics competitors cover:',
  internal_links: 'Link to:',
}
const shown = 5

/** The content score with its parts: what each counted and what would raise it. */
export function ScorePanel({ live, onFind, actions }: ScorePanelProps) {
  const [picked, setPicked] = useState<(Missing & { found: number }) | null>(null)
  const pick = (missing: Missing | null) =>
    setPicked(missing && { ...missing, found: onFind(missing.part === 'terms' ? missing.text : null) })
  const drop = () => {
    onFind(null)
    setPicked(null)
  }
  const { score, target, terms, first, error } = live
  if (error)
    return (
      <section aria-labelledby="score">
        <h2 id="score" className="subheading mb-1">
          Content score
        </h2>
        <LoadError
          what="The content score couldn’t be loaded."
          error={error}
          texts={aiContentErrorTexts}
          onRetry={live.retry}
        />
      </section>
    )
  if (!score || !target)
    return (
      <section aria-label="Content score" aria-busy="true">
        <Skeleton className="mb-4 h-11 w-16" />
        <Skeleton className="h-40 w-full" />
      </section>
    )
  const { ranking } = target
  const beside = [
    first !== null && first !== score.total ? `was ${first}` : null,
    ranking ? `ranking pages: ${ranking.low}–${ranking.high}` : null,
  ].filter((part) => part !== null)
  return (
    <section aria-labelledby="score">
      <h2 id="score" className="sr-only">
        Content score
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
          <Part
            key={part.id}
            part={part}
            picked={picked?.part === part.id ? picked : null}
            onPick={(missing) => (missing ? pick(missing) : drop())}
            actions={actions}
          >
            {part.id === 'terms' && terms.length > 0 && (
              <TermList
                terms={terms}
                highlighted={picked?.part === 'terms' ? picked.text : null}
                onHighlight={(term) => (term === null ? drop() : pick({ part: 'terms', text: term }))}
              />
            )}
          </Part>
        ))}
      </ul>
      {target.pages.length === 0 && (
        <p className="border-line border-t pt-2.5 text-ink-3 text-xs">
          No ranking pages to compare with. They come from a report with SERP results.
        </p>
      )}
    </section>
  )
}

type PartProps = {
  part: ScorePart
  picked: (Missing & { found: number }) | null
  onPick: (missing: Missing | null) => void
  actions: SuggestionActions | null
  children: ReactNode
}

/** What the listed passages of a part are. */
const foundLead: Partial<Record<ScorePart['id'], string>> = {
  relevance: 'Passages that don’t count',
  originality: 'What no ranking page has',
}

function Part({ part, picked, onPick, actions, children }: PartProps) {
  const { value } = part
  const weak = value !== null && value < 40
  return (
    <li className="border-line border-t py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <a
          id={`part-${part.id}`}
          href={glossaryHref(part.id)}
          target="_blank"
          rel="noopener"
          title="How it’s computed"
          className="underline decoration-line-2 decoration-dotted underline-offset-4 hover:decoration-ink-3"
        >
          {part.label}
        </a>
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
              <button
                type="button"
                aria-pressed={picked?.text === text}
                onClick={() => onPick(picked?.text === text ? null : { part: part.id, text })}
                className={cx(
                  'border-accent border-b text-left hover:bg-accent-wash',
                  picked?.text === text && 'bg-accent-wash',
                )}
              >
                {text}
              </button>
            </span>
          ))}
        </p>
      ) : (
        <p className="text-ink-3 text-xs">{part.note}</p>
      )}
      {picked && <Suggestion picked={picked} actions={actions} />}
      {part.found && part.found.length > 0 && (
        <Disclosure className="mt-1" summary={foundLead[part.id]}>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-ink-2 text-xs">
            {part.found.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {children}
    </li>
  )
}

function act(picked: Missing, { onSentence, onLink, onHeading }: SuggestionActions) {
  if (picked.part === 'terms') onSentence(picked.text)
  else if (picked.part === 'internal_links') onLink(picked.text)
  else onHeading(picked)
}

/** Matches of the selected suggestion in the text, and its actions. */
function Suggestion({ picked, actions }: { picked: Missing & { found: number }; actions: SuggestionActions | null }) {
  const isTerm = picked.part === 'terms'
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs" role="status">
      {isTerm && (
        <span className="text-ink-2">
          {picked.found > 0 ? `${plural(picked.found, 'match', 'matches')} highlighted` : 'Not in the text yet'}
        </span>
      )}
      {actions && (
        <Button size="s" onClick={() => act(picked, actions)}>
          {isTerm ? 'Write sentence' : picked.part === 'internal_links' ? 'Insert link' : 'Add heading'}
        </Button>
      )}
    </div>
  )
}
