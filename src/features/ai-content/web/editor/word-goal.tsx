import { useEffect, useRef, useState } from 'react'
import { formatCount, plural } from '#ui/format/format.ts'
import { reachedQuarter } from './word-goal-steps.ts'

/** The number of words, and how much of the requested length they are. */
export function WordGoal({ words, goal }: { words: number; goal: number | null }) {
  if (goal === null) return <span className="whitespace-nowrap">{plural(words, 'word')}</span>
  const share = Math.min(1, words / goal)
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <span>
        {formatCount(words)} of {plural(goal, 'word')}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn alike in every browser */}
      <span
        role="meter"
        aria-label="Word goal"
        aria-valuenow={Math.round(100 * share)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${formatCount(words)} of ${plural(goal, 'word')}`}
        className="h-[3px] w-14 overflow-hidden rounded-xs bg-line-2 max-lg:hidden"
      >
        <span
          className={`block h-full rounded-xs transition-[width] duration-300 ${share === 1 ? 'bg-good' : 'bg-accent'}`}
          style={{ width: `${100 * share}%` }}
        />
      </span>
      <Announcement words={words} goal={goal} />
    </span>
  )
}

/** Says each quarter of the goal once, so that screen readers don't hear every word counted. */
function Announcement({ words, goal }: { words: number; goal: number }) {
  const [said, setSaid] = useState('')
  const last = useRef(Math.floor((4 * words) / goal))
  useEffect(() => {
    const sentence = reachedQuarter(last.current, words, goal)
    last.current = Math.max(0, Math.floor((4 * words) / goal))
    if (sentence) setSaid(sentence)
  }, [words, goal])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
