import { data, redirect } from 'react-router'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { readCookie } from '#web/session/session.ts'
import type { Comment } from '../../contract-comments.ts'
import { commentsContract } from '../../contract-comments.ts'
import { reviewErrorTexts } from '../error-texts.ts'

/** What the guest page sends and gets of comments, by plain forms. */

type Visit = { token: string; pass: string | undefined }

const asGuest = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
const pageSize = 100
const nameCookie = 'guest_name'

export const guestNameFrom = (request: Request) => (readCookie(request, nameCookie) ?? '').slice(0, 100)

/** All comments, oldest first. */
export async function loadComments(call: Call, { token, pass, documentId }: Visit & { documentId: string }) {
  const items: Comment[] = []
  for (let page = 1; ; page++) {
    const input = { document_id: documentId, pass, page, limit: pageSize }
    const found = await call(commentsContract.list, input, asGuest(token))
    items.push(...found.items)
    if (found.items.length < pageSize || items.length >= found.total) return items
  }
}

/** Fields of the comment form, as entered, with what is wrong. */
export type RefusedComment = {
  entered: { guest_name: string; quote: string; text: string; parent_id: string }
  /** About one of the fields, or about all of it. */
  field: string | null
  error: string
}

/** Saves a comment, or that a thread is resolved, and shows the page again. */
export async function saveComment(call: Call, form: FormData, { token, pass, secure }: Visit & { secure: boolean }) {
  const get = (name: string) => String(form.get(name) ?? '')
  const entered = { guest_name: get('guest_name'), quote: get('quote'), text: get('text'), parent_id: get('parent_id') }
  const { guest_name } = entered
  try {
    const { comment } = form.has('resolve')
      ? await call(
          commentsContract.resolve,
          { _id: get('resolve'), resolved: get('resolved') !== 'false', guest_name, pass },
          asGuest(token),
        )
      : await call(
          commentsContract.add,
          {
            ...{ document_id: get('comment_on'), guest_name, quote: entered.quote, text: entered.text, pass },
            ...(entered.parent_id ? { parent_id: entered.parent_id } : {}),
          },
          asGuest(token),
        )
    throw redirect(`/d/${encodeURIComponent(token)}#comment-${comment._id}`, {
      status: 303,
      headers: {
        'Set-Cookie': `${nameCookie}=${encodeURIComponent(guest_name.slice(0, 100))}; Path=/d; HttpOnly; SameSite=Lax; Max-Age=${30 * 86_400}${secure ? '; Secure' : ''}`,
      },
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused: RefusedComment = {
      entered,
      field: error.options.field ?? null,
      error: getErrorText(error.toBody(), reviewErrorTexts),
    }
    return data(refused, { status: error.status })
  }
}
