import type { EngineId } from '../contract.ts'
import { type Cell, getCells, getSummary, type Run, type Share, toInterval } from './results.ts'
import { getMean } from './statistics/bootstrap.ts'
import { adjustByHolm } from './statistics/holm.ts'
import { getSignFlipP, level, type Verdict } from './statistics/paired-change.ts'

/** What each engine says of a brand, by the statistics of the whole watch: intervals over prompts, changes paired by prompt. */

export type EngineShare = {
  engine: EngineId
  /** Over prompts that don’t name the brand. Of a single prompt: its share with the interval of its answers. */
  mentioned: Share
  prompts: number
  answers: number
  /** Mean share before, over the prompts compared. Null when nothing can be compared. */
  previous: number | null
  /** Mean change of the share over these prompts. */
  difference: number | null
  /** Null when nothing can be compared. */
  change: Verdict | null
  modelChanged: boolean
  failed: number
  notShown: number
  skipped: boolean
}

const isComparable = ({ previous, mentioned }: Cell) => previous !== null && previous.n > 0 && mentioned.n > 0
const getDifference = ({ previous, mentioned }: Cell) => mentioned.k / mentioned.n - previous!.k / previous!.n

/** Engines in the order they first appear. Holm’s correction over engines, as over prompts: more engines don’t mean more false moves. */
export function getEngineShares(
  runs: readonly Run[],
  before: readonly Run[],
  { brand, namesBrand }: { brand: string; namesBrand: ReadonlySet<number> },
): EngineShare[] {
  const cells = getCells(runs, before, brand).filter(({ promptNo }) => !namesBrand.has(promptNo))
  const byEngine = Map.groupBy(cells, ({ engine }) => engine)
  const verdicts = getEngineVerdicts(byEngine)
  return [...byEngine].map(([engine, of]) => {
    const summary = getSummary(
      runs.filter((run) => run.engine === engine),
      [],
      { brand, competitors: [], namesBrand },
    )
    const measured = of.filter(({ mentioned }) => mentioned.n > 0)
    const compared = of.filter(isComparable)
    return {
      engine,
      mentioned: measured.length === 1 ? toOneShare(measured[0]!) : summary.mentioned,
      prompts: summary.prompts,
      answers: summary.answers,
      previous: compared.length > 0 ? getMean(compared.map(({ previous }) => previous!.k / previous!.n)) : null,
      difference: compared.length > 0 ? getMean(compared.map(getDifference)) : null,
      change: verdicts.get(engine) ?? null,
      modelChanged: of.some(({ modelChanged }) => modelChanged),
      failed: summary.failed,
      notShown: of.reduce((sum, { notShown }) => sum + notShown, 0),
      skipped: of.every(({ skipped }) => skipped),
    }
  })
}

function toOneShare({ mentioned }: Cell): Share {
  const { k, n, low, high } = toInterval(mentioned)
  return { share: k / n, low, high }
}

/** A single prompt keeps its own verdict; several are compared as a set. Too few: not even all of them moving alike would be enough. */
function getEngineVerdicts(byEngine: ReadonlyMap<EngineId, Cell[]>): Map<EngineId, Verdict> {
  const verdicts = new Map<EngineId, Verdict>()
  const sets: { engine: EngineId; p: number; prompts: number }[] = []
  for (const [engine, cells] of byEngine) {
    const compared = cells.filter(isComparable)
    if (compared.length === 0) continue
    const p = getSignFlipP(compared.map(getDifference))
    if (p !== null) sets.push({ engine, p, prompts: compared.length })
    else verdicts.set(engine, cells.length === 1 ? cells[0]!.change : 'too_few_runs')
  }
  const adjusted = adjustByHolm(sets.map(({ p }) => p))
  for (const [at, { engine, prompts }] of sets.entries()) {
    const canShow = 2 ** (1 - prompts) * sets.length <= level
    verdicts.set(engine, !canShow ? 'too_few_runs' : adjusted[at]! <= level ? 'moved' : 'within_noise')
  }
  return verdicts
}
