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

/** What a look-up would take, asked whenever the form rests. Null: nothing to ask about yet. */
export function useLookupEstimate(estimateInput: EstimateInput | null) {
  const [state, setState] = useState<{ estimate: LookupEstimate | null; error: ErrorBody | null }>({
    estimate: null,
    error: null,
  })
  // The text stands for the question: an equal one is not asked about again.
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
