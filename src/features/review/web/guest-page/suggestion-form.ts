import { data, redirect } from 'react-router'
import { aiContentContract } from '#features/ai-content/contract.ts'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { readCookie } from '#web/session/session.ts'
import { suggestionsContract } from '../../contract-suggestions.ts'
import { reviewErrorTexts } from '../error-texts.ts'
import { loadAll } from '../load-all.ts'
import { asGuest, getNameCookie, type Visit } from './comment-form.ts'

/** What the guest page sends and gets of suggested changes, by plain forms. */

const textCookie = 'guest_text'
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Id of the text that this browser saved before. */
export function earlierTextFrom(request: Request): string | undefined {
  const id = readCookie(request, textCookie) ?? ''
  return uuid.test(id) ? id : undefined
}

const getTextCookie = (token: string, id: string | null, secure: boolean) =>
  `${textCookie}=${id ?? ''}; Path=/d/${encodeURIComponent(token)}; HttpOnly; SameSite=Lax; Max-Age=${id === null ? 0 : 30 * 86_400}${secure ? '; Secure' : ''}`

/** All undecided suggestions, oldest first. */
export const loadSuggestions = (call: Call, { token, pass, documentId }: Visit & { documentId: string }) =>
  loadAll((paging) => call(suggestionsContract.list, { document_id: documentId, pass, ...paging }, asGuest(token)))

/** The text to edit. */
export const loadText = (
  call: Call,
  { token, pass, documentId, replaces }: Visit & { documentId: string; replaces: string | undefined },
) =>
  call(suggestionsContract.text, { document_id: documentId, pass, ...(replaces ? { replaces } : {}) }, asGuest(token))

/** The form as entered, with what is wrong. */
export type RefusedText = { text: string; version: string; guest_name: string; field: string | null; error: string }

export const isRefusedText = (answer: object | undefined): answer is RefusedText =>
  answer !== undefined && 'version' in answer && 'text' in answer

/** A guest's words when the link was closed while they wrote. */
export type ClosedText = { closedText: string }
export const isClosedText = (answer: unknown): answer is ClosedText =>
  typeof answer === 'object' && answer !== null && 'closedText' in answer

/** Saves a guest's text as suggestions, and shows the page again. */
export async function saveText(
  call: Call,
  form: FormData,
  { token, pass, secure, replaces }: Visit & { secure: boolean; replaces: string | undefined },
) {
  const get = (name: string) => String(form.get(name) ?? '')
  // Browsers send line breaks of forms as CRLF.
  const text = get('content_md').replace(/\r\n?/g, '\n')
  const guest_name = get('guest_name')
  const version = get('version')
  try {
    const { suggestions } = await call(
      aiContentContract.update,
      {
        ...{ _id: get('suggest_on'), content_md: text, version: Number(version), guest_name, pass },
        ...(replaces ? { replaces } : {}),
      },
      asGuest(token),
    )
    const headers = new Headers()
    headers.append('Set-Cookie', getNameCookie(guest_name, secure))
    headers.append('Set-Cookie', getTextCookie(token, suggestions?._id ?? null, secure))
    throw redirect(`/d/${encodeURIComponent(token)}#suggestions`, { status: 303, headers })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Nothing goes to a closed link any more, and nothing that was written is lost.
    if (error.code === 'not_found' || error.code === 'forbidden')
      throw data({ closedText: text } satisfies ClosedText, { status: error.status })
    const refused: RefusedText = {
      ...{ text, version, guest_name, field: error.options.field ?? null },
      error: getErrorText(error.toBody(), reviewErrorTexts),
    }
    return data(refused, { status: error.status })
  }
}
