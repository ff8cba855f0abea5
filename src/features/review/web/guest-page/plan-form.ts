import { data, redirect } from 'react-router'
import { sharePassCookie } from '#features/sharing/web/shared-report/share-cookie.ts'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { type PlanComment, planReviewContract } from '../../contract-plans.ts'
import { reviewErrorTexts } from '../error-texts.ts'
import { asGuest, getNameCookie, type Visit } from './comment-form.ts'

/** What the guest page of a content plan sends and gets, by plain forms. */

const pageSize = 100

/** Null: it isn't the link of a plan. */
export async function openPlan(
  call: Call,
  input: { token: string; pass?: string | undefined; workspace_id?: string; page: number },
) {
  try {
    return await call(planReviewContract.open, { ...input, limit: pageSize })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
    throw error
  }
}

/** All comments, oldest first. */
export async function loadPlanComments(call: Call, { token, pass, planId }: Visit & { planId: string }) {
  const items: PlanComment[] = []
  for (let page = 1; ; page++) {
    const input = { plan_id: planId, pass, page, limit: pageSize }
    const found = await call(planReviewContract.comments, input, asGuest(token))
    items.push(...found.items)
    if (found.items.length < pageSize || items.length >= found.total) return items
  }
}

/**
 * Opens the link of a plan by its password.
 * @returns null: it isn't the link of a plan
 * @throws a redirect; AppError invalid_credentials, rate_limited
 */
export async function unlockPlan(
  call: Call,
  { secure, ...input }: { token: string; password: string; workspace_id?: string; secure: boolean },
) {
  try {
    const { pass } = await call(planReviewContract.open, input)
    const cookie: Record<string, string> = pass
      ? { 'Set-Cookie': sharePassCookie(input.token, pass, { secure, under: 'd' }) }
      : {}
    throw redirect(`/d/${encodeURIComponent(input.token)}`, { status: 303, headers: cookie })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
    throw error
  }
}

/** Fields of the form, as entered, with what is wrong. */
export type RefusedPlanComment = {
  /** `parent_id`: of a reply. */
  planEntry: { guest_name: string; item_id: string; text: string; parent_id: string }
  /** About one of the fields, or about all of it. */
  field: string | null
  error: string
}

export const isRefusedPlanComment = (answer: object | undefined): answer is RefusedPlanComment =>
  answer !== undefined && 'planEntry' in answer

/** Saves a comment on a plan, or that a thread is resolved, and shows the page again. */
export async function savePlanComment(
  call: Call,
  form: FormData,
  { token, pass, page, secure }: Visit & { page: number; secure: boolean },
) {
  const get = (name: string) => String(form.get(name) ?? '')
  const planEntry = {
    ...{ guest_name: get('guest_name'), item_id: get('item_id'), text: get('text') },
    parent_id: get('parent_id'),
  }
  const { guest_name, item_id, text, parent_id } = planEntry
  try {
    const { comment } = form.has('resolve_on_plan')
      ? await call(
          planReviewContract.resolveComment,
          { _id: get('resolve_on_plan'), resolved: get('resolved') !== 'false', guest_name, pass },
          asGuest(token),
        )
      : await call(
          planReviewContract.addComment,
          {
            ...{ plan_id: get('comment_on_plan'), guest_name, text, pass },
            ...(item_id ? { item_id } : {}),
            ...(parent_id ? { parent_id } : {}),
          },
          asGuest(token),
        )
    const query = page > 1 ? `?page=${page}` : ''
    throw redirect(`/d/${encodeURIComponent(token)}${query}#comment-${comment._id}`, {
      status: 303,
      headers: { 'Set-Cookie': getNameCookie(guest_name, secure) },
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused: RefusedPlanComment = {
      planEntry,
      field: error.options.field ?? null,
      error: getErrorText(error.toBody(), reviewErrorTexts),
    }
    return data(refused, { status: error.status })
  }
}
