import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { BatchModel } from '../contract-batch.ts'

/**
 * Whether a batch shows what its model costs. The server's model is the operator's cost, so customers see it only beside
 * a budget that was set for it.
 */
export function useShowsCost({ model, budget_usd = null }: { model: BatchModel; budget_usd?: number | null }): boolean {
  const showsFees = useShowsFees()
  return showsFees || model.own === true || budget_usd !== null
}
