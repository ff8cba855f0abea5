import { readAnswer } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import type { CallApi } from './caller.ts'
import type { Tool } from './rules/tools.ts'
import type { ToolInput } from './tool-input.ts'

type Fields = Record<string, unknown>

/**
 * The input of a call that may spend, once someone agreed: with `confirm`, or with `max_cost_usd` and a price below it. Asking for
 * the price alone (`dry_run`) needs no consent.
 * @throws AppError invalid_input, with the price in `details` where it is known
 */
export async function getAgreedInput(tool: Tool, given: ToolInput, callApi: CallApi): Promise<Fields> {
  const { input, confirmed, maxCostUsd } = given
  const limited = { ...input, ...(maxCostUsd === undefined ? {} : limitFields(tool, input, maxCostUsd)) }
  if (!tool.spends || input.dry_run === true) return limited
  const hasDryRun = 'dry_run' in getShape(tool)
  if (!confirmed && maxCostUsd === undefined) {
    const price = hasDryRun ? await getPrice(tool, limited, callApi) : null
    throw new AppError(
      'invalid_input',
      `This uses credits or money. Ask the user, then repeat the call with confirm: true${tool.costLimit ? ', or with max_cost_usd' : ''}.`,
      { field: 'confirm', reason: 'confirmation_required', ...(price ? { details: { estimate: price } } : {}) },
    )
  }
  if (maxCostUsd === undefined || tool.costLimit !== 'dry_run') return limited
  const price = await getPrice(tool, limited, callApi)
  if (typeof price.cost_usd !== 'number' || price.cost_usd > maxCostUsd)
    throw new AppError(
      'invalid_input',
      typeof price.cost_usd === 'number'
        ? `This would cost $${price.cost_usd}, more than max_cost_usd. Nothing was done.`
        : 'The price isn’t known, so max_cost_usd can’t be kept. Ask the user, then use confirm: true.',
      { field: 'max_cost_usd', reason: 'above_max_cost', details: { estimate: price } },
    )
  return limited
}

/** The call's own fields that keep to a limit. */
function limitFields({ costLimit }: Tool, input: Fields, maxCostUsd: number): Fields {
  if (costLimit === 'max_cost_usd') return { max_cost_usd: maxCostUsd }
  if (costLimit !== 'budget_usd') return {}
  const own = input.budget_usd
  return { budget_usd: typeof own === 'number' ? Math.min(own, maxCostUsd) : maxCostUsd }
}

/** What the call would cost, as its `dry_run` answers. */
async function getPrice({ endpoint }: Tool, input: Fields, callApi: CallApi): Promise<Fields> {
  const answer = await readAnswer(await callApi(endpoint, { ...input, dry_run: true }))
  return (answer.estimate ?? answer) as Fields
}

const getShape = ({ endpoint }: Tool) => (endpoint.input._zod.def as { shape?: object }).shape ?? {}
