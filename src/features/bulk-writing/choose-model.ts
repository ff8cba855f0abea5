import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { withBudget } from './budgeted-model.ts'
import type { ItemDependencies, StepContext } from './dependencies.ts'
import { BatchPaused } from './rules/work-errors.ts'

/** The model of a claimed item, kept to its batch's budget. Null for the built-in writer. @throws BatchPaused if it isn't the batch's any more */
export async function chooseItemModel(
  { db, gapMs, rooms }: Pick<ItemDependencies, 'db' | 'gapMs' | 'rooms'>,
  models: Models,
  { claim, item, signal }: StepContext,
): Promise<LanguageModel | null> {
  const { model, key } = await models.chooseWithKey(claim.workspaceId, item.options.model)
  // The price and the budget are those of another model.
  if (key !== item.model_key) throw new BatchPaused('model_changed')
  if (!model) return null
  const { price } = item
  return withBudget(model, { db, claim, step: item.step!, modelKey: key, price, gapMs, rooms, signal })
}
