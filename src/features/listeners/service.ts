import type { RunDeliveries } from '#features/notifications/run-deliveries.ts'
import type { Plans } from '#features/plans/service.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Research } from '#features/research/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Rate, RateLimiter } from '#platform/http/rate-limit.ts'
import type { Outbound } from '#platform/outbound/outbound-fetch.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { getChangesSince } from './changes-since.ts'
import type { Listener } from './contract.ts'
import { createListenerFeed } from './listener-feed.ts'
import { createListenerTokens } from './listener-tokens.ts'
import { refuseMissingListener } from './missing-listener.ts'
import { createListenerPausing } from './pause-listener.ts'
import { presentHead, presentListener } from './present-listener.ts'
import { createListenerReading } from './read-listener.ts'
import { recountListeners, type UpdateNotificationCounts } from './recount-listeners.ts'
import { pausedReason } from './rules/paused-reason.ts'
import { createListenerSaving } from './save-listener.ts'
import { dueId, dueTopic } from './scheduler.ts'
import {
  countActive,
  deleteListener,
  findListener,
  findListeners,
  findTopics,
  type ListenerLocale,
  locateListener,
  lockListener,
  removeAddress,
  sumNew,
  updateListener,
} from './store/store.ts'

export type Listeners = ReturnType<typeof createListeners>

type Dependencies = {
  db: Database
  plans: Plans
  sources: Map<SourceId, SearchSource>
  secrets: Secrets
  rates: RateLimiter
  signals: Signals
  deliveries: RunDeliveries
  updateNotificationCounts: UpdateNotificationCounts
  checkUrl: Outbound['checkUrl']
  publicUrl: string
  getKnownVolumes: Research['getKnownVolumes']
  now?: () => Date
}

type ListQuery = ListenerLocale & { page: number; limit: number; keyword?: string }

const manualRunLimit = { max: 60, windowSeconds: 3600 }
const resendLimit = { max: 60, windowSeconds: 3600 }

export function createListeners(dependencies: Dependencies) {
  const { db, plans, sources, rates, signals, deliveries, updateNotificationCounts } = dependencies
  const { checkUrl, publicUrl, getKnownVolumes, now = () => new Date() } = dependencies
  const tokens = createListenerTokens(dependencies)
  const due = () => signals.publish(dueTopic, dueId)

  return {
    ...createListenerSaving({ db, plans, sources, deliveries, checkUrl, tokens, due, now }),
    ...createListenerPausing({ db, plans, tokens, due, now }),
    ...createListenerReading({ db, tokens, getKnownVolumes }),
    ...createListenerFeed({ db, tokens, publicUrl, getKnownVolumes }),

    locate: (workspaceIds: string[], id: string) => locateListener(db, workspaceIds, id),

    async list(workspaceId: string, { page, limit, keyword, ...locale }: ListQuery) {
      const paging = { page, limit }
      const ids = keyword === undefined ? undefined : await findSameTopic(workspaceId, keyword, locale)
      const { items, total } = await findListeners(db, workspaceId, { ...paging, ...locale, ids })
      return { items: items.map(presentHead), total, ...paging }
    },

    /** @throws AppError conflict while paused, rate_limited (60 per hour) */
    async run(ref: ResourceRef): Promise<Listener> {
      await checkRateLimit(`listener:${ref.id}`, manualRunLimit, 'This listener was run manually', 'too_many_runs')
      const row = await db.transaction().execute(async (tx) => {
        const before = (await lockListener(tx, ref)) ?? refuseMissingListener()
        if (before.paused_limit !== null)
          throw new AppError(
            'conflict',
            `${pausedReason(before.paused_limit)} Upgrade your plan, or pause another listener and resume this one.`,
            { reason: 'paused_by_plan', params: { limit: before.paused_limit } },
          )
        if (before.status === 'paused')
          throw new AppError('conflict', 'This listener is paused. Resume it before running it.', {
            reason: 'listener_paused',
          })
        if (before.running) return before
        return updateListener(tx, ref, { by_hand: true, take_at: now() })
      })
      due()
      return presentListener(row, tokens, { secret: true })
    },

    async remove(ref: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        await plans.lockPayer(tx, ref.workspaceId)
        const status = (await deleteListener(tx, ref)) ?? refuseMissingListener()
        await deliveries.deleteForListener(tx, ref)
        if (status === 'active') await plans.releaseStock(tx, ref.workspaceId, 'search_listener', 1)
      })
    },

    /** Recounts listeners imported from an earlier version. */
    async cleanUp() {
      await recountListeners(db, updateNotificationCounts, AbortSignal.timeout(60_000))
    },

    /** Removes a former member's address from all listeners of the workspace. */
    forgetAddress: removeAddress,

    /** Units the workspace's active listeners use. */
    countActive: (tx: Db, workspaceId: string) => countActive(tx, workspaceId),
    getChangesSince: (workspaceId: string, since: Date) => getChangesSince(db, workspaceId, since),
    sumNew: (workspaceId: string) => sumNew(db, workspaceId),

    deliveries: (ref: ResourceRef, paging: { page: number; limit: number }) => deliveries.list(ref, paging),

    /** @throws AppError not_found, conflict without a webhook, rate_limited (60 per hour) */
    async resend(ref: ResourceRef, deliveryId: string) {
      const row = (await findListener(db, ref)) ?? refuseMissingListener()
      if (!row.webhook)
        throw new AppError('conflict', 'This listener has no webhook. Set notify.webhook first.', {
          reason: 'no_webhook',
        })
      await checkRateLimit(`resend:${ref.id}`, resendLimit, 'RunDeliveries were resent manually', 'too_many_resends')
      return deliveries.resend(ref, deliveryId, row.webhook)
    },
  }

  /** Ids of listeners whose keyword is the same one by the rule for all keywords, which depends on the language. */
  async function findSameTopic(workspaceId: string, keyword: string, locale: ListenerLocale): Promise<string[]> {
    const topics = await findTopics(db, workspaceId, locale)
    return topics
      .filter((topic) => keywordKeyIn(topic.keyword, topic.language) === keywordKeyIn(keyword, topic.language))
      .map(({ id }) => id)
  }

  /** Rate limit for manual runs and resends, which send requests to other people's servers. */
  async function checkRateLimit(
    bucket: string,
    rate: Rate,
    what: string,
    reason: 'too_many_runs' | 'too_many_resends',
  ) {
    const { count, resets_at } = await rates.count(bucket, rate.windowSeconds)
    if (count <= rate.max) return
    throw new AppError('rate_limited', `${what} ${rate.max} times in the last hour. Try again later.`, {
      reason,
      params: { max: rate.max },
      retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
    })
  }
}
