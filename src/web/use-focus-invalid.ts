import { useEffect, useRef } from 'react'
import type { ErrorBody } from '#kit/errors.ts'

/** A ref for a form: after each error, focus moves to its first field marked invalid. */
export function useFocusInvalid(error: ErrorBody | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return form
}
