import { useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { toErrorBody } from './error-texts.ts'

/** One call at a time, with whether it is under way and what it was refused with. */
export function useCall() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorBody | null>(null)
  return {
    busy,
    error,
    clear: () => setError(null),
    /** True when it went well. */
    async run(work: () => Promise<void>): Promise<boolean> {
      setBusy(true)
      setError(null)
      try {
        await work()
        return true
      } catch (thrown) {
        setError(toErrorBody(thrown))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
