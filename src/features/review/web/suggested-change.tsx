import type { SuggestionItem } from '../contract-suggestions.ts'

/** A suggested change between the words around it. Screen readers say what's removed and added. */
export function SuggestedChange({ suggestion }: { suggestion: SuggestionItem }) {
  const { prefix, before, after, suffix, state, now } = suggestion
  return (
    <>
      <p dir="auto" className="diff-text mt-1 whitespace-pre-wrap text-s [overflow-wrap:anywhere]">
        <span className="text-ink-3">{shortenStart(prefix)}</span>
        {before !== '' && (
          <del>
            <span className="sr-only">removed: </span>
            {before}
          </del>
        )}
        {after !== '' && (
          <ins>
            <span className="sr-only">added: </span>
            {after}
          </ins>
        )}
        <span className="text-ink-3">{shortenEnd(suffix)}</span>
      </p>
      {state === 'conflict' && (
        <p className="mt-1 text-ink-3 text-xs [overflow-wrap:anywhere]">
          {now === '' ? 'This passage was deleted since.' : `This passage was changed since. It’s now: “${now}”`}
        </p>
      )}
    </>
  )
}

const maxAround = 40

/** From a whole word on. */
function shortenStart(text: string) {
  const end = text.slice(-maxAround)
  return end.length < text.length ? `…${end.replace(/^\S*\s/, '')}` : end
}

function shortenEnd(text: string) {
  const start = text.slice(0, maxAround)
  return start.length < text.length ? `${start.replace(/\s\S*$/, '')}…` : start
}
