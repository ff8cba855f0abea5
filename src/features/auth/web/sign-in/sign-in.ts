import { data, redirect } from 'react-router'
import { sampleQuestions } from '#features/reports/web/demo/sample-questions.ts'
import { sampleTopic } from '#features/reports/web/demo/static-sample.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { isSecure, safeRedirect, sessionCookie } from '#web/session/session.ts'
import type { SignInExample } from './credentials-form.tsx'

type Context = Parameters<typeof isSecure>[0]

/** Sets the session cookie and redirects to `to`, if it is a safe path. */
export function redirectSignedIn(context: Context, token: string, to: FormDataEntryValue | string | null) {
  return redirect(safeRedirect(to), {
    status: 303,
    headers: { 'Set-Cookie': sessionCookie(token, { secure: isSecure(context) }) },
  })
}

/** Values a form shows again after an error: never a password. */
export type FormValues = Partial<Record<'email' | 'first_name', string>>

/** An error for the form, with the API's status and the values typed. */
export function toFormError(error: unknown, { email, first_name }: FormValues) {
  if (!(error instanceof AppError)) throw error
  const body: { error: ErrorBody; values: FormValues } = { error: error.toBody(), values: { email, first_name } }
  const wait = error.options.retryAfterSeconds
  return data(body, { status: error.status, headers: wait ? { 'Retry-After': String(wait) } : undefined })
}

/** Text fields of a posted form. */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const form = await request.formData()
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Record<Name, string>
}

/** The wheel beside the form, one group of it lit. */
export const getSignInExample = (lit: string): SignInExample => ({ topic: sampleTopic, rows: sampleQuestions, lit })
