import type { AnswerEstimate, AnswerFrequency, EngineId } from '../contract.ts'
import { getDetectableChange, getPower, getRunsNeeded } from './statistics/power.ts'

export type EnginePrice = { engine: EngineId; model: string; usualUsd: number; maxUsd: number; skipped: boolean }
type Plan = { prompts: number; runs: number; frequency: AnswerFrequency; engines: readonly EnginePrice[] }

/** Ten percentage points: the change whose power is shown. */
const change = 0.1
const periodsAMonth: Record<AnswerFrequency, number> = { daily: 31, weekly: 5, monthly: 1 }

/** What a period costs, and how small a change two of them can show. */
export function getAnswerEstimate({ prompts, runs, frequency, engines }: Plan): AnswerEstimate {
  const usable = engines.filter(({ skipped }) => !skipped)
  const each = usable.reduce((sum, { usualUsd }) => sum + usualUsd, 0)
  const maxUsd = usable.reduce((sum, { maxUsd: one }) => sum + one, 0)
  const cost = dollars(each * runs * prompts)
  const needed = getRunsNeeded({ prompts, engines: usable.length, change })
  return {
    answers: prompts * runs * usable.length,
    cost_usd: cost,
    max_cost_usd: dollars(maxUsd * runs * prompts),
    month_cost_usd: dollars(cost * periodsAMonth[frequency]),
    engines: engines.map(({ engine, model, usualUsd, skipped }) => ({
      engine,
      model,
      answer_usd: dollars(usualUsd),
      skipped,
    })),
    power: {
      change,
      power: usable.length === 0 ? 0 : getPower({ prompts, runs: runs * usable.length, change }),
      detectable: usable.length === 0 ? null : getDetectableChange({ prompts, runs: runs * usable.length }),
      runs_needed: usable.length === 0 ? null : needed,
      runs_needed_usd: needed === null || usable.length === 0 ? null : dollars(each * needed * prompts),
    },
  }
}

const dollars = (usd: number) => Math.round(usd * 1e6) / 1e6
