import { useEffect, useState } from 'react'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { reportsContract } from '../contract.ts'
import type { NewReportInput } from './new-report-draft.ts'

export type Estimate = { units: number; cost_usd: number; seconds: number }

const restMs = 350

/** What a report would take, asked of the server whenever the draft rests. Null input: nothing to ask about yet. */
export function useEstimate(input: NewReportInput | null) {
  const [state, setState] = useState<{ estimate: Estimate | null; error: ErrorBody | null; busy: boolean }>({
    estimate: null,
    error: null,
    busy: false,
  })
  // The text stands for the draft: an equal one is not asked about again.
  const text = input && JSON.stringify(input)
  useEffect(() => {
    if (text === null) {
      setState({ estimate: null, error: null, busy: false })
      return
    }
    const stop = new AbortController()
    setState((old) => ({ ...old, busy: true }))
    const timer = setTimeout(
      () =>
        api(reportsContract.new, { ...(JSON.parse(text) as NewReportInput), dry_run: true }, { signal: stop.signal })
          .then(({ estimate }) => setState({ estimate, error: null, busy: false }))
          .catch((error: unknown) => {
            if (stop.signal.aborted) return
            setState({ estimate: null, error: error instanceof AppError ? error.toBody() : null, busy: false })
          }),
      restMs + text.length / 500,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return state
}
