import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { getErrorText } from '#web/error-texts.ts'
import type { CompiledTarget } from '../content-score.ts'
import { aiContentContract, type Claim, type Score, type ScoreTarget } from '../contract.ts'
import { aiContentErrorTexts } from './error-texts.ts'

type Rules = typeof import('../content-score.ts')

export type LiveScore = {
  target: ScoreTarget | null
  score: Score | null
  /** The score when the document was opened. */
  first: number | null
  error: ErrorBody | null
  retry(): void
}

/** Rescores the text on every change. Rules and target load after the editor. */
export function useScore(id: string, markdown: string): LiveScore {
  const [target, setTarget] = useState<ScoreTarget | null>(null)
  const [score, setScore] = useState<Score | null>(null)
  const [first, setFirst] = useState<number | null>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  const [tries, setTries] = useState(0)
  const rules = useRef<{ score: Rules['scoreText']; compiled: CompiledTarget } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another question
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    Promise.all([import('../content-score.ts'), api(aiContentContract.target, { _id: id }, { signal: leaving.signal })])
      .then(([{ scoreText, compileTarget }, { target }]) => {
        rules.current = { score: scoreText, compiled: compileTarget(target) }
        setTarget(target)
      })
      .catch((thrown) => {
        if (leaving.signal.aborted) return
        setError(
          thrown instanceof AppError
            ? thrown.toBody()
            : {
                code: 'unavailable',
                reason: 'score_unavailable',
                message: 'The content score couldn’t be loaded.',
                retryable: true,
              },
        )
      })
    return () => leaving.abort()
  }, [id, tries])

  useEffect(() => {
    if (!target || !rules.current) return
    const start = performance.now()
    const next = rules.current.score(markdown, rules.current.compiled)
    // Measured by `npm run bench score`.
    performance.measure('earshot:score', { start })
    setScore(next)
    setFirst((known) => known ?? next.total)
  }, [target, markdown])

  return { target, score, first, error, retry: () => setTries((count) => count + 1) }
}

/** Milliseconds without a change before claims are checked. */
const restMs = 2000

/** Checks claims against their sources once typing has paused (debounce). */
export function useClaims(reportId: string | null, markdown: string, paused: boolean) {
  const [claims, setClaims] = useState<Claim[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    if (paused) return
    if (markdown.trim() === '') {
      setClaims([])
      return
    }
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      api(
        aiContentContract.check,
        { text: markdown, ...(reportId ? { report_id: reportId } : {}) },
        { signal: leaving.signal },
      )
        .then((answer) => {
          setClaims(answer.claims ?? [])
          setError(null)
        })
        .catch((thrown) => {
          if (!leaving.signal.aborted)
            setError(
              thrown instanceof AppError
                ? getErrorText(thrown.toBody(), aiContentErrorTexts)
                : 'Claims couldn’t be checked. They’re checked again after your next change.',
            )
        })
    }, restMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [reportId, markdown, paused])
  return { claims, error }
}
