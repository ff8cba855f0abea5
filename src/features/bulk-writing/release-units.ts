import type { Plans } from '#features/plans/service.ts'
import type { Tx } from '#platform/database/database.ts'
import type { BatchItemRow } from './store/batch-store.ts'

type Held = Pick<BatchItemRow, 'payer_id' | 'units_period' | 'ai_held' | 'humanizer_held' | 'step' | 'sections_done'>

/**
 * Refunds the credits of an item that goes no further. A text that was begun is kept and paid, as one that ends early in the editor.
 * Returns what the item's row takes off.
 */
export async function releaseUnits(tx: Tx, plans: Plans, item: Held) {
  const isText = item.step === 'outline' || item.step === 'brief' || item.step === 'article'
  const aiUsed = isText && item.sections_done > 0 ? Math.min(1, item.ai_held) : 0
  const aiReturned = item.ai_held - aiUsed
  const humanizerReturned = item.humanizer_held
  const payer = { userId: item.payer_id, periodStart: item.units_period }
  await plans.refund(tx, { ...payer, tool: 'ai', amount: aiReturned })
  await plans.refund(tx, { ...payer, tool: 'humanizer', amount: humanizerReturned })
  return { aiUsed, aiReturned, humanizerReturned }
}
