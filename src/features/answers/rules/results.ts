import type { EngineId } from '../contract.ts'
import { type Brand, findMentions } from './mentions/find-mentions.ts'
import { getBootstrapInterval, getMean } from './statistics/bootstrap.ts'
import { type Count, getSignFlipP, getVerdicts, level, type Verdict } from './statistics/paired-change.ts'
import { getWilsonInterval } from './statistics/wilson.ts'

/** What the answers of a period say: by prompt and engine, and over all prompts. Only answers count; runs that failed are gaps. */

export type Reading = { brand: string; mentioned: boolean; cited: boolean }
export type Run = {
  id: string
  prompt_no: number
  engine: EngineId
  state: 'open' | 'asking' | 'done' | 'not_shown' | 'failed' | 'skipped' | 'budget'
  model: string | null
  readings: readonly Reading[]
}

export type Cell = {
  promptNo: number
  engine: EngineId
  runs: number
  mentioned: Count
  cited: Count
  /** Under the same model in the period before; null where there is nothing to compare. */
  previous: Count | null
  change: Verdict
  modelChanged: boolean
  failed: number
  notShown: number
  skipped: boolean
  answers: { id: string; mentioned: boolean; cited: boolean }[]
}

/** Mean number of brands an answer names below which a prompt can’t show anything. */
const fewBrands = 0.2
const minAnswers = 5

const isOwn = (brand: string) => (reading: Reading) => reading.brand === brand

/** Results by prompt and engine, with a verdict for each that was measured in both periods under the same model. */
export function getCells(runs: readonly Run[], before: readonly Run[], brand: string): Cell[] {
  const earlier = Map.groupBy(before, toKey)
  const cells = [...Map.groupBy(runs, toKey)].map(([key, of]): Cell => {
    const { prompt_no: promptNo, engine } = of[0]!
    const done = of.filter(({ state }) => state === 'done')
    const models = new Set(done.map(({ model }) => model))
    const old = (earlier.get(key) ?? []).filter(({ state }) => state === 'done')
    const same = old.filter(({ model }) => models.has(model))
    const count = (list: readonly Run[], is: (reading: Reading) => boolean): Count => ({
      k: list.filter(({ readings }) => readings.some((one) => isOwn(brand)(one) && is(one))).length,
      n: list.length,
    })
    return {
      promptNo,
      engine,
      runs: of.length,
      mentioned: count(done, ({ mentioned }) => mentioned),
      cited: count(done, ({ cited }) => cited),
      previous: same.length > 0 ? count(same, ({ mentioned }) => mentioned) : null,
      change: 'too_few_runs',
      modelChanged: done.length > 0 && old.length > 0 && same.length === 0,
      failed: of.filter(({ state }) => state === 'failed' || state === 'budget').length,
      notShown: of.filter(({ state }) => state === 'not_shown').length,
      skipped: of.every(({ state }) => state === 'skipped'),
      answers: done.map(({ id, readings }) => {
        const own = readings.find(isOwn(brand))
        return { id, mentioned: own?.mentioned ?? false, cited: own?.cited ?? false }
      }),
    }
  })
  const compared = cells.filter(({ previous, mentioned }) => previous !== null && mentioned.n > 0)
  const verdicts = getVerdicts(compared.map(({ previous, mentioned }) => ({ before: previous!, after: mentioned })))
  for (const [at, cell] of compared.entries()) cell.change = verdicts[at]!
  return cells
}

const toKey = ({ prompt_no, engine }: Pick<Run, 'prompt_no' | 'engine'>) => `${prompt_no} ${engine}`

export type Share = { share: number | null; low: number | null; high: number | null }

/** Each prompt counts the same, whatever the number of its answers. */
function toShare(counts: readonly Count[]): Share {
  const shares = counts.filter(({ n }) => n > 0).map(({ k, n }) => k / n)
  if (shares.length === 0) return { share: null, low: null, high: null }
  const share = getMean(shares)
  const interval = getBootstrapInterval(shares)
  // Prompts that all have the same share say nothing about the next one by resampling: each counts as one answer then.
  const isFlat = interval !== null && interval.low === interval.high
  const shown = isFlat ? getWilsonInterval(share * shares.length, shares.length) : interval
  return { share, low: shown?.low ?? null, high: shown?.high ?? null }
}

export type Summary = {
  mentioned: Share
  cited: Share
  change: { difference: number; low: number | null; high: number | null; verdict: Verdict } | null
  competitors: (Share & { brand: string })[]
  prompts: number
  answers: number
  failed: number
}

/** Over prompts that don’t name the brand themselves: those would only say that engines repeat a name. */
export function getSummary(
  runs: readonly Run[],
  before: readonly Run[],
  {
    brand,
    competitors,
    namesBrand,
  }: { brand: string; competitors: readonly string[]; namesBrand: ReadonlySet<number> },
): Summary {
  const counted = runs.filter(({ prompt_no, state }) => state === 'done' && !namesBrand.has(prompt_no))
  const byPrompt = [...Map.groupBy(counted, ({ prompt_no }) => prompt_no).values()]
  const toCounts = (name: string, what: 'mentioned' | 'cited') =>
    byPrompt.map(
      (list): Count => ({
        k: list.filter(({ readings }) => readings.some((one) => one.brand === name && one[what])).length,
        n: list.length,
      }),
    )
  return {
    mentioned: toShare(toCounts(brand, 'mentioned')),
    cited: toShare(toCounts(brand, 'cited')),
    change: compare(getCells(runs, before, brand).filter(({ promptNo }) => !namesBrand.has(promptNo))),
    competitors: competitors.map((name) => ({ brand: name, ...toShare(toCounts(name, 'mentioned')) })),
    prompts: byPrompt.length,
    answers: counted.length,
    failed: runs.filter(
      ({ state, prompt_no }) => (state === 'failed' || state === 'budget') && !namesBrand.has(prompt_no),
    ).length,
  }
}

/** Paired by prompt, over what both periods have under the same model. */
function compare(cells: readonly Cell[]): Summary['change'] {
  const paired = cells.filter(({ previous, mentioned }) => previous !== null && previous.n > 0 && mentioned.n > 0)
  if (paired.length === 0) return null
  const sum = (list: readonly Cell[], of: (cell: Cell) => Count) =>
    list.reduce((total, cell) => ({ k: total.k + of(cell).k, n: total.n + of(cell).n }), { k: 0, n: 0 })
  const differences = [...Map.groupBy(paired, ({ promptNo }) => promptNo).values()].map((list) => {
    const [after, before] = [sum(list, ({ mentioned }) => mentioned), sum(list, ({ previous }) => previous!)]
    return after.k / after.n - before.k / before.n
  })
  const p = getSignFlipP(differences)
  const interval = getBootstrapInterval(differences, { low: -1, high: 1 })
  return {
    difference: getMean(differences),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    verdict: p === null ? 'too_few_runs' : p <= level ? 'moved' : 'within_noise',
  }
}

/** Prompts whose answers name hardly any of the known brands: they can’t show a change. */
export function findEmptyPrompts(runs: readonly Run[]): Set<number> {
  const done = runs.filter(({ state }) => state === 'done')
  return new Set(
    [...Map.groupBy(done, ({ prompt_no }) => prompt_no)].flatMap(([promptNo, list]) => {
      const named = list.reduce((sum, { readings }) => sum + readings.filter(({ mentioned }) => mentioned).length, 0)
      return list.length >= minAnswers && named / list.length < fewBrands ? [promptNo] : []
    }),
  )
}

/** Numbers of prompts, from 1, that name the brand themselves. */
export const findBrandPrompts = (prompts: readonly string[], brand: Brand): Set<number> =>
  // In a prompt, a name needs no words around it to be the brand.
  new Set(prompts.flatMap((prompt, at) => (findMentions(prompt, { ...brand, context: [] }).length > 0 ? [at + 1] : [])))

export const toInterval = ({ k, n }: Count) => {
  const interval = getWilsonInterval(k, n)
  return { k, n, low: interval?.low ?? null, high: interval?.high ?? null }
}
