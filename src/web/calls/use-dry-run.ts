import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, InputOf, OutputOf } from '#kit/endpoint.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { api } from './api.ts'
import { debounce } from './debounce.ts'
import { toErrorBody } from './error-texts.ts'

const restMs = 350

export type EndpointEstimate<E> = OutputOf<E> extends { estimate: infer Estimate } ? Estimate : never
type DryRun<E> = { estimate: EndpointEstimate<E> | null; error: ErrorBody | null; busy: boolean }

/**
 * What a call would cost, by its dry run, while the form changes. The last estimate stays while the next is asked for.
 * @param input null: the form isn't complete, so there is no estimate
 */
export function useDryRun<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(
  endpoint: E,
  input: InputOf<E> | null,
): DryRun<E> {
  const [state, setState] = useState<DryRun<E>>({ estimate: null, error: null, busy: input !== null })
  // Compares inputs by their JSON, so that an equal one isn't asked again.
  const text = input && JSON.stringify(input)
  useEffect(() => {
    if (text === null) return setState({ estimate: null, error: null, busy: false })
    setState((old) => ({ ...old, busy: true }))
    const load = (signal: AbortSignal) =>
      api(endpoint, { ...JSON.parse(text), dry_run: true }, { signal }).then(
        (answer) =>
          setState({ estimate: (answer as { estimate: EndpointEstimate<E> }).estimate, error: null, busy: false }),
        (thrown: unknown) => {
          if (!signal.aborted) setState({ estimate: null, error: toErrorBody(thrown), busy: false })
        },
      )
    // A long list takes longer to send and to count.
    return debounce(load, restMs + text.length / 500)
  }, [text, endpoint])
  return state
}
