import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { RunDeliveries } from '#features/notifications/run-deliveries.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { Outbound } from '#platform/outbound/outbound-fetch.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { Listener, listenersContract } from './contract.ts'
import type { ListenerTokens } from './listener-tokens.ts'
import { refuseMissingListener } from './missing-listener.ts'
import { presentListener, toRef } from './present-listener.ts'
import { nextRun } from './rules/next-run.ts'
import { createFilter, type Filter } from './rules/phrase-filter.ts'
import { applyFilter } from './store/item-store.ts'
import { findRuns } from './store/run-store.ts'
import { insertListener, type ListenerRow, lockListener, updateListener } from './store/store.ts'
import { createListenerValidation } from './validate-listener.ts'

export type SaveListenerDependencies = {
  db: Database
  plans: Plans
  sources: Map<SourceId, SearchSource>
  deliveries: RunDeliveries
  checkUrl: Outbound['checkUrl']
  tokens: ListenerTokens
  /** Wakes the scheduler. */
  due(): void
  now(): Date
}

type AddInput = ParsedInputOf<typeof listenersContract.add>
type UpdateInput = Omit<ParsedInputOf<typeof listenersContract.update>, '_id'>

const noNotify = { email: [], webhook: null, rss: true }

/** Creates listeners and changes their settings. */
export function createListenerSaving(dependencies: SaveListenerDependencies) {
  const { db, plans, deliveries, tokens, due, now } = dependencies
  const { validateSources, validateWebhook } = createListenerValidation(dependencies)
  return {
    /**
     * Creates a listener; its first run starts immediately. The plan's unit and the listener commit together.
     * @throws AppError limit_…; invalid_input (sources, notify.webhook)
     */
    async add(userId: string, input: AddInput, storeResponse: StoreResponse): Promise<{ listener: Listener }> {
      validateSources(input.sources, input)
      const notify = input.notify ?? noNotify
      await validateWebhook(notify.webhook)
      const id = randomUUIDv7()
      const answer = await db.transaction().execute(async (tx) => {
        await plans.reserve(tx, input.workspace_id, 'search_listener', 1)
        const row = await insertListener(tx, {
          workspace_id: input.workspace_id,
          id,
          created_by: userId,
          keyword: input.keyword,
          country: input.country,
          language: input.language,
          wanted_sources: input.sources ?? null,
          frequency: input.frequency,
          include: input.filters?.include ?? [],
          exclude: input.filters?.exclude ?? [],
          notify_emails: [...new Set(notify.email)],
          webhook: notify.webhook,
          sealed_secret: tokens.newSecret(id),
          rss: notify.rss,
          feed_key: randomUUID(),
          next_run_at: nextRun(id, input.frequency, now()),
          take_at: now(),
        })
        const answer = { listener: presentListener(row, tokens, { secret: true }) }
        await storeResponse(tx, answer)
        return answer
      })
      due()
      return answer
    },

    /** @throws AppError invalid_input (sources, notify.webhook) */
    async update(ref: ResourceRef, input: UpdateInput): Promise<Listener> {
      validateSources(input.sources ?? undefined, null)
      await validateWebhook(input.notify?.webhook ?? null)
      const row = await db.transaction().execute(async (tx) => {
        const before = (await lockListener(tx, ref)) ?? refuseMissingListener()
        validateSources(input.sources ?? undefined, before)
        const { filters, notify, frequency } = input
        if (notify && notify.webhook !== before.webhook) await deliveries.cancelOtherUrls(tx, ref, notify.webhook)
        const recounted = filters
          ? await recountAfterFilter(tx, before, createFilter({ ...filters, language: before.language }))
          : {}
        const moved = frequency && frequency !== before.frequency && before.status === 'active'
        const next = moved ? nextRun(before.id, frequency, now()) : null
        return updateListener(tx, ref, {
          ...recounted,
          ...(filters && { include: filters.include, exclude: filters.exclude }),
          ...(notify && {
            notify_emails: [...new Set(notify.email)],
            webhook: notify.webhook,
            rss: notify.rss,
          }),
          ...(frequency && { frequency }),
          ...(next && { next_run_at: next, ...(before.running || before.by_hand ? {} : { take_at: next }) }),
          ...(input.sources !== undefined && { wanted_sources: input.sources }),
          ...(input.new_secret && { sealed_secret: tokens.newSecret(before.id) }),
          ...(input.new_feed && { feed_key: randomUUID() }),
          id: before.id,
        })
      })
      return presentListener(row, tokens, { secret: true })
    },
  }
}

async function recountAfterFilter(tx: Db, before: ListenerRow, passes: Filter) {
  const ref = toRef(before)
  const { isNew } = await applyFilter(tx, ref, { passes, runNo: before.run_count })
  const runs = await findRuns(tx, ref, { limit: 20 })
  return {
    new_count: isNew,
    heard_count: runs[0]?.heard ?? 0,
    sparkline: runs.map(({ added }) => added).reverse(),
    counted_runs: before.run_count,
  }
}
