import type { AnswerEngine } from '#providers/answer-engines/port.ts'
import type { AnswerWatch, EngineId, PromptResult, StoredAnswer } from './contract.ts'
import { type Cell, toInterval } from './rules/results.ts'
import type { CountedRun, RunRow } from './store/run-store.ts'
import type { WatchRow, WatchWithFacts } from './store/watch-store.ts'

export function presentWatch(row: WatchWithFacts, engines: Map<EngineId, AnswerEngine>): AnswerWatch {
  const { id, brand, competitors, last_run_at, next_run_at, created_at } = row
  return {
    _id: id,
    workspace_id: row.workspace_id,
    brand,
    competitors,
    prompt_count: row.prompts.length,
    engines: row.engines,
    skipped: row.engines.filter((engine) => engines.get(engine)?.unavailable !== null),
    country: row.country,
    language: row.language,
    runs: row.runs,
    frequency: row.frequency,
    status: row.status,
    running: row.running || row.by_hand || (row.periods === 0 && row.take_at !== null),
    progress: row.total === null ? null : { done: row.done ?? 0, total: row.total },
    periods: row.periods,
    last_run_at: last_run_at?.toISOString() ?? null,
    next_run_at: next_run_at?.toISOString() ?? null,
    budget_usd: row.budget_usd,
    spent_usd: row.spent_usd,
    created_at: created_at.toISOString(),
  }
}

type Facts = {
  prompts: readonly string[]
  namesBrand: ReadonlySet<number>
  empty: ReadonlySet<number>
  runs: readonly CountedRun[]
}

export function presentCell(cell: Cell, { prompts, namesBrand, empty, runs }: Facts): PromptResult {
  const { promptNo, engine } = cell
  const failed = runs.findLast((run) => run.prompt_no === promptNo && run.engine === engine && run.failure !== null)
  return {
    prompt: prompts[promptNo - 1] ?? '',
    engine,
    runs: cell.runs,
    mentioned: toInterval(cell.mentioned),
    cited: toInterval(cell.cited),
    previous: cell.previous,
    change: cell.change,
    model_changed: cell.modelChanged,
    failed: cell.failed,
    not_shown: cell.notShown,
    ...(cell.skipped ? { skipped: true } : {}),
    ...(failed?.failure ? { failure: failed.failure } : {}),
    names_brand: namesBrand.has(promptNo),
    few_brands: empty.has(promptNo),
    answers: cell.answers.map(({ id, mentioned, cited }) => ({ _id: id, mentioned, cited })),
  }
}

export function presentAnswer(run: RunRow, { prompts, country, brand }: WatchRow): StoredAnswer {
  return {
    _id: run.id,
    watch_id: run.watch_id,
    prompt: prompts[run.prompt_no - 1] ?? '',
    engine: run.engine,
    text: run.text ?? '',
    citations: run.citations,
    model: run.model ?? '',
    at: run.at!.toISOString(),
    country,
    cost_usd: run.cost_usd,
    mentions: run.readings
      .filter(({ mentioned, cited }) => mentioned || cited)
      .map(({ brand: name, cited, position, quote, spans }) => ({
        brand: name,
        own: name === brand.name,
        ...{ cited, position, quote, spans },
      })),
  }
}
