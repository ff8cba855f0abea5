import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { engineLabels } from '#providers/answer-engines/port.ts'
import { findBrandPrompts, getCells, getSummary, type Run } from './rules/results.ts'
import { findCounted } from './store/run-store.ts'
import type { WatchRow } from './store/watch-store.ts'

export type AnswersChange = { watch: ResourceRef; brand: string; period: number; moved: number; examples: string[] }

const maxExamples = 5

/** What moved beyond chance in the period that just ended; null when nothing did. */
export async function findAnswersChange(tx: Db, watch: WatchRow, period: number): Promise<AnswersChange | null> {
  const ref = { workspaceId: watch.workspace_id, id: watch.id }
  const change = toAnswersChange(watch, period, await findCounted(tx, ref, [period - 1, period]))
  return change && { watch: ref, brand: watch.brand.name, period, ...change }
}

/** The same of answers that were read already: those of the period and of the one before. */
export function toAnswersChange(
  watch: Pick<WatchRow, 'brand' | 'prompts'>,
  period: number,
  counted: readonly (Run & { period: number })[],
): Pick<AnswersChange, 'moved' | 'examples'> | null {
  const [before, runs] = [
    counted.filter((one) => one.period !== period),
    counted.filter((one) => one.period === period),
  ]
  const { name } = watch.brand
  const moved = getCells(runs, before, name).filter(({ change }) => change === 'moved')
  const { change } = getSummary(runs, before, {
    ...{ brand: name, competitors: [], namesBrand: findBrandPrompts(watch.prompts, watch.brand) },
  })
  const hasSetMoved = change?.verdict === 'moved'
  if (moved.length === 0 && !hasSetMoved) return null
  const cells = moved.map(
    ({ promptNo, engine, mentioned, previous }) =>
      `${engineLabels[engine]}, “${watch.prompts[promptNo - 1]}”: ${mentioned.k} of ${mentioned.n}, was ${previous!.k} of ${previous!.n}`,
  )
  const set = hasSetMoved
    ? [`all prompts ${change.difference > 0 ? '+' : '−'}${Math.abs(Math.round(change.difference * 100))} points`]
    : []
  return { moved: moved.length, examples: [...set, ...cells].slice(0, maxExamples) }
}
