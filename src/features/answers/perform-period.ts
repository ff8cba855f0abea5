import { inParallel } from '#features/reports/pipeline/in-parallel.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import { sleepUnlessAborted } from '#platform/jobs/abortable-sleep.ts'
import { type Lease, toLease } from '#platform/jobs/leases.ts'
import type { Log } from '#platform/log.ts'
import { storable } from '#platform/sanitize-text.ts'
import {
  type AnswerEngine,
  type EngineAnswer,
  EngineError,
  type EngineId,
  engineLabels,
} from '#providers/answer-engines/port.ts'
import { SourceError, type Spending } from '#providers/search-data/port.ts'
import { readBrand } from './rules/mentions/read-answer.ts'
import {
  closeRuns,
  drawAnswer,
  findOpenRuns,
  type OpenRun,
  openPeriod,
  type RunResult,
  saveRun,
  settleAnswer,
} from './store/run-store.ts'
import type { WatchRow } from './store/watch-store.ts'

export type PeriodDependencies = { db: Database; engines: Map<EngineId, AnswerEngine>; log: Log }

/** Rounds over answers that a paused engine left unasked. */
const maxRounds = 4
const maxWaitSeconds = 60
/** Failures that every further request would meet as well. */
const finalKinds = ['unauthorized', 'blocked', 'unsupported', 'budget']
const maxFailedInARow = 10

/**
 * Asks for every answer of a leased watch that the period in progress has none of. A request that failed is a gap with its reason.
 * Returns null, with the rest left open, when it was stopped or the lease was lost.
 */
export async function performPeriod(
  watch: WatchRow,
  { db, engines, log }: PeriodDependencies,
  signal: AbortSignal,
): Promise<{ period: number } | null> {
  const lease = toLease(watch)
  const period = await openPeriod(db, watch)
  const stop = new AbortController()
  const lost = AbortSignal.any([signal, stop.signal])
  await Promise.all(watch.engines.map((id) => askEngine(id, engines.get(id))))
  return lost.aborted ? null : { period }

  async function askEngine(id: EngineId, engine: AnswerEngine | undefined) {
    const ref = { period, engine: id }
    // The worker that asked these has stopped, since this lease is new. Their answers are lost, and a paid request isn’t sent again.
    await closeRuns(db, lease, { ...ref, ...toGap(interrupted(id)), only: 'asking' })
    if (!engine || engine.unavailable !== null)
      return closeRuns(db, lease, { ...ref, state: 'skipped', failure: notSetUp(id).toFailure() })
    let open = await findOpenRuns(db, lease, period, id)
    let failedInARow = 0
    for (let round = 1; open.length > 0 && !lost.aborted; round++) {
      const later: OpenRun[] = []
      let givenUp: EngineError | null = null
      let waitSeconds = 0
      await inParallel(open, engine.concurrency, async (run) => {
        if (lost.aborted || givenUp) return
        const result = await ask(engine, run)
        if (lost.aborted || result === null) return
        if (result instanceof EngineError) {
          if (result.kind === 'circuit_open' && round < maxRounds) {
            later.push(run)
            waitSeconds = Math.max(waitSeconds, Math.min(maxWaitSeconds, result.retryAfterSeconds ?? 5))
            return
          }
          failedInARow++
          if (finalKinds.includes(result.kind) || failedInARow >= maxFailedInARow) givenUp = result
        } else failedInARow = 0
        if (!(await saveRun(db, lease, run.id, result instanceof EngineError ? toGap(result) : result))) stop.abort()
      })
      const ended = givenUp as EngineError | null
      // Those that are still being asked when the lease is lost are for the next worker to close.
      if (lost.aborted) return
      if (ended) return closeRuns(db, lease, { ...ref, ...toGap(ended) })
      open = later
      if (open.length > 0) await sleepUnlessAborted(waitSeconds * 1000, lost)
    }
  }

  async function ask(engine: AnswerEngine, run: OpenRun): Promise<RunResult | EngineError | null> {
    try {
      const spending = createAnswerSpending(db, lease, { id: run.id, period, watch, signal: lost })
      const prompt = watch.prompts[run.prompt_no - 1]!
      return toResult(watch, await engine.ask(prompt, watch, { signal: lost, spending }))
    } catch (error) {
      if (lost.aborted) return null
      if (error instanceof EngineError) {
        if (error.kind !== 'cancelled') return error
        stop.abort()
        return null
      }
      log.error({ err: error, watch_id: watch.id, engine: engine.id }, 'An answer could not be asked for')
      return new EngineError(engine.id, 'bad_answer', 'The answer couldn’t be read.', {
        reason: 'source_invalid_response',
        cause: error,
      })
    }
  }
}

/** What an answer says about each brand, kept with it. */
export function toResult(watch: Pick<WatchRow, 'brand' | 'competitors'>, answer: EngineAnswer): RunResult {
  const text = answer.text === null ? null : storable(answer.text)
  const citations = storable(answer.citations)
  const readings = [watch.brand, ...watch.competitors].map((brand) => {
    const { mentions, ...reading } = readBrand({ text: text ?? '', citations }, brand)
    return { ...reading, spans: mentions.map(({ start, end }) => ({ start, end })) }
  })
  return {
    state: text === null ? 'not_shown' : 'done',
    text,
    citations,
    readings: text === null ? [] : readings,
    model: answer.model.slice(0, 200),
    costUsd: answer.costUsd,
    failure: null,
  }
}

type SpendingOptions = { id: string; period: number; watch: WatchRow; signal: AbortSignal }

/** Sets aside the most an answer can cost before it’s asked for; an interrupted request stays counted. */
function createAnswerSpending(db: Database, lease: Lease, { id, period, watch, signal }: SpendingOptions): Spending {
  return {
    async reserve({ source, usd }) {
      const refusal = new Refusal()
      await retryWhileUnavailable(
        () =>
          db.transaction().execute(async (tx) => {
            refusal.why = await drawAnswer(tx, lease, { id, period, usd })
            if (refusal.why !== 'drawn') throw refusal
          }),
        { signal },
      ).catch((error) => {
        if (error !== refusal) throw error
        if (refusal.why === 'lost') throw new SourceError(source, 'cancelled', 'Another worker does this period.')
        throw new SourceError(source, 'budget', 'Stopped at the budget of this watch.', {
          params: { limit_usd: watch.budget_usd ?? 0 },
        })
      })
      return {
        async settle(actual) {
          if (actual === usd) return
          await db.transaction().execute((tx) => settleAnswer(tx, lease, { period, less: usd - actual }))
        },
      }
    },
  }
}

class Refusal extends Error {
  why: 'drawn' | 'over_limit' | 'lost' = 'lost'
}

function toGap(error: EngineError): RunResult {
  const { kind, message, reason, params } = error
  const failure = new AppError(kind === 'budget' ? 'conflict' : 'upstream_failed', message, {
    reason,
    params,
  }).toFailure()
  const state = kind === 'budget' ? 'budget' : kind === 'unsupported' ? 'skipped' : 'failed'
  return { state, text: null, citations: [], readings: [], model: null, costUsd: null, failure }
}

const notSetUp = (id: EngineId) =>
  new AppError('unavailable', 'This engine isn’t set up on this server.', {
    reason: 'engine_not_set_up',
    params: { engine: id },
  })

const interrupted = (id: EngineId) =>
  new EngineError(
    id,
    'unplanned',
    `The server stopped after it had asked ${engineLabels[id]}. The request may have been charged.`,
    {
      reason: 'source_charge_uncertain',
    },
  )
