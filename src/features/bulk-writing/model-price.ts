import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { BatchPrice } from './contract.ts'

export type ChosenModel = Awaited<ReturnType<Models['chooseWithKey']>>
export type FindPrice = (chosen: ChosenModel) => BatchPrice | null

type Settings = {
  /** The installation's model: `LLM_INPUT_PRICE` and `LLM_OUTPUT_PRICE`. */
  inputPrice: number | undefined
  outputPrice: number | undefined
  /** The dated catalogue's price. */
  findKnown(provider: string, model: string): Omit<BatchPrice, 'source'> | null
}

/** What a model costs: what was set for it, else the dated catalogue. Null if unknown, which is not 0. */
export function createPriceFinder({ inputPrice, outputPrice, findKnown }: Settings): FindPrice {
  return ({ model, isOwn, price }) => {
    if (!model) return { input: 0, output: 0, cached: null, source: 'builtin', as_of: null }
    if (price) return { ...price, cached: null, source: 'workspace', as_of: null }
    if (!isOwn && inputPrice !== undefined && outputPrice !== undefined)
      return { input: inputPrice, output: outputPrice, cached: null, source: 'settings', as_of: null }
    const known = findKnown(model.provider, model.model)
    return known && { ...known, source: 'catalogue' }
  }
}
