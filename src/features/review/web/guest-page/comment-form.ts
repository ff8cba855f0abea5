import { data, redirect } from 'react-router'
import { briefContract } from '#features/ai-content/contract-brief.ts'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { readCookie } from '#web/session/session.ts'
import type { Comment } from '../../contract-comments.ts'
import { commentsContract } from '../../contract-comments.ts'
import { reviewStateContract } from '../../contract-state.ts'
import { reviewErrorTexts } from '../error-texts.ts'

/** What the guest page sends and gets of comments, by plain forms. */

export type Visit = { token: string; pass: string | undefined }

export const asGuest = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
const pageSize = 100
const nameCookie = 'guest_name'

export const guestNameFrom = (request: Request) => (readCookie(request, nameCookie) ?? '').slice(0, 100)

export const getNameCookie = (name: string, secure: boolean) =>
  `${nameCookie}=${encodeURIComponent(name.slice(0, 100))}; Path=/d; HttpOnly; SameSite=Lax; Max-Age=${30 * 86_400}${secure ? '; Secure' : ''}`
const rememberName = (name: string, secure: boolean) => ({ 'Set-Cookie': getNameCookie(name, secure) })

/** Whether the document is in review or approved. */
export async function loadReview(call: Call, { token, pass, documentId }: Visit & { documentId: string }) {
  return (await call(reviewStateContract.get, { _id: documentId, pass }, asGuest(token))).item.review
}

/** What the link shows of the brief. */
export const loadBrief = (call: Call, { token, pass, documentId }: Visit & { documentId: string }) =>
  call(briefContract.get, { _id: documentId, pass }, asGuest(token))

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
  /** `parent_id`: of a reply; `review` for the form that approves. */
  entered: { guest_name: string; quote: string; text: string; parent_id: string }
  /** About one of the fields, or about all of it. */
  field: string | null
  error: string
}

export const isRefusedComment = (answer: object | undefined): answer is RefusedComment =>
  answer !== undefined && 'entered' in answer

/** Saves a comment, that a thread is resolved or what was decided, and shows the page again. */
export async function saveComment(call: Call, form: FormData, { token, pass, secure }: Visit & { secure: boolean }) {
  const get = (name: string) => String(form.get(name) ?? '')
  const entered = {
    ...{ guest_name: get('guest_name'), quote: get('quote'), text: get('text') },
    parent_id: form.has('review') ? 'review' : get('parent_id'),
  }
  const { guest_name } = entered
  try {
    if (form.has('review')) {
      const state = form.get('state') === 'approved' ? ('approved' as const) : ('changes' as const)
      await call(
        reviewStateContract.set,
        {
          ...{ _id: get('review'), state, guest_name, note: entered.text, pass },
          ...(get('version') ? { version: Number(get('version')) } : {}),
        },
        asGuest(token),
      )
      throw redirect(`/d/${encodeURIComponent(token)}#review`, {
        status: 303,
        headers: rememberName(guest_name, secure),
      })
    }
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
      headers: rememberName(guest_name, secure),
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
