import type { Database, Tx } from '#platform/database/database.ts'
import { createBatcher } from '#platform/jobs/batcher.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics.ts'
import { createDrain } from './drain-inbox.ts'
import { createBacklog } from './inbox-backlog.ts'
import { maxPackedBytes, packRequests } from './rules/event-inbox-format.ts'
import { createEventsAside } from './set-events-aside.ts'
import {
  commitLazily,
  deleteInboxRows,
  insertInboxRow,
  lockInboxRows,
  measureInbox,
} from './store/event-inbox-store.ts'
import { makePartitions } from './store/partition-store.ts'
import { insertInParts, insertMessages, type ReadyMessage, readyMessage, sumCounts } from './store/store.ts'

/** A validated request, unparsed. */
export type Collected = { body: Buffer; messages: number }

export const monthsAhead = 2
/** PostgreSQL's error code for a row without a partition. */
const noPartition = '23514'
/** A step delays intake by about 50 ms, or by 10 ms when busy. */
const messagesPerStep = { calm: 2000, busy: 400 }
/** Steps between merges of partial counts. */
const stepsPerSum = 400
/** Above this intake rate, intake has priority over draining. */
const busyPerSecond = 10_000
const minShare = 0.15
/** Longest time a query waits for earlier events to be stored. */
const maxReadingWaitMs = 2000

/**
 * A durable queue between the 202 response and the events table. Rows are removed in the transaction that stores their messages, so
 * a crash at any time neither loses nor duplicates a message.
 */
export function createInbox({
  db,
  log,
  metrics,
}: {
  db: Database
  log: Log
  metrics?: Pick<Metrics, 'eventsWaiting' | 'eventsSetAside'>
}) {
  let partitions: Promise<void> | null = null
  /** Arrival of the oldest message in the current step. */
  let oldestMs = 0
  let steps = 0
  let summing: Promise<void> | null = null
  const intake = createRate()
  const backlog = createBacklog(db, (messages) => metrics?.eventsWaiting.set(messages))
  const aside = createEventsAside({ log, metrics })

  const commit = createBatcher<Collected, undefined>({
    run: write,
    lanes: 2,
    maxItems: 1000,
    size: ({ body }) => body.length,
    maxSize: maxPackedBytes,
    maxWaitingSize: 64_000_000,
  })
  const drain = createDrain({
    step,
    share: () => (isBusy() ? Math.min(1, minShare + 2 * backlog.fullness()) : 1),
    batchDelayMs: 50,
    retryMs: 1000,
    onError: (err) => log.warn({ err }, 'Storing events failed: retrying'),
  })

  const isBusy = () => intake.perSecond() > busyPerSecond

  async function write(requests: Collected[]): Promise<undefined[]> {
    await backlog.measureOnce()
    const messages = requests.reduce((sum, request) => sum + request.messages, 0)
    const body = await packRequests(requests.map((request) => request.body))
    await insertInboxRow(db, { messages, body })
    backlog.add(messages, body.length)
    drain.wake()
    return requests.map(() => undefined)
  }

  async function step(): Promise<number> {
    await preparePartitions()
    const taken = await moveToEvents(insertMessages).catch(async (error) => {
      if (getCode(error) === noPartition) {
        // Partitions are missing because the cleanup job didn’t run for months, or these messages are that old.
        await makePartitions(db, monthsAhead, new Date(oldestMs))
        await makePartitions(db, monthsAhead)
        return moveToEvents(insertMessages)
      }
      // A data exception: one message is invalid, so the others are stored without it.
      if (!/^22/.test(getCode(error))) throw error
      log.warn({ err: error }, 'A batch of events was rejected: storing it in parts')
      return moveToEvents((tx, messages) => insertInParts(tx, messages, aside.setMessageAside))
    })
    await backlog.remove(taken)
    if (taken.messages > 0 && ++steps % stepsPerSum === 0 && !summing)
      summing = sumCounts(db)
        .catch((err) => log.warn({ err }, 'Event totals couldn’t be updated'))
        .finally(() => {
          summing = null
        })
    return taken.messages
  }

  /** Takes the oldest rows out and stores their messages, all or nothing. */
  function moveToEvents(store: (tx: Tx, messages: ReadyMessage[]) => Promise<void>) {
    return db.transaction().execute(async (tx) => {
      // If a crash loses the commit, the rows are still in the inbox.
      await commitLazily(tx)
      const rows = await lockInboxRows(tx, isBusy() ? messagesPerStep.busy : messagesPerStep.calm)
      const taken = { messages: 0, bytes: 0 }
      if (rows.length === 0) return taken
      oldestMs = rows[0]!.receivedMs
      const messages: ReadyMessage[] = []
      const done: number[] = []
      for (const row of rows) {
        const found = await aside.unpackOrSetAside(tx, row)
        if (!found) continue
        for (const message of found) messages.push(readyMessage(message, row.receivedMs))
        done.push(row.id)
      }
      await store(tx, messages)
      await deleteInboxRows(tx, done)
      for (const row of rows) {
        taken.messages += row.messages
        taken.bytes += row.body.length
      }
      return taken
    })
  }

  /** Once per process; retried with the next step after a failure. */
  function preparePartitions(): Promise<void> {
    partitions ??= makePartitions(db, monthsAhead).catch((error) => {
      partitions = null
      throw error
    })
    return partitions
  }

  return {
    /** Backpressure: true when the commit queue or the inbox is full. */
    isFull: () => commit.isFull() || backlog.fullness() >= 1,

    /** Resolves after the commit. */
    async add(request: Collected) {
      intake.count(request.messages)
      await commit.add(request)
    },

    /** Stores everything committed before the call, for up to two seconds. Answers how many messages are left. */
    async catchUp(): Promise<number> {
      const { lastId } = await measureInbox(db)
      if (lastId === null) return 0
      const left = () => measureInbox(db, lastId)
      const done = await drain.catchUp(async () => (await left()).lastId === null, maxReadingWaitMs)
      return done ? 0 : (await left()).messages
    },

    /** Starts draining, for example rows of a crashed process. */
    wake: () => drain.wake(),

    /** Graceful shutdown: commits what was added. Rows not stored yet are drained by another process or the next start. */
    async close() {
      await commit.settle()
      await drain.stop()
      await summing
    },
  }
}

const getCode = (error: unknown) => String((error as { code?: unknown }).code ?? '')

/** Events per second, over the last 250 ms or longer. */
function createRate() {
  let counted = 0
  let since = performance.now()
  let rate = 0
  return {
    count(more: number) {
      counted += more
    },
    perSecond() {
      const seconds = (performance.now() - since) / 1000
      if (seconds >= 0.25) {
        rate = counted / seconds
        counted = 0
        since = performance.now()
      }
      return rate
    },
  }
}
