import { type ChainStep, chainSteps, type ItemStep } from '../contract.ts'

/** What's wrong with a chain, or null: each step once, in order, outline or brief, and an article to humanize. */
export function findChainProblem(chain: readonly ChainStep[]): string | null {
  if (chain.length === 0) return 'chain is empty. It needs at least one step.'
  if (new Set(chain).size < chain.length) return 'chain has a step twice.'
  if (chain.includes('outline') && chain.includes('brief')) return 'chain can have an outline or a brief, not both.'
  const inOrder = chainSteps.filter((step) => chain.includes(step))
  if (inOrder.some((step, index) => step !== chain[index]))
    return `chain is in the wrong order. Use: ${inOrder.join(', ')}.`
  if (chain.includes('humanize') && !chain.includes('article')) return 'chain needs an article to humanize.'
  return null
}

/** The step after another; a text is scored at the end. */
export function getNextStep(chain: readonly ChainStep[], step: ItemStep): ItemStep | null {
  if (step === 'score') return null
  return chain[chain.indexOf(step) + 1] ?? 'score'
}

export const isWritten = (step: ChainStep) => step !== 'humanize'

/** Credits that a chain takes from a step on: one for each text that is written, as in /stream, and those of /humanize. */
export function getUnits(chain: readonly ChainStep[], from: ItemStep, humanizedTexts: number) {
  const rest = from === 'score' ? [] : chain.slice(chain.indexOf(from))
  return {
    ai: rest.filter(isWritten).length,
    humanizer: rest.includes('humanize') ? humanizedTexts : 0,
  }
}
