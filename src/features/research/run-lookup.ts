import { randomUUIDv7 } from 'node:crypto'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { createLeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import type { LookupKind } from './contract.ts'
import type { Found } from './found-lookup.ts'
import {
  dropAbandonedOfAllWorkspaces,
  dropLookup,
  dropRunning,
  findHeld,
  finishLookup,
  type HeldUnits,
  insertLookup,
} from './store/store.ts'
import type { LookupAnswer, LookupQuestion } from './store/tables.ts'

type Dependencies = { db: Database; plans: Plans; log: Log }

export type LookupRequest<Answer extends LookupAnswer, Estimate> = {
  userId: string
  workspaceId: string
  kind: LookupKind
  question: LookupQuestion
  /** Most credits it can use. */
  units: number
  estimate: Estimate
  fetchAnswer(signal: AbortSignal): Promise<Found<Answer>>
  storeResponse: StoreResponse
}

/** Timeout: longer than any vendor with all its retries. */
const maxMs = 3 * 60_000
/** A lookup running this long has lost its process. */
const abandonedAfterMs = 10 * 60_000
const cleanupIntervalMs = 60_000

/**
 * Runs lookups. Units are reserved with a row that names their payer, and settled in the transaction that stores the answer: after
 * a crash, the cleanup job refunds them from that row.
 */
export function createLookupRuns({ db, plans, log }: Dependencies) {
  const stopping = new AbortController()
  const runs = createLeasedRuns({ log, name: 'Lookups', closeAbandoned, closeEveryMs: cleanupIntervalMs })

  return {
    watch: runs.watch,

    /** Reserves units, runs the lookup, stores the answer and refunds unused units. */
    async lookUp<Answer extends LookupAnswer, Estimate>(
      request: LookupRequest<Answer, Estimate>,
    ): Promise<Answer & { lookup_id: string; estimate: Estimate }> {
      const { userId, workspaceId, kind, question, units } = request
      const ref = { workspaceId, id: randomUUIDv7() }
      await db.transaction().execute(async (tx) => {
        const taken = await plans.reserve(tx, workspaceId, kind, units)
        const payer = { units, unitsPeriod: taken.periodStart, payerId: taken.userId }
        await insertLookup(tx, { ...ref, kind, question, createdBy: userId, ...payer })
      })
      // Independent of the request's connection: a paid answer is stored even if the client disconnects.
      return runs.track(fetchAndStore(ref, request))
    },

    /** Deletes running lookups of a workspace that is being deleted and refunds their units. */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      for (const held of await dropRunning(tx, workspaceId)) await giveBack(tx, held, held.units)
      return () => undefined
    },

    /** Graceful shutdown: aborts running lookups and waits until their units are refunded. */
    async settle() {
      stopping.abort()
      await runs.drain()
    },
  }

  /** Ends abandoned lookups and refunds their units. */
  async function closeAbandoned(alone: boolean) {
    const before = new Date(Date.now() - (alone ? 0 : abandonedAfterMs))
    await db.transaction().execute(async (tx) => {
      for (const held of await dropAbandonedOfAllWorkspaces(tx, before)) await giveBack(tx, held, held.units)
    })
  }

  async function fetchAndStore<Answer extends LookupAnswer, Estimate>(
    ref: ResourceRef,
    { estimate, fetchAnswer, storeResponse }: LookupRequest<Answer, Estimate>,
  ) {
    let found: Found<Answer>
    try {
      found = await fetchAnswer(AbortSignal.any([stopping.signal, AbortSignal.timeout(maxMs)]))
    } catch (error) {
      await db.transaction().execute(async (tx) => {
        const held = await dropLookup(tx, ref)
        if (held) await giveBack(tx, held, held.units)
      })
      throw error
    }
    const { answer, provider, known, missing, units: worth } = found
    const whole = { ...answer, lookup_id: ref.id, estimate }
    await db.transaction().execute(async (tx) => {
      // Locks the payer before the lookup, in the same order as deleting a workspace, so they can't deadlock.
      await plans.lockPayer(tx, ref.workspaceId)
      const costUsd = answer.cost_usd
      const held = await findHeld(tx, ref)
      if (!held || !(await finishLookup(tx, ref, { answer, provider, known, missing, units: worth, costUsd })))
        throw new AppError('conflict', 'This lookup was interrupted. Try again.', { reason: 'lookup_interrupted' })
      await giveBack(tx, held, held.units - worth)
      await storeResponse(tx, whole)
    })
    return whole
  }

  function giveBack(tx: Db, held: HeldUnits, amount: number) {
    const { kind, units_period, payer_id } = held
    return plans.refund(tx, { userId: payer_id, tool: kind, amount, periodStart: units_period })
  }
}
