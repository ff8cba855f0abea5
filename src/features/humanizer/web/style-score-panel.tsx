import { Disclosure } from '#ui/disclosure.tsx'
import { Meter } from '#ui/meter.tsx'
import { glossaryHref } from '#web/glossary/glossary-link.ts'
import type { TextReading } from '../contract.ts'

const verdictWords: Record<TextReading['verdict'], string> = {
  human: 'similar to human texts',
  unclear: 'between human and AI texts',
  machine: 'similar to AI texts',
}

const scaleHints: Record<TextReading['scales'][number]['id'], string> = {
  wording: 'Share of texts with fewer signs of AI in their wording.',
  rhythm: 'Share of texts with fewer signs of AI in their sentence lengths.',
  structure: 'Share of texts with fewer signs of AI in lists, openings and punctuation.',
}

/** Ranks near 0 and 100 keep a decimal, because there they never end. */
const toPercent = (rank: number) => `${rank < 1 || rank > 99 ? rank.toFixed(1) : Math.round(rank)}%`

/** The style score before and after, and each signal with its counts and examples. */
export function ReadingPanel({
  before,
  after,
  refused,
}: {
  before: TextReading
  after: TextReading | null
  /** Number of rejected sentences: the score still counts them as rewritten. */
  refused: number
}) {
  const now = after ?? before
  return (
    <section aria-label="Style score" className="grid gap-4 rounded-l border border-line bg-panel p-4">
      <div>
        <h2 className="font-[550]">Style score</h2>
        <div className="mt-2 flex items-baseline gap-3">
          <span className="font-serif text-title leading-none">{Math.round(now.score)}</span>
          <span className="text-ink-2">
            of 100, {verdictWords[now.verdict]}
            {after && Math.round(before.score) !== Math.round(after.score) && (
              <span className="block text-ink-3 text-xs">{Math.round(before.score)} before</span>
            )}
          </span>
        </div>
        <Scale before={before.score} after={after?.score ?? null} threshold={before.threshold} />
        {after && refused > 0 && (
          <p className="mt-2 text-ink-2 text-xs">
            Includes all changes, even the {refused === 1 ? 'one' : refused} you rejected.
          </p>
        )}
        <p className="mt-2 text-ink-3 text-xs">
          {now.note}{' '}
          <a className="link" href={glossaryHref('styleScore')} target="_blank" rel="noopener">
            How it’s computed
          </a>
        </p>
      </div>
      {now.scales.length > 0 && (
        <>
          <h3 className="border-line border-t pt-3.5 font-[600]">Compared with 2,000 texts, half of them by AI</h3>
          <ul className="grid gap-3" aria-label="Scales">
            {now.scales.map(({ id, label, score }) => {
              const was = before.scales.find((scale) => scale.id === id)?.score ?? null
              return (
                <li key={id}>
                  <Meter
                    label={label}
                    value={score ?? 0}
                    max={100}
                    figure={
                      score === null ? (
                        'too short'
                      ) : (
                        <>
                          {was !== null && toPercent(was) !== toPercent(score) && (
                            <span className="text-ink-3">{toPercent(was)} → </span>
                          )}
                          {toPercent(score)}
                        </>
                      )
                    }
                    hint={scaleHints[id]}
                    tone="ink"
                  />
                </li>
              )
            })}
          </ul>
        </>
      )}
      {now.signals.length > 0 && (
        <>
          <h3 className="border-line border-t pt-3.5 font-[600]">Signals</h3>
          <ul className="grid gap-3.5" aria-label="Signals">
            {now.signals.map((signal) => {
              const was = before.signals.find(({ id }) => id === signal.id)
              const moved = after && was && Math.round(was.score) !== Math.round(signal.score)
              return (
                <li key={signal.id}>
                  <Meter
                    label={signal.label}
                    value={Math.round(signal.score)}
                    max={100}
                    figure={
                      moved ? (
                        <>
                          <span className="text-ink-3">{Math.round(was.score)} → </span>
                          {Math.round(signal.score)}
                        </>
                      ) : (
                        Math.round(signal.score)
                      )
                    }
                    hint={signal.note}
                    tone={signal.score >= before.threshold ? 'warn' : 'ink'}
                  />
                  {signal.examples.length > 0 && (
                    <Disclosure
                      summary={signal.examples.length === 1 ? '1 example' : `${signal.examples.length} examples`}
                    >
                      <ul className="mt-1 grid gap-1 border-line border-l pl-3 font-serif text-ink-2">
                        {signal.examples.map(({ text, start }) => (
                          <li key={start} className="[overflow-wrap:anywhere]">
                            {text}
                          </li>
                        ))}
                      </ul>
                    </Disclosure>
                  )}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}

/** Scale from 0 to 100 with the threshold and the scores before and after. */
function Scale({ before, after, threshold }: { before: number; after: number | null; threshold: number }) {
  const words =
    after === null
      ? `Style score ${Math.round(before)} of 100; ${threshold} or more is similar to AI texts`
      : `Style score from ${Math.round(before)} to ${Math.round(after)} of 100; ${threshold} or more is similar to AI texts`
  return (
    <div className="mt-3">
      <svg viewBox="0 0 200 14" className="block h-3.5 w-full" preserveAspectRatio="none" role="img" aria-label={words}>
        <line x1="0" x2="200" y1="7" y2="7" stroke="var(--line-2)" strokeWidth="1" vectorEffect="non-scaling-stroke" />
        <line
          x1={threshold * 2}
          x2={threshold * 2}
          y1="2"
          y2="12"
          stroke="var(--mark)"
          strokeWidth="1"
          strokeDasharray="2 2"
          vectorEffect="non-scaling-stroke"
        />
        {after !== null && (
          <line
            x1={before * 2}
            x2={after * 2}
            y1="7"
            y2="7"
            stroke="var(--accent)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <line
          x1={before * 2}
          x2={before * 2}
          y1="3"
          y2="11"
          stroke={after === null ? 'var(--ink)' : 'var(--mark)'}
          strokeWidth={after === null ? 3 : 2}
          vectorEffect="non-scaling-stroke"
        />
        {after !== null && (
          <line
            x1={after * 2}
            x2={after * 2}
            y1="1"
            y2="13"
            stroke="var(--accent)"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className="flex justify-between text-2xs text-ink-3" aria-hidden>
        <span>like human texts</span>
        <span>like AI texts from {threshold}</span>
      </p>
    </div>
  )
}
