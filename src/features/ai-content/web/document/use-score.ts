import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { debounce } from '#web/calls/debounce.ts'
import { toErrorBody } from '#web/calls/error-texts.ts'
import { aiContentContract, type Claim, type Score, type ScoreTarget } from '../../contract.ts'
import type { CompiledTarget } from '../../rules/scoring/compile-target.ts'
import type { TermUse } from '../../rules/scoring/term-uses.ts'

type Rules = typeof import('../../rules/scoring/live-score.ts')

export type LiveScore = {
  target: ScoreTarget | null
  score: Score | null
  /** Every term of the target, strongest first. */
  terms: TermUse[]
  /** The score when the document was opened. */
  first: number | null
  error: ErrorBody | null
  retry(): void
}

/** Rescores the text on every change. Rules and target load after the editor. */
export function useScore(id: string, markdown: string): LiveScore {
  const [target, setTarget] = useState<ScoreTarget | null>(null)
  const [score, setScore] = useState<Score | null>(null)
  const [terms, setTerms] = useState<TermUse[]>([])
  const [first, setFirst] = useState<number | null>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  const [tries, setTries] = useState(0)
  const rules = useRef<{ read: Rules['readLiveScore']; compiled: CompiledTarget } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another question
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    Promise.all([
      import('../../rules/scoring/live-score.ts'),
      api(aiContentContract.target, { _id: id }, { signal: leaving.signal }),
    ])
      .then(([{ readLiveScore, compileTarget }, { target }]) => {
        rules.current = { read: readLiveScore, compiled: compileTarget(target) }
        setTarget(target)
      })
      .catch((thrown) => {
        if (leaving.signal.aborted) return
        setError(toErrorBody(thrown))
      })
    return () => leaving.abort()
  }, [id, tries])

  useEffect(() => {
    if (!target || !rules.current) return
    const start = performance.now()
    const { score: next, terms } = rules.current.read(markdown, rules.current.compiled)
    // Measured by `npm run bench score`.
    performance.measure('earshot:score', { start })
    setScore(next)
    setTerms(terms)
    setFirst((known) => known ?? next.total)
  }, [target, markdown])

  return { target, score, terms, first, error, retry: () => setTries((count) => count + 1) }
}

/** Milliseconds without a change before claims are checked. */
const restMs = 2000

/** Checks claims against their sources once typing has paused (debounce). */
export function useClaims(reportId: string | null, markdown: string, paused: boolean) {
  const [claims, setClaims] = useState<Claim[] | null>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  const [tries, setTries] = useState(0)
  const tried = useRef(tries)
  useEffect(() => {
    if (paused) return
    if (markdown.trim() === '') {
      setClaims([])
      return
    }
    const check = (signal: AbortSignal) =>
      api(aiContentContract.check, { text: markdown, ...(reportId ? { report_id: reportId } : {}) }, { signal })
        .then((answer) => {
          setClaims(answer.claims ?? [])
          setError(null)
        })
        .catch((thrown) => {
          if (!signal.aborted) setError(toErrorBody(thrown))
        })
    const isRetry = tried.current !== tries
    tried.current = tries
    return debounce(check, isRetry ? 0 : restMs)
  }, [reportId, markdown, paused, tries])
  return { claims, error, retry: () => setTries((count) => count + 1) }
}
