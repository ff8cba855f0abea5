import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, InputOf } from '#kit/endpoint.ts'
import { getFieldLimits } from '#kit/field-limits.ts'
import { checkInput } from '#kit/input-issues.ts'
import { type ErrorTexts, getErrorText, withoutIndex } from './error-texts.ts'
import { useCall } from './use-call.ts'
import { useFocusInvalid } from './use-focus-invalid.ts'

export type ContractFormOptions<E extends Endpoint, Name extends string> = {
  endpoint: E
  /** Fields of the call with an input each, by their path: `personal.first_name`. */
  fields: readonly Name[]
  texts: ErrorTexts
  /**
   * The call's input. `typed` reads the input element named like the field; null where there is none. What the schema alone can't
   * tell is thrown as an AppError `invalid_input` with its field.
   */
  getInput: (typed: (field: Name) => string | null) => InputOf<E>
  /** Sends it; returns the status text, if any, once it's saved. `submitter` is the button that was pressed, if any. */
  send: (input: InputOf<E>, form: HTMLFormElement, submitter: HTMLElement | null) => Promise<ReactNode>
}

/** What a `Field` takes from a call's contract: the name of its input, whether it's required, and its limits. */
export function getFieldProps(endpoint: Endpoint, name: string) {
  const { required, ...control } = getFieldLimits(endpoint.input, name)
  return { required, control: { name, ...control } }
}

/**
 * A form for a call: which fields are required, their limits and their error texts come from the call's contract. The schema
 * is checked before anything is sent, and focus moves to the field that is wrong.
 */
export function useContractForm<E extends Endpoint<z.ZodType, z.ZodType, 'json'>, const Name extends string>({
  endpoint,
  fields,
  texts,
  getInput,
  send,
}: ContractFormOptions<E, Name>) {
  const { busy, error, run, clear } = useCall()
  const [status, setStatus] = useState<ReactNode>(null)
  const ref = useFocusInvalid(error)
  const [limits] = useState(() => new Map(fields.map((field) => [field, getFieldProps(endpoint, field)])))
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const typed = new FormData(form)
    const { submitter } = event.nativeEvent as SubmitEvent
    setStatus(null)
    await run(async () => {
      const input = getInput((field) => typed.get(field) as string | null)
      checkInput(endpoint.input, input)
      setStatus(await send(input, form, submitter))
    })
  }
  // An error about one of a list's items is about the list.
  const path = withoutIndex(error?.field)
  const shownIn = error && fields.find((name) => path === name || path.startsWith(`${name}.`))
  return {
    busy,
    error,
    status,
    clear: () => {
      clear()
      setStatus(null)
    },
    /** For the form. */
    form: { ref, onSubmit, noValidate: true },
    /** For a `Field`. `label` is named in its errors where the same field has several labels. */
    field: (name: Name, label?: string) => ({
      ...limits.get(name)!,
      error: shownIn === name ? getErrorText(error!, texts, label) : undefined,
    }),
    /** For a `CallError`: what isn't about one of the fields. */
    callError: { error: shownIn ? null : error, texts },
  }
}
