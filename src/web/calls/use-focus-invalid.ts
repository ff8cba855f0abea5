import { useEffect, useRef } from 'react'
import type { ErrorBody } from '#kit/errors.ts'

/** A ref for a form, or for what holds fields without one: after each error, focus moves to its first field marked invalid. */
export function useFocusInvalid<T extends HTMLElement = HTMLFormElement>(error: ErrorBody | null) {
  const form = useRef<T>(null)
  useEffect(() => {
    if (!error || !form.current) return
    // A field may stand outside the form and name it.
    const named = form.current instanceof HTMLFormElement ? [...form.current.elements] : []
    const elsewhere = named.find((element) => element.matches('[aria-invalid]'))
    const invalid = form.current.querySelector<HTMLElement>('[aria-invalid]') ?? (elsewhere as HTMLElement | undefined)
    invalid?.focus()
  }, [error])
  return form
}
