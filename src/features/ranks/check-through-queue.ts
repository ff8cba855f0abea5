import { randomUUIDv7 } from 'node:crypto'
import { inParallel } from '#features/reports/pipeline/in-parallel.ts'
import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import { sleepUnlessAborted } from '#platform/jobs/abortable-sleep.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import {
  type Locale,
  type SerpQueue,
  type SerpScope,
  type SourceAnswer,
  SourceError,
  type SourceReason,
} from '#providers/search-data/port.ts'
import { createRankSpending } from './rank-spending.ts'
import type { SerpSource } from './serp-sources.ts'
import type { OpenKeyword } from './store/check-store.ts'
import { findTasks, forgetTasks, setTaskIds } from './store/task-store.ts'

/**
 * Checks keywords through a vendor’s queue: cheaper, and minutes later. Each task is stored with its price before it is posted, so that
 * a worker that takes over collects posted tasks and posts none twice. A task whose outcome isn’t known is found by its tag.
 */

export type QueuedChecks = {
  db: Database
  lease: Lease
  runNo: number
  source: SerpSource
  queue: SerpQueue
  locale: Locale
  scope: SerpScope
  maxCostUsd: number | null
  open: OpenKeyword[]
  /** Results pages that another tracker of this process waits for, by their key. */
  underWay: Map<string, Promise<void>>
  signal: AbortSignal
  findKnown(term: string): Promise<SourceAnswer | null>
  /** Each keyword ends with one of these. */
  onAnswer(no: number, answer: SourceAnswer): Promise<void>
  onFailure(no: number, error: SourceError): Promise<void>
}

type Waiting = { no: number; text: string; tag: string; id: string | null; since: number; tries: number }

const maxConcurrentPosts = 4
const maxConcurrentReads = 8
/** Empty polls before tasks are read one by one: the vendor’s list of ready tasks is limited. */
const emptyPollsBeforeDirectReads = 15
/** Polls until a task without an id counts as lost, and until any task does: 15 minutes and 3 hours at the vendor’s pace. */
const pollsUntilLost = 225
const pollsUntilOverdue = 2700
const maxCollectAttempts = 3
const finalKinds = ['circuit_open', 'blocked', 'unauthorized', 'cancelled']

/** Returns the keywords that the queue couldn’t be asked for, to be asked for live. @throws SourceError when nothing more can be asked */
export async function checkThroughQueue(checks: QueuedChecks): Promise<OpenKeyword[]> {
  const { db, lease, runNo, source, queue, locale, scope, underWay, signal } = checks
  const waiting = new Map<string, Waiting>()
  const claims = createClaims(underWay, (text) =>
    JSON.stringify([source.id, locale.country, locale.language, scope.device, scope.depth, text.toLowerCase()]),
  )

  const stored = new Map((await findTasks(db, lease, runNo)).map((task) => [task.no, task]))
  for (const { no, text } of checks.open) {
    const task = stored.get(no)
    if (task) waiting.set(task.tag, { no, text, ...toState(task) })
  }
  // Without a task, it was asked for live before the server stopped.
  const live = checks.open.filter(({ no, wasRequested }) => wasRequested && !stored.has(no))
  let unasked = checks.open.filter(({ no, wasRequested }) => !wasRequested && !stored.has(no))
  try {
    for (let round = 0; (unasked.length > 0 || waiting.size > 0) && !signal.aborted; round++) {
      const shared: OpenKeyword[] = []
      const mine: OpenKeyword[] = []
      await inParallel(unasked, maxConcurrentReads, async (keyword) => {
        const known = await checks.findKnown(keyword.text)
        if (signal.aborted) return
        if (known) await checks.onAnswer(keyword.no, known)
        else if (round < 2 && claims.isTaken(keyword.text)) shared.push(keyword)
        else {
          claims.take(keyword.text)
          mine.push(keyword)
        }
      })
      await postAll(mine)
      await collectAll()
      await unlessAborted(Promise.all(shared.map(({ text }) => claims.wait(text))), signal)
      unasked = shared
    }
  } finally {
    claims.endAll()
  }
  return live

  async function postAll(keywords: OpenKeyword[]) {
    let failure: unknown = null
    const batches = Array.from({ length: Math.ceil(keywords.length / queue.atOnce) }, (_, at) =>
      keywords.slice(at * queue.atOnce, (at + 1) * queue.atOnce),
    )
    await inParallel(batches, maxConcurrentPosts, async (batch) => {
      if (signal.aborted || failure) return
      await post(batch.map(({ no, text }) => ({ no, text, tag: randomUUIDv7() }))).catch((error) => {
        failure = error
      })
    })
    if (!failure) return
    await collectAll()
    throw failure
  }

  async function post(tasks: { no: number; text: string; tag: string }[]): Promise<void> {
    const drawn = { isDrawn: false, cost: null as number | null }
    const { reserve } = createRankSpending(db, lease, {
      ...{ keywords: tasks, runNo, maxCostUsd: checks.maxCostUsd, signal },
    })
    const spending = {
      reserve: async (call: Parameters<typeof reserve>[0]) => {
        const held = await reserve(call)
        Object.assign(drawn, { isDrawn: true, cost: null })
        return {
          settle: (usd: number) => {
            drawn.cost = usd
            return held.settle(usd)
          },
        }
      },
    }
    try {
      const sent = tasks.map(({ tag, text }) => ({ tag, term: text }))
      const posted = await queue.post(sent, locale, { signal, spending }, scope)
      const ids = posted.flatMap(({ tag, id }) => (id === null ? [] : [{ tag, id }]))
      await retryWhileUnavailable(() => setTaskIds(db, lease, runNo, ids), { signal })
      const byTag = new Map(tasks.map((task) => [task.tag, task]))
      for (const { tag, id, error } of posted) {
        const task = { ...byTag.get(tag)!, id, since: Date.now(), tries: 0 }
        waiting.set(tag, task)
        if (id === null) await fail(task, `${source.label} rejected a request: ${error}.`, 'source_request_rejected')
      }
    } catch (error) {
      if (error instanceof SourceError && error.kind === 'budget' && !drawn.isDrawn) return postHalves(tasks, error)
      const isRefused = !drawn.isDrawn || drawn.cost === 0
      if (isRefused)
        await forgetTasks(
          db,
          lease,
          runNo,
          tasks.map(({ no }) => no),
        )
      if (isRefused || signal.aborted || !(error instanceof SourceError)) throw error
      // The vendor may have queued them anyway: polling finds them by their tags.
      for (const task of tasks) waiting.set(task.tag, { ...task, id: null, since: Date.now(), tries: 0 })
    }
  }

  /** The limit may still cover a part of the tasks. */
  async function postHalves(tasks: { no: number; text: string; tag: string }[], error: SourceError) {
    if (tasks.length === 1) {
      await checks.onFailure(tasks[0]!.no, error)
      return claims.end(tasks[0]!.text)
    }
    const half = Math.ceil(tasks.length / 2)
    await post(tasks.slice(0, half))
    await post(tasks.slice(half))
  }

  async function fail({ no, text, tag }: Waiting, sentence: string, reason: SourceReason, details?: string | null) {
    waiting.delete(tag)
    await checks.onFailure(no, new SourceError(source.id, 'bad_answer', sentence, { reason, details }))
    claims.end(text)
  }

  async function collectAll() {
    let due = [...waiting.values()].filter(({ id }) => id !== null)
    for (let vain = 0; waiting.size > 0 && !signal.aborted; ) {
      const startedAt = Date.now()
      const before = waiting.size
      await inParallel(due, source.concurrency, collectOne)
      vain = waiting.size < before ? 0 : vain + 1
      await failLostTasks()
      if (waiting.size === 0 || signal.aborted) return
      if (vain > 0) await sleepUnlessAborted(Math.max(0, queue.pollMs - (Date.now() - startedAt)), signal)
      if (signal.aborted) return
      due = await findDue(vain)
    }
  }

  async function findDue(vain: number): Promise<Waiting[]> {
    const ready = await queue.findReady({ signal })
    const byId = new Map([...waiting.values()].flatMap((task) => (task.id ? [[task.id, task] as const] : [])))
    const adopted: { tag: string; id: string }[] = []
    const due = ready.flatMap(({ id, tag }) => {
      const known = byId.get(id)
      if (known) return [known]
      const lost = tag === null ? undefined : waiting.get(tag)
      if (!lost || lost.id !== null) return []
      lost.id = id
      adopted.push({ tag: lost.tag, id })
      return [lost]
    })
    if (adopted.length > 0) await retryWhileUnavailable(() => setTaskIds(db, lease, runNo, adopted), { signal })
    if (due.length > 0 || vain < emptyPollsBeforeDirectReads || vain % emptyPollsBeforeDirectReads !== 0) return due
    return [...byId.values()].slice(0, queue.atOnce)
  }

  async function collectOne(task: Waiting) {
    if (signal.aborted) return
    try {
      const answer = await queue.collect(task.id!, { signal })
      if (answer === null) return
      await source.serp.store?.(task.text, locale, scope, answer)
      waiting.delete(task.tag)
      await checks.onAnswer(task.no, answer)
      claims.end(task.text)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SourceError) || finalKinds.includes(error.kind)) throw error
      if (++task.tries < maxCollectAttempts && error.kind !== 'bad_answer') return
      await fail(task, error.message, error.reason, error.details)
    }
  }

  async function failLostTasks() {
    for (const task of [...waiting.values()]) {
      const looks = (Date.now() - task.since) / queue.pollMs
      if (looks < (task.id === null ? pollsUntilLost : pollsUntilOverdue)) continue
      const [what, reason] = task.id === null ? lostResult : noResponse
      await fail(task, `${source.label} ${what}.`, reason)
    }
  }
}

/** Results pages that this run waits for: other trackers of the process wait for it, and then find them in the cache. */
function createClaims(underWay: Map<string, Promise<void>>, toKey: (text: string) => string) {
  const mine = new Map<string, () => void>()
  const end = (text: string) => {
    const key = toKey(text)
    const resolve = mine.get(key)
    if (!resolve) return
    mine.delete(key)
    underWay.delete(key)
    resolve()
  }
  return {
    isTaken: (text: string) => underWay.has(toKey(text)),
    wait: (text: string) => underWay.get(toKey(text)),
    take(text: string) {
      const key = toKey(text)
      if (underWay.has(key)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.set(key, promise)
      mine.set(key, resolve)
    },
    end,
    endAll() {
      for (const [key, resolve] of mine) {
        underWay.delete(key)
        resolve()
      }
      mine.clear()
    },
  }
}

const lostResult = ['may have charged for a request but never returned its result', 'source_result_lost'] as const
const noResponse = ['never responded to a request', 'source_never_responded'] as const

const toState = ({ tag, taskId, createdAt }: { tag: string; taskId: string | null; createdAt: Date }) => ({
  ...{ tag, id: taskId, since: createdAt.getTime(), tries: 0 },
})

const unlessAborted = (done: Promise<unknown>, signal: AbortSignal) =>
  Promise.race([
    done,
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ])
