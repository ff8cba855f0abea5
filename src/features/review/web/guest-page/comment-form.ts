import { data, redirect } from 'react-router'
import { briefContract } from '#features/ai-content/contract-brief.ts'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { readCookie } from '#web/session/session.ts'
import { commentsContract } from '../../contract-comments.ts'
import { planReviewContract } from '../../contract-plans.ts'
import { reviewStateContract } from '../../contract-state.ts'
import { reviewErrorTexts } from '../error-texts.ts'
import { loadAll } from '../load-all.ts'

/** What the guest page sends and gets of comments, by plain forms. */

export type Visit = { token: string; pass: string | undefined }

export const asGuest = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
const nameCookie = 'guest_name'

export const guestNameFrom = (request: Request) => (readCookie(request, nameCookie) ?? '').slice(0, 100)

export const getNameCookie = (name: string, secure: boolean) =>
  `${nameCookie}=${encodeURIComponent(name.slice(0, 100))}; Path=/d; HttpOnly; SameSite=Lax; Max-Age=${30 * 86_400}${secure ? '; Secure' : ''}`

/** Whether the document is in review or approved. */
export async function loadReview(call: Call, { token, pass, documentId }: Visit & { documentId: string }) {
  return (await call(reviewStateContract.get, { _id: documentId, pass }, asGuest(token))).item.review
}

/** What the link shows of the brief. */
export const loadBrief = (call: Call, { token, pass, documentId }: Visit & { documentId: string }) =>
  call(briefContract.get, { _id: documentId, pass }, asGuest(token))

/** All comments on a document, oldest first. */
export const loadComments = (call: Call, { token, pass, documentId }: Visit & { documentId: string }) =>
  loadAll((paging) => call(commentsContract.list, { document_id: documentId, pass, ...paging }, asGuest(token)))

/** All comments on a plan, oldest first. */
export const loadPlanComments = (call: Call, { token, pass, planId }: Visit & { planId: string }) =>
  loadAll((paging) => call(planReviewContract.comments, { plan_id: planId, pass, ...paging }, asGuest(token)))

/** Fields of the comment form, as entered, with what is wrong. */
export type RefusedComment = {
  /** `parent_id`: of a reply; `review` for the form that approves. */
  entered: Record<'guest_name' | 'quote' | 'prefix' | 'suffix' | 'item_id' | 'text' | 'parent_id', string>
  /** About one of the fields, or about all of it. */
  field: string | null
  error: string
}

export const isRefusedComment = (answer: object | undefined): answer is RefusedComment =>
  answer !== undefined && 'entered' in answer

/** Fields that say what a form of the page is for. */
const purposes = ['comment_on', 'resolve', 'review', 'comment_on_plan', 'resolve_on_plan'] as const

/** Whether `saveComment` saves the form. */
export const isCommentForm = (form: FormData) => purposes.some((name) => form.has(name))

/** Saves a comment, that a thread is resolved or what was decided, and shows the page again. */
export async function saveComment(
  call: Call,
  form: FormData,
  { token, pass, page, secure }: Visit & { page: number; secure: boolean },
) {
  const get = (name: string) => String(form.get(name) ?? '')
  const entered = {
    ...{ guest_name: get('guest_name'), item_id: get('item_id'), text: get('text') },
    ...{ quote: get('quote'), prefix: get('prefix'), suffix: get('suffix') },
    parent_id: form.has('review') ? 'review' : get('parent_id'),
  }
  const { guest_name } = entered
  try {
    const target = await send(call, form, entered, { token, pass })
    const query = page > 1 && (form.has('comment_on_plan') || form.has('resolve_on_plan')) ? `?page=${page}` : ''
    throw redirect(`/d/${encodeURIComponent(token)}${query}#${target}`, {
      status: 303,
      headers: { 'Set-Cookie': getNameCookie(guest_name, secure) },
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

/** @returns where on the page it is shown */
async function send(call: Call, form: FormData, entered: RefusedComment['entered'], { token, pass }: Visit) {
  const get = (name: (typeof purposes)[number] | 'version') => String(form.get(name) ?? '')
  const { guest_name, quote, prefix, suffix, item_id, text, parent_id } = entered
  const guest = asGuest(token)
  if (form.has('review')) {
    const state = form.get('state') === 'approved' ? ('approved' as const) : ('changes' as const)
    const version = get('version') ? { version: Number(get('version')) } : {}
    await call(reviewStateContract.set, { _id: get('review'), state, guest_name, note: text, pass, ...version }, guest)
    return 'review'
  }
  const resolved = form.get('resolved') !== 'false'
  const input = { guest_name, text, pass, ...(parent_id ? { parent_id } : {}) }
  const { comment } = form.has('resolve')
    ? await call(commentsContract.resolve, { _id: get('resolve'), resolved, guest_name, pass }, guest)
    : form.has('resolve_on_plan')
      ? await call(
          planReviewContract.resolveComment,
          { _id: get('resolve_on_plan'), resolved, guest_name, pass },
          guest,
        )
      : form.has('comment_on_plan')
        ? await call(
            planReviewContract.addComment,
            { plan_id: get('comment_on_plan'), ...input, ...(item_id ? { item_id } : {}) },
            guest,
          )
        : await call(commentsContract.add, { document_id: get('comment_on'), quote, prefix, suffix, ...input }, guest)
  return `comment-${comment._id}`
}
