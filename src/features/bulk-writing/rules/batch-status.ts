import type { BatchHead, BatchItem, ChainStep, ItemStep } from '../contract-batch.ts'

export const isOver = ({ status }: Pick<BatchHead, 'status'>) =>
  status === 'done' || status === 'failed' || status === 'cancelled'

export type StepState = 'done' | 'running' | 'failed' | 'waiting'
export type StepView = {
  step: ItemStep
  state: StepState
  /** Share of the step that is done, 0 to 1. */
  share: number
}

/** How far an item is, step by step. A step that was stopped in the middle waits with what it has. */
export function getStepViews(
  { status, step, sections, sections_done }: Pick<BatchItem, 'status' | 'step' | 'sections' | 'sections_done'>,
  chain: readonly ChainStep[],
): StepView[] {
  const steps: ItemStep[] = [...chain, 'score']
  const current = step === null ? steps.length : steps.indexOf(step)
  return steps.map((each, index): StepView => {
    if (index < current) return { step: each, state: 'done', share: 1 }
    if (index > current) return { step: each, state: 'waiting', share: 0 }
    const share = sections ? Math.min(1, sections_done / sections) : 0
    const state = status === 'running' ? 'running' : status === 'failed' ? 'failed' : 'waiting'
    return { step: each, state, share }
  })
}

type Figures = Pick<BatchHead, 'counts' | 'estimate' | 'progress' | 'spent_usd' | 'total'>

/** US dollars an item costs: what finished ones cost, else what was expected. Null if the price is unknown. */
export function getUsualCost({ counts, estimate, total }: Figures, items: readonly BatchItem[]): number | null {
  const costs = items.flatMap(({ status, cost_usd }) => (status === 'done' && cost_usd !== null ? [cost_usd] : []))
  if (costs.length > 0 && counts.done > 0) return costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  return estimate.cost_usd === null || total === 0 ? null : estimate.cost_usd / total
}

/** Seconds until it's done, as expected when it began. */
export const getSecondsLeft = ({ estimate, progress }: Pick<BatchHead, 'estimate' | 'progress'>) =>
  Math.max(0, Math.round(estimate.seconds * (1 - progress)))

/** Round amounts from 0 to `max`, up to seven of them with `max` itself, to mark a scale with. */
export function getTicks(max: number): number[] {
  if (!(max > 0)) return [0]
  const rough = max / 6
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.999)!
  const ticks: number[] = []
  // Leaves room for the label of the end.
  for (let n = 0; n * step < max - step * 0.75; n++) ticks.push(Number((n * step).toPrecision(12)))
  return [...ticks, max]
}
