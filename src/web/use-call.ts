import { useState } from 'react'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { getSentence } from './loader-calls.ts'

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
        setError(
          thrown instanceof AppError
            ? thrown.toBody()
            : { code: 'internal', message: getSentence(thrown), retryable: true },
        )
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
