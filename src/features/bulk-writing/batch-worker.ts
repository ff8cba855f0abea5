import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { Log } from '#platform/log.ts'
import { ClaimLost, WorkStopped } from './rules/work-errors.ts'
import type { RunItem } from './run-item.ts'
import {
  type Claim,
  claimOfAllWorkspaces,
  endBatchLeasesOfAllWorkspaces,
  findWaitingModelsOfAllWorkspaces,
  leaseSeconds,
  renewLeasesOfAllWorkspaces,
} from './store/item-store.ts'

type Dependencies = {
  db: Database
  signals: Signals
  log: Log
  runItem: RunItem
  /** Items of one model that all workers together write at once. */
  lanes: number
}

export const workTopic = 'writing-batches'
/** A backstop for lost signals, and for items whose worker died. */
const lookMs = 2000
const heartbeatMs = 4000
/** Items one process works on at once, of all models. */
const maxItems = 16
/** The built-in writer works in threads of this process. */
const maxBuiltin = 3

type Running = { claim: Claim; modelKey: string; abort: AbortController; done: Promise<void> }

/** Claims items and works on them. A process that dies leaves leases that expire, and another goes on with its items. */
export function createBatchWorker({ db, signals, log, runItem, lanes }: Dependencies) {
  return {
    async start({ alone }: { alone: boolean }): Promise<() => Promise<void>> {
      if (alone) await endBatchLeasesOfAllWorkspaces(db)
      const running = new Map<string, Running>()
      const rest = createWakeableSleep()
      let isStopped = false
      let renewedAt = performance.now()
      const unsubscribe = signals.subscribe(workTopic, 'changed', rest.wake)
      const heartbeat = setInterval(() => void renew().catch(onHeartbeatError), heartbeatMs)
      heartbeat.unref()
      const loop = work()
      return async () => {
        isStopped = true
        clearInterval(heartbeat)
        unsubscribe()
        rest.wake()
        await loop
        for (const { abort } of running.values()) abort.abort(new WorkStopped())
        await Promise.allSettled([...running.values()].map(({ done }) => done))
      }

      async function work() {
        while (!isStopped) {
          rest.clear()
          try {
            await claimAll()
          } catch (err) {
            log.warn({ err }, 'Items of batches could not be claimed')
          }
          if (!isStopped) await rest.sleep(lookMs)
        }
      }

      /** Models take turns, so that a slow one holds up no other. */
      async function claimAll() {
        const waiting = new Set(await findWaitingModelsOfAllWorkspaces(db))
        while (waiting.size > 0 && running.size < maxItems && !isStopped)
          for (const modelKey of [...waiting]) {
            if (running.size >= maxItems || isStopped) return
            const isBuiltin = modelKey === 'builtin'
            const own = [...running.values()].filter((item) => item.modelKey === modelKey).length
            const isFull = isBuiltin && own >= maxBuiltin
            const claim = isFull ? null : await claimOfAllWorkspaces(db, modelKey, { lanes: isBuiltin ? null : lanes })
            if (claim) begin(claim, modelKey)
            else waiting.delete(modelKey)
          }
      }

      function begin(claim: Claim, modelKey: string) {
        const abort = new AbortController()
        const done = runItem(claim, abort.signal)
          .catch((err) =>
            log.error({ err, batch: claim.batchId, item: claim.id }, 'The end of an item could not be stored'),
          )
          .finally(() => {
            running.delete(claim.lease)
            rest.wake()
          })
        running.set(claim.lease, { claim, modelKey, abort, done })
      }

      /** Renews the leases; stops the work on items that were canceled, deleted or taken over. */
      async function renew() {
        const claims = [...running.values()].map(({ claim }) => claim)
        const held = claims.length > 0 ? await renewLeasesOfAllWorkspaces(db, claims) : new Map()
        renewedAt = performance.now()
        for (const { lease } of claims) if (!held.has(lease)) running.get(lease)?.abort.abort(new ClaimLost())
      }

      function onHeartbeatError(err: unknown) {
        log.warn({ err }, 'Leases of batches could not be renewed')
        // Others may have the items by now.
        if (performance.now() - renewedAt < leaseSeconds * 1000) return
        for (const { abort } of running.values()) abort.abort(new ClaimLost())
      }
    },
  }
}
