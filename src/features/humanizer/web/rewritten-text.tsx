import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { DiffRuns } from '#features/ai-content/web/document/diff-text.tsx'
import { diffWords } from '#features/ai-content/web/document/word-diff.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Kbd } from '#ui/kbd.tsx'
import type { Sentence } from '../contract.ts'
import type { Choice, HumanizerSession } from './use-humanizer.ts'

/** The rewritten text with changed sentences as inline diffs. Opening one shows the reasons and the choice. */
export function SentenceFlow({ session, rest }: { session: HumanizerSession; rest: string }) {
  const { work, choices } = session
  const [open, setOpen] = useState<number | null>(null)
  const flow = useRef<HTMLDivElement>(null)
  const sentences = work?.sentences ?? []
  const running = work?.status === 'running'
  const reviewable = useMemo(
    () => sentences.flatMap(({ index, kept, reasons }) => (!kept || reasons.length > 0 ? [index] : [])),
    [sentences],
  )

  const focus = (index: number) =>
    flow.current?.querySelector<HTMLElement>(`[data-sentence="${index}"]`)?.focus({ preventScroll: false })
  const step = (from: number, by: 1 | -1) => {
    const next = reviewable[reviewable.indexOf(from) + by]
    if (next !== undefined) focus(next)
    return next
  }
  const decide = (sentence: Sentence, choice: Choice) => {
    session.choose(sentence.index, choices.get(sentence.index) === choice ? null : choice)
    // Moves to the next change, for people who review one by one.
    const next = step(sentence.index, 1)
    setOpen(next === undefined || open === null ? null : next)
    if (next === undefined) focus(sentence.index)
  }
  const onKeyDown = (event: KeyboardEvent, sentence: Sentence) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const { index, kept } = sentence
    if (event.key === 'Enter' || event.key === ' ') setOpen(open === index ? null : index)
    else if (event.key === 'Escape' && open !== null) setOpen(null)
    else if (event.key === 'ArrowDown' || event.key === 'j') step(index, 1)
    else if (event.key === 'ArrowUp' || event.key === 'k') step(index, -1)
    else if (event.key === 'a' && !kept && !running) decide(sentence, 'accepted')
    else if (event.key === 'r' && !kept && !running) decide(sentence, 'refused')
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={flow}
      className="diff-text max-w-170 font-serif text-l leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      aria-busy={running}
    >
      {sentences.map((sentence) =>
        sentence.kept && sentence.reasons.length === 0 ? (
          <span key={sentence.index} className="text-ink-2">
            {sentence.original}
          </span>
        ) : (
          <Changed
            key={sentence.index}
            sentence={sentence}
            choice={choices.get(sentence.index) ?? null}
            open={open === sentence.index}
            running={running}
            onOpen={() => setOpen(open === sentence.index ? null : sentence.index)}
            onKeyDown={(event) => onKeyDown(event, sentence)}
            onChoose={(choice) => decide(sentence, choice)}
            onClose={() => {
              setOpen(null)
              focus(sentence.index)
            }}
          />
        ),
      )}
      {rest !== '' && (
        <span className="text-ink-3">
          {running && <span className="writing-caret" aria-hidden />}
          {rest}
        </span>
      )}
    </div>
  )
}

type ChangedProps = {
  sentence: Sentence
  choice: Choice | null
  open: boolean
  running: boolean
  onOpen(): void
  onKeyDown(event: KeyboardEvent): void
  onChoose(choice: Choice): void
  onClose(): void
}

function Changed({ sentence, choice, open, running, onOpen, onKeyDown, onChoose, onClose }: ChangedProps) {
  const { index, original, rewritten, kept, reasons } = sentence
  const lead = /^\s*/.exec(original)![0]
  // Keeps trailing white space outside, so that a highlight never covers an empty line.
  const trail = /\s*$/.exec(rewritten.slice(lead.length))![0]
  const runs = useMemo(() => diffWords(original.trim(), rewritten.trim()), [original, rewritten])
  const card = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (open) card.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [open])
  return (
    <Fragment>
      {lead}
      {/* biome-ignore lint/a11y/useSemanticElements: a button cannot flow over lines as words of a text do. */}
      <span
        role="button"
        tabIndex={0}
        data-sentence={index}
        data-choice={choice ?? (kept ? 'kept' : 'proposed')}
        aria-expanded={open}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        className={cx(
          'cursor-pointer rounded-xs box-decoration-clone hover:bg-well',
          open && 'bg-well',
          kept && 'underline decoration-mark decoration-dotted underline-offset-4',
          choice === 'refused' && 'text-ink-2',
        )}
      >
        {kept || choice === 'refused' ? (
          original.trim()
        ) : choice === 'accepted' ? (
          <span className="underline decoration-2 decoration-good/60 underline-offset-4">{rewritten.trim()}</span>
        ) : (
          <DiffRuns runs={runs} />
        )}
        <span className="sr-only">
          {kept
            ? ' (not changed; select for the reason)'
            : choice === 'accepted'
              ? ' (accepted)'
              : choice === 'refused'
                ? ' (rejected; original kept)'
                : ' (changed; select for the reasons)'}
        </span>
      </span>
      {/* A card breaks the line itself: white space would stand out at the beginning of the next. */}
      {open && !trail.includes('\n') && trail}
      {open && (
        <span
          ref={card}
          className="my-2.5 block scroll-my-24 rounded-l border border-line-2 bg-panel font-sans text-ink text-s leading-normal whitespace-normal"
        >
          <span className="block px-3.5 pt-3 pb-2.5">
            {kept ? (
              reasons.map((reason) => (
                <span key={reason} className="block">
                  {reason}
                </span>
              ))
            ) : (
              <>
                <span className="block text-ink-3 text-xs">Why</span>
                {reasons.map((reason) => (
                  <span key={reason} className="block">
                    {reason}
                  </span>
                ))}
              </>
            )}
          </span>
          <span className="flex flex-wrap gap-1.5 border-line border-t px-2.5 py-2">
            {!kept && (
              <>
                <Button
                  size="s"
                  variant={choice === 'accepted' ? 'outline' : 'solid'}
                  aria-pressed={choice === 'accepted'}
                  disabled={running}
                  onClick={() => onChoose('accepted')}
                >
                  {choice === 'accepted' ? 'Accepted' : 'Accept'}{' '}
                  <Kbd keys="a" className={keyClass(choice !== 'accepted')} />
                </Button>
                <Button
                  size="s"
                  aria-pressed={choice === 'refused'}
                  disabled={running}
                  onClick={() => onChoose('refused')}
                >
                  {choice === 'refused' ? 'Rejected' : 'Reject'} <Kbd keys="r" className="max-sm:hidden" />
                </Button>
              </>
            )}
            <Button size="s" variant="quiet" className="ml-auto" onClick={onClose}>
              Close
            </Button>
          </span>
        </span>
      )}
      {open ? trail.includes('\n') && trail.replace(/^[^\n]*\n/, '') : trail}
    </Fragment>
  )
}

const keyClass = (solid: boolean) => cx('max-sm:hidden', solid && '[&_span]:border-paper/40 [&_span]:text-paper/80')
