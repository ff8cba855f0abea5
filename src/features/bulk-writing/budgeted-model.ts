import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { toAppError } from '#features/ai-content/rules/generation/model-errors.ts'
import type { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { type LanguageModel, ModelError, type ModelEvent, type ModelRequest } from '#providers/language-model/port.ts'
import type { BatchPrice, ItemStep } from './contract.ts'
import { getCostNano, getMaxTokens } from './rules/money.ts'
import { BatchPaused, ClaimLost, WorkStopped } from './rules/work-errors.ts'
import type { Claim } from './store/item-store.ts'
import { findMoney, reserveCall, settleCall } from './store/money-store.ts'
import { clearStrikes, findPause, pauseModel, takeStart } from './store/pacing-store.ts'
import type { ThinkingRooms } from './thinking-rooms.ts'

type Options = {
  db: Database
  claim: Claim
  step: ItemStep
  modelKey: string
  price: BatchPrice | null
  /** Milliseconds between two requests to the model; 0 without a limit. */
  gapMs: number
  rooms: ThinkingRooms
  signal: AbortSignal
}

/** How long a request waits for the reservations of others to be settled before it looks again. */
const settleWaitMs = 250
/** A pause by a vendor is looked at again after this long at the latest. */
const maxWaitMs = 5000
/** Refusals because of the rate limit before the item waits for its next turn. */
const maxRefusals = 50

/** Errors of a vendor that answered nothing, and so charged nothing. */
const free = new Set<ModelError['code']>([
  'rate_limited',
  'unauthorized',
  'no_credit',
  'unavailable',
  'invalid_request',
  'upstream_failed',
])

/**
 * A model whose requests keep to a batch's budget and to the rate limit that all workers share. Before each request, the most it can cost
 * is reserved; after it, what the vendor reports is settled. If the vendor reports nothing, all that was reserved counts as spent.
 */
export function withBudget(model: LanguageModel, options: Options): LanguageModel {
  const { db, claim, step, modelKey, price, gapMs, rooms, signal } = options

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    for (let refusals = 0; ; refusals++) {
      await waitForTurn()
      const callId = randomUUIDv7()
      const once = await reserve(callId, request)
      try {
        yield* ask(once, callId)
        await clearStrikes(db, modelKey)
        return
      } catch (error) {
        if (!(error instanceof ModelError) || error.startedText) throw error
        if (error.code === 'empty' && once.thinkingRoom !== undefined) {
          rooms.ranOut(modelKey)
          continue
        }
        if (error.code !== 'rate_limited') throw error
        await pauseModel(db, modelKey, error.retryAfterSeconds)
        if (refusals >= maxRefusals) throw error
      }
    }
  }

  /** One request, settled however it ends. */
  async function* ask(request: ModelRequest, callId: string): AsyncGenerator<ModelEvent> {
    let used: { input: number | null; output: number | null; cached: number | null } | null = null
    let isFree = false
    try {
      for await (const event of model.stream(request)) {
        if (event.kind === 'usage')
          used = { input: event.inputTokens, output: event.outputTokens, cached: event.cachedTokens ?? null }
        if (event.kind === 'end') {
          if (event.reason === 'length') rooms.ranOut(modelKey)
          else if (used?.output) rooms.measured(modelKey, used.output)
        }
        yield event
      }
    } catch (error) {
      isFree = error instanceof ModelError && !error.startedText && free.has(error.code)
      throw error
    } finally {
      const { input = null, output = null, cached = null } = used ?? {}
      const isKnown = input !== null && output !== null
      const costNano = isFree ? 0 : isKnown ? (price ? getCostNano(price, { input, output, cached }) : 0) : null
      await settleCall(db, claim, callId, { costNano, inputTokens: input, outputTokens: output })
    }
  }

  /** Waits for the rate limit that all workers share. */
  async function waitForTurn() {
    for (let wait = await findPause(db, modelKey); wait > 0; wait = await findPause(db, modelKey)) {
      const money = await findMoney(db, claim)
      if (!money) throw new ClaimLost()
      if (money.status !== 'running') throw new WorkStopped()
      await sleep(Math.min(wait, maxWaitMs))
    }
    if (gapMs > 0) await sleep(await takeStart(db, modelKey, gapMs))
  }

  /**
   * Reserves the most a request can cost, as soon as that fits, and returns the request with the room that was reserved. While it waits,
   * answers of others tell how much room is needed: a request mustn't wait for what was only needed before.
   */
  async function reserve(id: string, request: ModelRequest): Promise<ModelRequest> {
    for (;;) {
      const once = { ...request, once: true, thinkingRoom: rooms.get(modelKey) }
      const reservedNano = price ? getCostNano(price, getMaxTokens(model, once)) : 0
      if (await reserveCall(db, claim, { id, step, reservedNano })) return once
      if (signal.aborted) throw signal.reason
      const money = await findMoney(db, claim)
      if (!money) throw new ClaimLost()
      if (money.status !== 'running') throw new WorkStopped()
      // Others may use less than they reserved, and may have settled since it was refused.
      const fits = money.budget_nano === null || money.spent_nano + reservedNano <= money.budget_nano
      const isLatest = rooms.get(modelKey) === once.thinkingRoom
      if (!fits && money.reserved_nano === 0 && isLatest) throw new BatchPaused('budget')
      await sleep(isLatest ? settleWaitMs : 0)
    }
  }

  async function sleep(ms: number) {
    await delay(ms, undefined, { signal }).catch(() => {
      throw signal.reason
    })
  }

  return { ...model, stream }
}

/** Failures that every other item would meet too. */
const lasting = new Set<ModelError['code']>(['unauthorized', 'no_credit', 'unavailable'])

/** Whether the whole batch has to wait for a person, and why. */
export const getLastingProblem = (error: unknown): AppError | null =>
  error instanceof ModelError && lasting.has(error.code) ? (toAppError(error) as AppError) : null
