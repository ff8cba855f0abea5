import { useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '#kit/endpoint.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { researchContract } from '../contract.ts'

export type LookupEstimate = OutputOf<typeof researchContract.trends>['estimate']

type EstimateInput =
  | { kind: 'trends'; input: InputOf<typeof researchContract.trends> }
  | { kind: 'sv'; input: InputOf<typeof researchContract.volumes> }

const restMs = 350

/** A lookup's cost from a dry run, debounced while the form changes. Null: no estimate yet. */
export function useLookupEstimate(estimateInput: EstimateInput | null) {
  const [state, setState] = useState<{ estimate: LookupEstimate | null; error: ErrorBody | null }>({
    estimate: null,
    error: null,
  })
  // Compares inputs by their JSON, so that an equal one isn't requested again.
  const text = estimateInput && JSON.stringify(estimateInput)
  useEffect(() => {
    if (text === null) {
      setState({ estimate: null, error: null })
      return
    }
    const stop = new AbortController()
    const { kind, input } = JSON.parse(text) as EstimateInput
    const options = { signal: stop.signal }
    const timer = setTimeout(async () => {
      try {
        const { estimate } =
          kind === 'trends'
            ? await api(researchContract.trends, { ...input, dry_run: true }, options)
            : await api(researchContract.volumes, { ...input, dry_run: true }, options)
        setState({ estimate, error: null })
      } catch (error) {
        if (!stop.signal.aborted) setState({ estimate: null, error: error instanceof AppError ? error.toBody() : null })
      }
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return state
}
