import { presentCell } from './present.ts'
import { findAbsences } from './rules/absences.ts'
import { findBrandPrompts, findEmptyPrompts, getCells, getSummary } from './rules/results.ts'
import { listSources } from './rules/sources.ts'
import type { findCounted } from './store/run-store.ts'
import type { findPeriods, WatchRow } from './store/watch-store.ts'

/** Results of a watch in one period, against those of the period before. `no` is null before the first. */
export function presentPeriod(
  row: WatchRow,
  periods: Awaited<ReturnType<typeof findPeriods>>,
  no: number | null,
  counted: Awaited<ReturnType<typeof findCounted>>,
) {
  const before = counted.filter(({ period }) => period !== no)
  const runs = counted.filter(({ period }) => period === no)
  const namesBrand = findBrandPrompts(row.prompts, row.brand)
  const facts = { prompts: row.prompts, namesBrand, empty: findEmptyPrompts(runs), runs }
  return {
    period: no,
    periods: periods.map(({ no: each, started_at, finished_at, spent_usd }) => ({
      ...{ no: each, at: started_at.toISOString(), finished: finished_at !== null, spent_usd },
    })),
    prompts: getCells(runs, before, row.brand.name).map((cell) => presentCell(cell, facts)),
    summary: getSummary(runs, before, {
      ...{ brand: row.brand.name, namesBrand },
      competitors: row.competitors.map(({ name }) => name),
    }),
    sources: listSources(
      runs.filter(({ state }) => state === 'done'),
      row.brand,
      row.competitors,
    ),
    absences: findAbsences(runs, { brand: row.brand, competitors: row.competitors, namesBrand }).map(
      ({ promptNo, ...absence }) => ({ prompt: row.prompts[promptNo - 1] ?? '', ...absence }),
    ),
  }
}
