import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Strength } from '#features/humanizer/contract.ts'
import { humanizerErrorTexts } from '#features/humanizer/web/error-texts.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { joinErrorTexts } from '#web/calls/error-texts.ts'
import { languageName } from '#web/components/locales.ts'
import { countWords } from '../../rules/markdown-text.ts'
import { DiffBlocks } from '../document/diff-text.tsx'
import { diffTexts } from '../document/word-diff.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import type { PassageEdit, Proposal } from './use-passage-edit.ts'
import { WritingError } from './writing-error.tsx'

/** The proposal below the passage, with a comparison. Escape rejects, ⌘Enter accepts. */
export function ProposalCard({ passage }: { passage: PassageEdit }) {
  const { proposal, card } = passage
  return proposal ? createPortal(<Card key="card" passage={passage} proposal={proposal} />, card) : null
}

function Card({ passage, proposal }: { passage: PassageEdit; proposal: Proposal }) {
  const frame = useRef<HTMLElement>(null)
  const [how, setHow] = useState('')
  const [strength, setStrength] = useState(proposal.strength ?? 'balanced')
  const { before, after, done, error } = proposal
  const humanizes = proposal.action === 'humanize'
  const same = done && before.trim() === after.trim()
  // A translation changes every word, so a comparison isn't useful.
  const compare = proposal.action !== 'translate' && proposal.action !== 'sentence'
  const blocks = useMemo(() => (compare && done ? diffTexts(before, after) : []), [compare, done, before, after])
  useEffect(() => void frame.current?.focus({ preventScroll: true }), [])
  // The choice is brought into sight when it begins, and when it is whole if that pushed it out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `done` is when
  useEffect(() => {
    // Newer browsers return a promise here, which React would treat as a clean-up function.
    void frame.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [done])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') passage.refuse()
    else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) passage.accept()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const again = () => {
    const { action, language, term } = proposal
    void passage.ask({ action, language, term, strength, instruction: how })
    frame.current?.focus({ preventScroll: true })
  }
  return (
    // Keyboard shortcuts work anywhere inside it.
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the proposal takes the focus, so that its keys work at once.
      tabIndex={0}
      aria-label="Suggestion"
      aria-busy={!done}
      onKeyDown={onKeyDown}
      className="mb-4 scroll-my-20 animate-[ui-fade_0.14s] rounded-l border border-line-2 bg-panel text-s outline-none whitespace-normal focus-visible:border-accent"
    >
      <div className="flex items-baseline gap-2 px-4 pt-3 text-ink-3 text-xs">
        <span>{titleFor(proposal)}</span>
        {done && !error && (
          <span className="ml-auto">
            {before !== '' && `${formatCount(countWords(before))} → `}
            {formatCount(countWords(after))} words
          </span>
        )}
      </div>
      <div
        aria-live="polite"
        className="diff-text px-4 pt-1.5 pb-3 font-serif text-l leading-relaxed whitespace-pre-wrap"
      >
        {after === '' && !error && (
          <span className="text-ink-3">
            {proposal.thinking === null ? 'Waiting for the first words…' : `Thinking… ${proposal.thinking} s`}
          </span>
        )}
        {done && compare && !error ? <DiffBlocks blocks={blocks} whole /> : after}
        {!done && after !== '' && <span className="writing-caret" aria-hidden />}
      </div>
      {proposal.note && <p className="px-4 pb-3 text-ink-2">{proposal.note}</p>}
      {error && (
        <div className="px-4 pb-3">
          <WritingError
            error={error}
            texts={humanizes ? humanizeErrorTexts : aiContentErrorTexts}
            tool={humanizes ? 'humanizer' : 'ai'}
            outcome={
              !humanizes && after === '' && error.reason?.startsWith('model_') ? 'No credit was used.' : undefined
            }
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2">
        {!error && !same && (
          <Button size="s" variant="solid" disabled={!done} onClick={passage.accept}>
            Accept <Kbd keys="mod+enter" className="max-sm:hidden [&_span]:border-paper/40 [&_span]:text-paper/80" />
          </Button>
        )}
        <Button size="s" onClick={passage.refuse}>
          {done && !error && !same ? 'Reject' : 'Close'} <Kbd keys="escape" className="max-sm:hidden" />
        </Button>
        {done && (
          <form
            noValidate
            className="ml-auto flex min-w-44 flex-1 justify-end gap-1.5"
            onSubmit={(event) => {
              event.preventDefault()
              again()
            }}
          >
            {humanizes && (
              <Select
                scale="s"
                aria-label="Strength"
                className="w-28"
                value={strength}
                onChange={(event) => setStrength(event.target.value as Strength)}
                options={strengthOptions}
              />
            )}
            {!humanizes && (
              <span className="max-w-60 flex-1">
                <Input
                  scale="s"
                  aria-label="What should change?"
                  placeholder="What should change?"
                  maxLength={1000}
                  value={how}
                  onChange={(event) => setHow(event.target.value)}
                />
              </span>
            )}
            <Button size="s" type="submit">
              Try again
            </Button>
          </form>
        )}
      </div>
    </section>
  )
}

/** Humanizing a passage can also fail with the humanizer's errors. */
const humanizeErrorTexts = joinErrorTexts(humanizerErrorTexts, aiContentErrorTexts)

export const strengthOptions: { value: Strength; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'balanced', label: 'Balanced' },
  { value: 'strong', label: 'Strong' },
]

function titleFor({ action, language, term, done, error }: Proposal) {
  const now = {
    rewrite: ['Rewriting', 'Rewritten'],
    shorten: ['Shortening', 'Shortened'],
    expand: ['Expanding', 'Expanded'],
    translate: [`Translating into ${languageName(language ?? '')}`, `Translated into ${languageName(language ?? '')}`],
    humanize: ['Humanizing', 'Humanized'],
    sentence: [`Writing a sentence with “${term}”`, `Sentence with “${term}”`],
  }[action]
  return error ? 'No suggestion' : done ? now[1] : `${now[0]}…`
}
