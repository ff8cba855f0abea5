import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { planReviewContract } from '../../contract-plans.ts'

const itemsPerPage = 100

type OpenInput = { token: string; pass?: string | undefined; password?: string; workspace_id?: string; page: number }

/** Opens the link of a content plan. Null: it isn't the link of a plan. @throws AppError invalid_credentials, rate_limited */
export async function openPlan(call: Call, input: OpenInput) {
  try {
    return await call(planReviewContract.open, { ...input, limit: itemsPerPage })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
    throw error
  }
}
