import { useEffect, useState } from 'react'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { reportsContract } from '../contract.ts'
import type { NewReportInput } from './new-report-draft.ts'

export type Estimate = { units: number; cost_usd: number; seconds: number }

const restMs = 350

/** A report's cost from a dry run, debounced while the draft changes. Null input: no estimate yet. */
export function useEstimate(input: NewReportInput | null) {
  const [state, setState] = useState<{ estimate: Estimate | null; error: ErrorBody | null; busy: boolean }>({
    estimate: null,
    error: null,
    busy: false,
  })
  // Compares drafts by their JSON, so that an equal draft isn't requested again.
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
