import { data, redirect } from 'react-router'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { isSecure, safeRedirect, sessionCookie } from '#web/session.ts'

type Context = Parameters<typeof isSecure>[0]

/** Sets the session cookie and goes where the visitor wanted to. */
export function signedIn(context: Context, token: string, to: FormDataEntryValue | string | null) {
  return redirect(safeRedirect(to), {
    status: 303,
    headers: { 'Set-Cookie': sessionCookie(token, { secure: isSecure(context) }) },
  })
}

/** A refusal for the form to show, with the status the API gave. */
export function refused(error: unknown) {
  if (!(error instanceof AppError)) throw error
  const body: { error: ErrorBody } = { error: error.toBody() }
  return data(body, { status: error.status })
}

/** Text fields of a posted form. */
export async function formFields(request: Request, names: readonly string[]): Promise<Record<string, string>> {
  const form = await request.formData()
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]))
}
