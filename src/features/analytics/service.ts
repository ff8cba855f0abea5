import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { CollectedEvent } from './contract.ts'
import { maxMessages } from './contract.ts'
import { type Collected, createInbox, monthsAhead } from './event-inbox.ts'
import { deleteSetAside } from './store/event-inbox-store.ts'
import {
  countFunnel,
  type EventRow,
  findDays,
  findMatching,
  findNewest,
  findPerson,
  findTopNames,
  findTopPages,
  runReadQuery,
} from './store/event-query-store.ts'
import { dropPartitions, makePartitions } from './store/partition-store.ts'
import { type EventKeys, insertOrReadKeys, sumCounts } from './store/store.ts'

/** Retention of events in whole months after the month of arrival. */
export const retentionMonths = 13
/** How often to look for rows left by crashed processes. */
const pollEveryMs = 5000

export type Analytics = ReturnType<typeof createAnalytics>

export function createAnalytics({
  db,
  given,
  host,
  ownPagesHost = null,
  log,
  metrics,
}: {
  db: Database
  /** Keys from the settings; missing ones are generated once and stored. */
  given: Partial<EventKeys>
  /** The collector's origin. */
  host: string
  /** The collector's origin for our own pages, if it's another host. */
  ownPagesHost?: string | null
  log: Log
  metrics?: Parameters<typeof createInbox>[0]['metrics']
}) {
  let keys: Promise<EventKeys> | null = null
  const inbox = createInbox({ db, log, metrics })

  function readKeys(): Promise<EventKeys> {
    keys ??= (
      given.publicKey !== undefined && given.workspaceId !== undefined
        ? Promise.resolve({ publicKey: given.publicKey, workspaceId: given.workspaceId })
        : insertOrReadKeys(db, {
            publicKey: `pk_${randomBytes(18).toString('base64url')}`,
            workspaceId: randomUUID(),
          }).then((stored) => ({ ...stored, ...withoutUndefined(given) }))
    ).catch((error) => {
      keys = null
      throw error
    })
    return keys
  }

  return {
    /** @throws AppError unauthenticated: not the key of this installation; too_large: more messages than a request may carry */
    async admit({ public_key, workspace_id, messages }: Record<string, unknown>) {
      const { publicKey, workspaceId } = await readKeys()
      if (public_key !== publicKey || workspace_id !== workspaceId)
        throw new AppError(
          'unauthenticated',
          'public_key and workspace_id don’t belong to this installation. Staff can find them under Admin, Events.',
          { field: public_key === publicKey ? 'workspace_id' : 'public_key', reason: 'wrong_key' },
        )
      if (Array.isArray(messages) && messages.length > maxMessages)
        throw new AppError('too_large', `A request may carry up to ${maxMessages.toLocaleString('en')} messages.`, {
          field: 'messages',
          reason: 'too_many',
          params: { max: maxMessages },
        })
    },

    /** Resolves after the commit. @throws AppError unavailable when the inbox is full (backpressure) */
    async collect(request: Collected) {
      if (inbox.isFull())
        throw new AppError('unavailable', 'Too many events right now. Send them again in a moment.', {
          reason: 'inbox_full',
          retryAfterSeconds: 2,
        })
      await inbox.add(request)
      return { accepted: request.messages }
    },

    async settings() {
      const { publicKey, workspaceId } = await readKeys()
      return { public_key: publicKey, workspace_id: workspaceId, host }
    },

    async clientSettings() {
      const { publicKey, workspaceId } = await readKeys()
      return { public_key: publicKey, workspace_id: workspaceId, host: ownPagesHost }
    },

    async list({ q, page, limit }: { q?: string; page: number; limit: number }) {
      const pending = await inbox.catchUp()
      const found = await orTimeoutError(
        runReadQuery(db, (tx) => (q ? findMatching(tx, q, { page, limit }) : findNewest(tx, { page, limit }))),
      )
      return { items: found.items.map(present), total: found.total, page, limit, pending }
    },

    async summary(dayCount: number) {
      const pending = await inbox.catchUp()
      return orTimeoutError(
        runReadQuery(db, async (tx) => {
          const days = await findDays(tx, dayCount)
          const names = await findTopNames(tx, dayCount)
          const byDay = (counts: Record<string, number>) => days.map(({ day }) => counts[day] ?? 0)
          return {
            days: days.map(({ day }) => day),
            by_day: days.map(({ count }) => count),
            total: days.reduce((sum, { count }) => sum + count, 0),
            events: names.map(({ type, name, total, counts }) => ({ type, name, total, by_day: byDay(counts) })),
            pages: await findTopPages(tx, dayCount),
            pending,
          }
        }),
      )
    },

    async funnel(steps: string[], days: number) {
      const pending = await inbox.catchUp()
      const people = await orTimeoutError(runReadQuery(db, (tx) => countFunnel(tx, steps, days)))
      return { steps: steps.map((event, at) => ({ event, people: people[at]! })), pending }
    },

    async person(person: string, { page, limit }: { page: number; limit: number }) {
      const pending = await inbox.catchUp()
      const found = await orTimeoutError(runReadQuery(db, (tx) => findPerson(tx, person, { page, limit })))
      return { aliases: found.aliases, items: found.items.map(present), total: found.total, page, limit, pending }
    },

    /** Creates partitions, merges counts, and deletes events past their retention. */
    async cleanUp() {
      await makePartitions(db, monthsAhead)
      await inbox.catchUp()
      await sumCounts(db)
      await deleteSetAside(db, retentionMonths)
      const dropped = await dropPartitions(db, retentionMonths)
      if (dropped.length > 0) log.info({ partitions: dropped }, 'Expired events were deleted')
    },

    /** Drains rows left by crashed processes. */
    watch() {
      inbox.wake()
      const timer = setInterval(inbox.wake, pollEveryMs)
      timer.unref()
      return () => clearInterval(timer)
    },

    close: () => inbox.close(),
  }
}

const getCode = (error: unknown) => String((error as { code?: unknown }).code ?? '')

const withoutUndefined = (keys: Partial<EventKeys>) =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined)) as Partial<EventKeys>

/** @throws AppError unavailable in place of PostgreSQL's "canceling statement due to statement timeout" */
async function orTimeoutError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (getCode(cause) !== '57014') throw cause
    throw new AppError('unavailable', 'This search took too long. Choose fewer days or other words.', {
      reason: 'query_timeout',
      retryable: false,
      cause,
    })
  }
}

const present = (row: EventRow): CollectedEvent => ({
  _id: row.id,
  message_id: row.message_id,
  received_at: row.received_at.toISOString(),
  timestamp: row.at.toISOString(),
  type: row.type,
  event: row.event,
  uid: row.uid,
  alias: row.alias,
  group_id: row.group_id,
  traits: row.traits,
  properties: row.properties,
  location: {
    address: row.address,
    path: row.path,
    query: row.query,
    host: row.host,
    origin: row.origin,
    referrer: row.referrer,
  },
})
