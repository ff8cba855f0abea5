import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { CollectedEvent, Message } from './contract.ts'
import { mostMessages } from './contract.ts'
import {
  countFunnel,
  type EventRow,
  findDays,
  findMatching,
  findNewest,
  findPerson,
  findTopNames,
  findTopPages,
  reading,
} from './feed-store.ts'
import { createGroupCommit } from './group-commit.ts'
import { dropPartitions, makePartitions } from './partition-store.ts'
import {
  type EventKeys,
  insertMessages,
  insertOrReadKeys,
  type ReadyMessage,
  readyMessage,
  sumCounts,
} from './store.ts'

/** Whole months an event is kept after the one it arrived in. */
export const monthsKept = 13
const monthsAhead = 2
/** Writes of this process until it adds up the parts of the sums, so that they stay few between two sweeps. */
const writesPerSum = 400

export type Analytics = ReturnType<typeof createAnalytics>

export function createAnalytics({
  db,
  given,
  host,
  ownPagesHost = null,
  log,
}: {
  db: Database
  /** What the settings say; what they leave out is made once and kept. */
  given: Partial<EventKeys>
  /** Where browsers send to. */
  host: string
  /** Where our own pages send to, when that is another host than theirs. */
  ownPagesHost?: string | null
  log: Log
}) {
  let keys: Promise<EventKeys> | null = null
  let partitions: Promise<void> | null = null
  let writes = 0
  let summing: Promise<void> | null = null

  const commit = createGroupCommit<ReadyMessage>({
    write,
    lanes: 2,
    mostItems: 2000,
    mostSize: 4_000_000,
    mostWaitingSize: 64_000_000,
    // What PostgreSQL calls a data exception.
    isItemsFault: (error) => /^22/.test(codeOf(error)),
  })

  async function write(messages: ReadyMessage[]) {
    await remember()
    try {
      await insertMessages(db, messages)
    } catch (error) {
      // No partition for now: nobody swept for months.
      if (codeOf(error) !== '23514') throw error
      await makePartitions(db, monthsAhead)
      await insertMessages(db, messages)
    }
    if (++writes % writesPerSum === 0 && !summing)
      summing = sumCounts(db)
        .catch((err) => log.warn({ err }, 'The sums of events were not added up'))
        .finally(() => {
          summing = null
        })
  }

  /** Once a process; a failure is tried again with the next write. */
  function remember(): Promise<void> {
    partitions ??= makePartitions(db, monthsAhead).catch((error) => {
      partitions = null
      throw error
    })
    return partitions
  }

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
          'public_key and workspace_id are not those of this installation: its staff find them under Events.',
          { field: public_key === publicKey ? 'workspace_id' : 'public_key' },
        )
      if (Array.isArray(messages) && messages.length > mostMessages)
        throw new AppError('too_large', `A request may carry at most ${mostMessages.toLocaleString('en')} messages.`, {
          field: 'messages',
        })
    },

    /** Answers when they are stored. @throws AppError unavailable when too much waits already */
    async collect(messages: Message[]) {
      if (commit.isFull())
        throw new AppError('unavailable', 'Too much comes in at once. Send it again in a moment.', {
          retryAfterSeconds: 2,
        })
      const ready = messages.map(readyMessage)
      await commit.add(ready, sizeOf(ready))
      return { accepted: messages.length }
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
      const found = await inTime(
        reading(db, (tx) => (q ? findMatching(tx, q, { page, limit }) : findNewest(tx, { page, limit }))),
      )
      return { items: found.items.map(present), total: found.total, page, limit }
    },

    async summary(dayCount: number) {
      return inTime(
        reading(db, async (tx) => {
          const days = await findDays(tx, dayCount)
          const names = await findTopNames(tx, dayCount)
          const byDay = (counts: Record<string, number>) => days.map(({ day }) => counts[day] ?? 0)
          return {
            days: days.map(({ day }) => day),
            by_day: days.map(({ count }) => count),
            total: days.reduce((sum, { count }) => sum + count, 0),
            events: names.map(({ type, name, total, counts }) => ({ type, name, total, by_day: byDay(counts) })),
            pages: await findTopPages(tx, dayCount),
          }
        }),
      )
    },

    async funnel(steps: string[], days: number) {
      const people = await inTime(reading(db, (tx) => countFunnel(tx, steps, days)))
      return { steps: steps.map((event, at) => ({ event, people: people[at]! })) }
    },

    async person(person: string, { page, limit }: { page: number; limit: number }) {
      const found = await inTime(reading(db, (tx) => findPerson(tx, person, { page, limit })))
      return { aliases: found.aliases, items: found.items.map(present), total: found.total, page, limit }
    },

    /** Makes the months to come, takes away those that had their time, adds up the sums. */
    async sweep() {
      await makePartitions(db, monthsAhead)
      await sumCounts(db)
      const dropped = await dropPartitions(db, monthsKept)
      if (dropped.length > 0) log.info({ partitions: dropped }, 'Events past their time were removed')
    },

    async close() {
      await commit.settle()
      await summing
    },
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

const withoutUndefined = (keys: Partial<EventKeys>) =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined)) as Partial<EventKeys>

/** About how many characters: what is long in a message are its facts and its place. */
function sizeOf(messages: ReadyMessage[]) {
  let size = 0
  for (const { location, propertiesText, traitsText } of messages)
    size +=
      300 +
      location.address.length +
      location.path.length +
      location.query.length +
      location.referrer.length +
      (propertiesText?.length ?? 0) +
      (traitsText?.length ?? 0)
  return size
}

/** @throws AppError unavailable in place of PostgreSQL's "canceling statement due to statement timeout" */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (codeOf(cause) !== '57014') throw cause
    throw new AppError('unavailable', 'That is too much to look through: ask for fewer days, or for other words.', {
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
