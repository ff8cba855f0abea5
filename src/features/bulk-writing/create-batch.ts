import { randomUUIDv7 } from 'node:crypto'
import type { Documents } from '#features/ai-content/service.ts'
import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { Audit } from '#features/audit/service.ts'
import type { ContentPlans } from '#features/content-plan/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { workTopic } from './batch-worker.ts'
import { type CheckedItem, checkItems, type ItemsInput } from './check-items.ts'
import type { Batch, BatchEstimate, BatchPrice } from './contract.ts'
import { inOtherBatch, type Person, priceUnknown } from './control-batch.ts'
import type { ChosenModel, FindPrice } from './model-price.ts'
import { getBatch } from './present-batch.ts'
import { getUnits } from './rules/chain.ts'
import { estimateTokens, getHumanizedTexts } from './rules/estimate.ts'
import { getCostNano, toNano, toUsd } from './rules/money.ts'
import { insertBatch, isInOtherBatch, type NewBatchItem } from './store/batch-store.ts'
import { findItemsInBatches, findSpeed, findUsualTokens } from './store/estimate-store.ts'

export type NewBatchInput = ItemsInput & {
  name?: string
  model?: string
  strength: 'light' | 'balanced' | 'strong'
  budget_usd?: number
  dry_run: boolean
}

type Dependencies = {
  db: Database
  plans: Plans
  audit: Audit
  models: Models
  documents: Documents
  contentPlans: ContentPlans
  signals: Signals
  findPrice: FindPrice
  lanes: number
}

/** What the built-in writer takes for a text. */
const builtinSeconds = 2
/** Tokens a second, where no text was written with the model yet. */
const usualSpeed = 50

export function createBatchCreation(dependencies: Dependencies) {
  const { db, plans, audit, models, signals, findPrice, lanes } = dependencies

  /** Reserves the credits of all items and queues them. @throws AppError; see checkItems, and limit_… */
  return async function createBatch(
    by: Person,
    input: NewBatchInput,
    storeResponse: StoreResponse,
  ): Promise<{ batch?: Batch; estimate: BatchEstimate }> {
    const { workspace_id: workspaceId, chain } = input
    const items = await checkItems(dependencies, input)
    if (input.budget_usd !== undefined && input.budget_usd <= 0)
      throw new AppError('invalid_input', 'budget_usd must be more than 0.', {
        field: 'budget_usd',
        reason: 'budget_too_small',
      })
    const requested = chooseRequested(input)
    const chosen = await models.chooseWithKey(workspaceId, requested)
    const price = findPrice(chosen)
    if (input.budget_usd !== undefined && !price) throw priceUnknown()
    const busy = await findItemsInBatches(
      db,
      workspaceId,
      items.flatMap(({ planItemId }) => planItemId ?? []),
    )
    if (busy[0]) throw inOtherBatch(busy[0].title)
    const estimate = await getEstimate(workspaceId, items, { chosen, price, chain })
    if (input.dry_run) return { estimate }
    const ref = { workspaceId, id: randomUUIDv7() }
    const rows = items.map((item): NewBatchItem => {
      const units = getUnits(chain, chain[0]!, getHumanizedTexts(item.input))
      return { ...item, id: randomUUIDv7(), aiUnits: units.ai, humanizerUnits: units.humanizer }
    })
    try {
      const answer = await db.transaction().execute(async (tx) => {
        const ai = await plans.reserve(tx, workspaceId, 'ai', estimate.units_by_tool.ai)
        await plans.reserve(tx, workspaceId, 'humanizer', estimate.units_by_tool.humanizer)
        const batch = {
          ...ref,
          ...{ name: input.name ?? getName(items), chain, estimate, price },
          options: { model: requested, strength: input.strength },
          ...getNames(chosen),
          modelKey: chosen.key,
          budgetNano: input.budget_usd === undefined ? null : toNano(input.budget_usd),
          createdBy: by.userId,
        }
        await insertBatch(tx, batch, rows, { userId: ai.userId, periodStart: ai.periodStart })
        await audit.record(tx, {
          ...{ actorId: by.userId, actorEmail: by.email, address: by.address },
          ...{ action: 'batch.created', subject: batch.name },
          details: { batch_id: ref.id, workspace_id: workspaceId, items: items.length, budget_usd: input.budget_usd },
        })
        const stored = { batch: await getBatch(tx, ref), estimate }
        await storeResponse(tx, stored)
        return stored
      })
      signals.publish(workTopic, 'changed')
      return answer
    } catch (error) {
      if (isInOtherBatch(error)) throw inOtherBatch()
      throw error
    }
  }

  async function getEstimate(
    workspaceId: string,
    items: CheckedItem[],
    { chosen, price, chain }: { chosen: ChosenModel; price: BatchPrice | null; chain: NewBatchInput['chain'] },
  ): Promise<BatchEstimate> {
    const inputs = items.map(({ input }) => input)
    const texts = inputs.map((item) => getUnits(chain, chain[0]!, getHumanizedTexts(item)))
    const units = { ai: sum(texts.map(({ ai }) => ai)), humanizer: sum(texts.map(({ humanizer }) => humanizer)) }
    const model = { ...getNames(chosen), own: chosen.isOwn && chosen.model !== null }
    const common = { units: units.ai + units.humanizer, units_by_tool: units, model, price }
    if (!chosen.model) {
      const seconds = Math.ceil(common.units * builtinSeconds)
      const lengths = { source: 'measured', documents: 0 } as const
      return { ...common, cost_usd: 0, input_tokens: 0, output_tokens: 0, seconds, lengths }
    }
    const [usual, speed] = await Promise.all([
      findUsualTokens(db, workspaceId, model),
      findSpeed(db, workspaceId, model),
    ])
    const tokens = estimateTokens({ items: inputs, chain, usual })
    return {
      ...common,
      cost_usd: price && toUsd(getCostNano(price, tokens)),
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      seconds: Math.ceil(tokens.output / (speed ?? usualSpeed) / Math.min(lanes, items.length)),
      lengths: { source: usual.size > 0 ? 'workspace' : 'measured', documents: tokens.documents },
    }
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const getNames = ({ model }: ChosenModel) => ({
  provider: model?.provider ?? 'builtin',
  model: model?.model ?? 'builtin',
})

const getName = (items: CheckedItem[]) => {
  const more = items.length > 1 ? ` and ${items.length - 1} more` : ''
  return `${items[0]!.title.slice(0, 120 - more.length)}${more}`
}

/** All items of a batch have one model, since budget and rate limit belong to one. */
function chooseRequested({ model, items }: NewBatchInput): string | null {
  const named = new Set([model, ...(items ?? []).map((item) => item.model)].filter((name) => name !== undefined))
  if (named.size > 1)
    throw new AppError('invalid_input', 'All items of a batch must have the same model.', {
      field: 'model',
      reason: 'several_models',
    })
  return [...named][0] ?? null
}
