import { randomUUIDv7 } from 'node:crypto'
import { nextRun } from '#features/listeners/rules/next-run.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import { formatSiteTarget, parseSiteTarget } from '#kit/site-target.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { type AnswerEngine, type EngineId, engineIds, engineLabels } from '#providers/answer-engines/port.ts'
import {
  type AnswerEstimate,
  type AnswerWatch,
  type answersContract,
  maxWatches,
  type StoredAnswer,
} from './contract.ts'
import { createLatestResults } from './latest-results.ts'
import { presentAnswer, presentWatch } from './present.ts'
import { presentPeriod } from './present-period.ts'
import { getRecentAnswerChanges } from './recent-changes.ts'
import { refuseMissingWatch } from './refuse-missing-watch.ts'
import { getAnswerEstimate } from './rules/estimate.ts'
import { dueId, dueTopic } from './scheduler.ts'
import { findAnswer, findCounted } from './store/run-store.ts'
import {
  countWatches,
  deleteWatch,
  findPeriods,
  findWatch,
  findWatches,
  insertWatch,
  locateAnswer,
  locateWatch,
  lockWatch,
  stopWatches,
  updateWatch,
} from './store/watch-store.ts'

export type Answers = ReturnType<typeof createAnswers>

type Dependencies = {
  db: Database
  engines: Map<EngineId, AnswerEngine>
  rates: RateLimiter
  signals: Signals
  now?: () => Date
}
type AddInput = ParsedInputOf<typeof answersContract.add>

const runLimit = { max: 24, windowSeconds: 86_400 }

export function createAnswers({ db, engines, rates, signals, now = () => new Date() }: Dependencies) {
  const getLatestResults = createLatestResults(db)
  const due = () => signals.publish(dueTopic, dueId)
  const present = async (tx: Db, ref: ResourceRef) =>
    presentWatch((await findWatch(tx, ref)) ?? refuseMissingWatch(), engines)

  return {
    locate: (workspaceIds: string[], id: string) => locateWatch(db, workspaceIds, id),
    locateAnswer: (workspaceIds: string[], id: string) => locateAnswer(db, workspaceIds, id),

    /** @throws AppError invalid_input; unavailable where no chosen engine is set up; conflict with too many watches */
    async add(
      userId: string,
      input: AddInput,
      storeResponse: StoreResponse,
    ): Promise<{ watch: AnswerWatch | null; estimate: AnswerEstimate }> {
      const { country, language, runs, frequency, budget_usd, engines: chosen, workspace_id } = input
      const prompts = withoutRepeats(input.prompts, language)
      refuseRepeatedBrands(input)
      const estimate = getAnswerEstimate({
        ...{ prompts: prompts.length, runs, frequency },
        engines: chosen.map((id) => toPrice(engines.get(id)!)),
      })
      if (input.dry_run) return { watch: null, estimate }
      if (estimate.engines.every(({ skipped }) => skipped))
        throw new AppError('unavailable', 'None of these engines is set up on this server.', {
          reason: 'no_engine_set_up',
        })
      const id = randomUUIDv7()
      const ref = { workspaceId: workspace_id, id }
      const answer = await db.transaction().execute(async (tx) => {
        if ((await countWatches(tx, workspace_id)) >= maxWatches)
          throw new AppError('conflict', `A workspace can watch up to ${maxWatches} brands.`, {
            reason: 'too_many_watches',
            params: { max: maxWatches },
          })
        const at = now()
        await insertWatch(tx, {
          ...{ workspace_id, id, created_by: userId, prompts, country, language, runs, frequency, budget_usd },
          engines: chosen,
          brand: { ...input.brand, domains: input.brand.domains.map(toStored) },
          competitors: input.competitors.map((one) => ({ ...one, domains: one.domains.map(toStored) })),
          next_run_at: nextRun(id, frequency, at),
          take_at: at,
        })
        const answer = { watch: await present(tx, ref), estimate }
        await storeResponse(tx, answer)
        return answer
      })
      due()
      return answer
    },

    async list(workspaceId: string, paging: { page: number; limit: number }) {
      const { items, total } = await findWatches(db, workspaceId, paging)
      const results = await getLatestResults(workspaceId, items)
      return {
        items: items.map((row) => ({ ...presentWatch(row, engines), result: results.get(row.id) ?? null })),
        ...{ total, ...paging },
        engines: engineIds.map((_id) => ({
          _id,
          label: engineLabels[_id],
          ready: engines.get(_id)?.unavailable === null,
        })),
      }
    },

    async single(ref: ResourceRef, requested: number | undefined) {
      const row = (await findWatch(db, ref)) ?? refuseMissingWatch()
      const periods = await findPeriods(db, ref)
      const no = requested ?? periods.at(-1)?.no ?? null
      if (no !== null && !periods.some((one) => one.no === no))
        throw new AppError('not_found', 'This period doesn’t exist.', { field: 'period', reason: 'period_missing' })
      const counted = no === null ? [] : await findCounted(db, ref, [no - 1, no])
      return { watch: presentWatch(row, engines), ...presentPeriod(row, periods, no, counted) }
    },

    async answer(ref: ResourceRef): Promise<StoredAnswer> {
      const run = await findAnswer(db, ref)
      const watch = run && (await findWatch(db, { workspaceId: ref.workspaceId, id: run.watch_id }))
      if (!run || !watch || run.at === null || run.text === null)
        throw new AppError('not_found', 'Answer not found.', { reason: 'answer_missing' })
      return presentAnswer(run, watch)
    },

    /** @throws AppError conflict while paused, rate_limited (24 a day) */
    async run(ref: ResourceRef): Promise<AnswerWatch> {
      const { count, resets_at } = await rates.count(`answers:${ref.id}`, runLimit.windowSeconds)
      if (count > runLimit.max)
        throw new AppError('rate_limited', `This watch was run manually ${runLimit.max} times in a day.`, {
          reason: 'too_many_answer_runs',
          params: { max: runLimit.max },
          retryAfterSeconds: Math.max(1, Math.ceil((resets_at.getTime() - now().getTime()) / 1000)),
        })
      await db.transaction().execute(async (tx) => {
        const row = (await lockWatch(tx, ref)) ?? refuseMissingWatch()
        if (row.status === 'paused')
          throw new AppError('conflict', 'This watch is paused. Resume it first.', { reason: 'watch_paused' })
        if (!row.running) await updateWatch(tx, ref, { by_hand: true, take_at: now() })
      })
      due()
      return present(db, ref)
    },

    async setStatus(ref: ResourceRef, status: 'active' | 'paused'): Promise<AnswerWatch> {
      await db.transaction().execute(async (tx) => {
        const row = (await lockWatch(tx, ref)) ?? refuseMissingWatch()
        if (row.status === status) return
        const next = status === 'active' ? nextRun(row.id, row.frequency, now()) : null
        // A period in progress ends by itself: its lease stays.
        await updateWatch(tx, ref, { status, next_run_at: next, ...(row.running ? {} : { take_at: next }) })
      })
      return present(db, ref)
    },

    async remove(ref: ResourceRef) {
      if (!(await deleteWatch(db, ref))) refuseMissingWatch()
    },

    /** Watches that ran since then; null where the workspace has none. */
    getChangesSince: (workspaceId: string, since: Date) =>
      getRecentAnswerChanges(db, workspaceId, { since, limit: maxWatches }),

    stopAll: (tx: Db, workspaceId: string) => stopWatches(tx, workspaceId),
  }
}

/** The first spelling of each. */
const withoutRepeats = (prompts: string[], language: string) =>
  [...new Map(prompts.toReversed().map((text) => [keywordKeyIn(text, language), text])).values()].reverse()

function refuseRepeatedBrands({ brand, competitors }: AddInput) {
  const names = [brand.name, ...competitors.map(({ name }) => name)].map((name) => name.toLowerCase())
  if (new Set(names).size < names.length)
    throw new AppError('invalid_input', 'competitors has a name twice, or the brand’s.', {
      field: 'competitors',
      reason: 'brand_twice',
    })
}

const toPrice = ({ id, model, usualCostUsd, maxCostUsd, unavailable }: AnswerEngine) => ({
  ...{ engine: id, model, usualUsd: usualCostUsd, maxUsd: maxCostUsd, skipped: unavailable !== null },
})

const toStored = (domain: string) => formatSiteTarget(parseSiteTarget(domain)!)
