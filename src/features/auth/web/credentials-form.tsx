import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'

export type CredentialsFormProps = {
  title: string
  intro?: ReactNode
  error?: ErrorBody | null
  submit: string
  children: ReactNode
  footer?: ReactNode
}

/** A form of the sign-in pages: works as plain HTML, and says what went wrong where it went wrong. */
export function CredentialsForm({ title, intro, error, submit, children, footer }: CredentialsFormProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center px-6 py-16">
      <a href="/" className="mb-10 w-fit font-serif text-xl text-ink no-underline">
        Earshot
      </a>
      <h1 className="font-serif text-title leading-tight">{title}</h1>
      {intro && <p className="mt-2 text-m text-ink-2">{intro}</p>}
      <Form method="post" className="mt-7 flex flex-col gap-4">
        {error && !error.field && <ErrorNote>{error.message}</ErrorNote>}
        {children}
        <Button type="submit" variant="solid" busy={busy} className="mt-2 h-10">
          {submit}
        </Button>
      </Form>
      {footer && <p className="mt-6 text-s text-ink-2">{footer}</p>}
    </main>
  )
}

/** The complaint about one field, if the error is about it. */
export const fieldError = (error: ErrorBody | null | undefined, field: string) =>
  error?.field === field ? error.message : undefined
