import { getTargetWords } from '#features/ai-content/rules/templates/templates.ts'
import { maxTextLength } from '#features/humanizer/contract.ts'
import type { BatchItemInput, ChainStep } from '../contract.ts'

/**
 * Tokens of one text, by step: a fixed part and one that grows with its words. Measured on prompts of Earshot; see
 * `bench/batch-lengths.ts`.
 */
export type Lengths = { input: { base: number; aWord: number }; output: { base: number; aWord: number } }

export const measuredLengths: Record<ChainStep, Lengths> = {
  outline: { input: { base: 1500, aWord: 0 }, output: { base: 220, aWord: 0 } },
  brief: { input: { base: 4500, aWord: 0 }, output: { base: 900, aWord: 0 } },
  article: { input: { base: 1200, aWord: 7 }, output: { base: 50, aWord: 1.5 } },
  humanize: { input: { base: 900, aWord: 4 }, output: { base: 50, aWord: 1.6 } },
}

/** What texts of a workspace took with a model: averages over at least three. */
export type UsualTokens = { documents: number; input: number; output: number }

export type EstimateInput = {
  items: BatchItemInput[]
  chain: ChainStep[]
  usual: Map<string, UsualTokens>
}

const charactersAWord = 6.5

export const getItemWords = (item: BatchItemInput) =>
  getTargetWords({
    template: item.template,
    briefing: { words: item.words ?? null } as Parameters<typeof getTargetWords>[0]['briefing'],
  })

/** Texts of up to 20,000 characters that humanizing an item takes. */
export const getHumanizedTexts = (item: BatchItemInput) =>
  Math.max(1, Math.ceil((getItemWords(item) * charactersAWord) / maxTextLength))

export function estimateTokens({ items, chain, usual }: EstimateInput) {
  const sums = { input: 0, output: 0, documents: 0 }
  for (const item of items) {
    const words = getItemWords(item)
    for (const step of chain) {
      const known = usual.get(step === 'article' ? item.template : step)
      const { input, output } = measuredLengths[step]
      sums.input += known ? known.input : input.base + input.aWord * words
      sums.output += known ? known.output : output.base + output.aWord * words
    }
  }
  for (const { documents } of usual.values()) sums.documents += documents
  return { input: Math.round(sums.input), output: Math.round(sums.output), documents: sums.documents }
}
