import type { Run } from './results.ts'
import { type Cited, type CitedSource, listSources, type Owner } from './sources.ts'

/** Prompts whose answers never name or cite the brand, and who stands there instead. */

export type Absence = {
  promptNo: number
  answers: number
  /** Competitors by the answers that name them, most first; those never named are left out. */
  competitors: { brand: string; count: number }[]
  /** Pages the answers cite, most cited first. */
  pages: { url: string; domain: string; count: number; competitor: string | null }[]
}

/** Fewer answers than this say little about a prompt. */
const minAnswers = 3
const maxPages = 5

type Options = { brand: Owner; competitors: readonly Owner[]; namesBrand: ReadonlySet<number> }

/** Prompts where competitors are named most come first. */
export function findAbsences(runs: readonly (Run & Cited)[], { brand, competitors, namesBrand }: Options): Absence[] {
  const done = runs.filter(({ state, prompt_no }) => state === 'done' && !namesBrand.has(prompt_no))
  const absences = [...Map.groupBy(done, ({ prompt_no }) => prompt_no)].flatMap(([promptNo, answers]): Absence[] => {
    const isThere = answers.some(({ readings }) =>
      readings.some((one) => one.brand === brand.name && (one.mentioned || one.cited)),
    )
    if (isThere || answers.length < minAnswers) return []
    const named = competitors.map(({ name }) => ({
      brand: name,
      count: answers.filter(({ readings }) => readings.some((one) => one.brand === name && one.mentioned)).length,
    }))
    return [
      {
        promptNo,
        answers: answers.length,
        competitors: named.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
        pages: toPages(listSources(answers, brand, competitors)),
      },
    ]
  })
  const weight = ({ competitors: named }: Absence) => named.reduce((sum, { count }) => sum + count, 0)
  return absences.sort((a, b) => weight(b) - weight(a) || a.promptNo - b.promptNo)
}

const toPages = (sources: readonly CitedSource[]) =>
  sources
    .flatMap(({ domain, competitor, pages }) => pages.map((page) => ({ ...page, domain, competitor })))
    .sort((a, b) => b.count - a.count || a.url.localeCompare(b.url))
    .slice(0, maxPages)
