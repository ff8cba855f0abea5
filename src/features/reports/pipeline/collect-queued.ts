import { randomUUIDv7 } from 'node:crypto'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import { sleepUnlessAborted } from '#platform/jobs/abortable-sleep.ts'
import {
  type PostedTask,
  type QueuedTask,
  type SearchSource,
  type SerpQueue,
  type SourceAnswer,
  SourceError,
  type SourceReason,
} from '#providers/search-data/port.ts'
import { deleteTasks, findTasks, insertTasks, setTaskIds } from '../store/task-store.ts'
import { inParallel } from './in-parallel.ts'
import type { ReportSpending } from './spending.ts'

/**
 * Sends a list of terms through a vendor's queue. Each task is stored with its tag and reservation before it is posted, so that a worker
 * that takes over the report collects posted tasks and never posts one twice. Tasks with an unknown outcome are found by their tag.
 */

export type QueuedWork = {
  db: Database
  report: ResourceRef
  source: SearchSource
  queue: SerpQueue
  terms: string[]
  locale: { country: string; language: string }
  fresh: boolean
  spending: ReportSpending
  signal: AbortSignal
  onAnswer(term: string, answer: SourceAnswer, ms: number): void
  onFailure(term: string, error: SourceError): void
  /** Called when a task is done or has permanently failed. */
  onFinished(tag: string): void
}

type Waiting = QueuedTask & { id: string | null; since: number; tries: number }

const maxConcurrentPosts = 4
const maxConcurrentCacheReads = 8
/** Empty polls before tasks are read one by one: the vendor's list of ready tasks is limited. */
const emptyPollsBeforeDirectReads = 15
/** Polls until a task without an id counts as lost, and until any task does. */
const pollsUntilLost = 225
const pollsUntilOverdue = 2700
const maxCollectAttempts = 3

export async function collectThroughQueue(work: QueuedWork): Promise<void> {
  const { db, report, source, queue, locale, spending, signal } = work
  const openTerms = new Set(work.terms)
  const waiting = new Map<string, Waiting>()
  for (const { tag, term, taskId, createdAt } of await findTasks(db, report, source.id))
    if (openTerms.delete(term)) waiting.set(tag, { tag, term, id: taskId, since: createdAt.getTime(), tries: 0 })
    // The answer is already stored.
    else work.onFinished(tag)
  const resumed = [...waiting.values()]
  await readCache()
  let failure: unknown = null
  await postAll().catch((error) => {
    failure = error
  })
  await collectAll()
  if (failure) throw failure

  async function readCache() {
    if (work.fresh || !source.findCached) return
    await inParallel([...openTerms], maxConcurrentCacheReads, async (term) => {
      const cached = await source.findCached!(term, locale)
      if (!cached || signal.aborted) return
      openTerms.delete(term)
      work.onAnswer(term, cached, 0)
    })
  }

  async function postAll() {
    await inParallel(toBatches([...openTerms], queue.atOnce), maxConcurrentPosts, async (batch) => {
      if (signal.aborted) return
      await post(batch.map((term) => ({ tag: randomUUIDv7(), term })))
    })
  }

  async function post(tasks: QueuedTask[]) {
    const tags = tasks.map(({ tag }) => tag)
    const call = {
      source: source.id,
      endpoint: queue.endpoint,
      calls: tasks.length,
      usd: Math.round(tasks.length * queue.costPerTaskUsd * 1e6) / 1e6,
    }
    const held = await spending
      .reserve(call, (tx) => insertTasks(tx, report, source.id, tasks))
      .catch((error) => (isOverLimit(error) && tasks.length > 1 ? null : Promise.reject(error)))
    if (!held) {
      // The limit may still cover half of the tasks.
      const half = Math.ceil(tasks.length / 2)
      await post(tasks.slice(0, half))
      return post(tasks.slice(half))
    }
    const drawn = drawFrom(held, () => spending.reserve(call))
    try {
      const posted = await queue.post(tasks, locale, { signal, spending: drawn.spending })
      await saveTaskIds(tasks, posted)
    } catch (error) {
      if (!drawn.isDrawn()) await held.settle(0)
      const isRefused = !drawn.isDrawn() || drawn.getCost() === 0
      if (isRefused) await deleteTasks(db, report, tags)
      if (isRefused || signal.aborted || !(error instanceof SourceError)) throw error
      // The vendor may have queued it anyway: polling finds it by its tag.
      for (const task of tasks) waiting.set(task.tag, { ...task, id: null, since: Date.now(), tries: 0 })
    }
  }

  async function saveTaskIds(tasks: QueuedTask[], posted: PostedTask[]) {
    const ids = posted.flatMap(({ tag, id }) => (id === null ? [] : [{ tag, id }]))
    await retryWhileUnavailable(() => setTaskIds(db, report, ids), { signal })
    const terms = new Map(tasks.map(({ tag, term }) => [tag, term]))
    for (const { tag, id, error } of posted) {
      const term = terms.get(tag)!
      if (id !== null) waiting.set(tag, { tag, term, id, since: Date.now(), tries: 0 })
      else
        fail({ tag, term }, 'bad_answer', `${source.label} rejected a request: ${error}.`, {
          reason: 'source_request_rejected',
        })
    }
  }

  function fail(
    task: QueuedTask,
    kind: 'bad_answer' | 'timeout',
    sentence: string,
    about: { reason: SourceReason; details?: string | null },
  ) {
    waiting.delete(task.tag)
    work.onFinished(task.tag)
    work.onFailure(task.term, new SourceError(source.id, kind, sentence, about))
  }

  async function collectAll() {
    let due = resumed.filter(({ id }) => id !== null)
    for (let vain = 0; waiting.size > 0 && !signal.aborted; ) {
      const startedAt = Date.now()
      const before = waiting.size
      await inParallel(due, source.concurrency, collectOne)
      vain = waiting.size < before ? 0 : vain + 1
      failLostTasks()
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
    if (adopted.length > 0) await retryWhileUnavailable(() => setTaskIds(db, report, adopted), { signal })
    if (due.length > 0 || vain < emptyPollsBeforeDirectReads || vain % emptyPollsBeforeDirectReads !== 0) return due
    return [...byId.values()].slice(0, queue.atOnce)
  }

  async function collectOne(task: Waiting) {
    if (signal.aborted) return
    try {
      const answer = await queue.collect(task.id!, { signal })
      if (answer === null) return
      waiting.delete(task.tag)
      work.onFinished(task.tag)
      work.onAnswer(task.term, answer, Date.now() - task.since)
      await source.store?.(task.term, locale, answer)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SourceError) || isFinal(error)) throw error
      if (++task.tries < maxCollectAttempts && error.kind !== 'bad_answer') return
      fail(task, 'bad_answer', error.message, { reason: error.reason, details: error.details })
    }
  }

  function failLostTasks() {
    for (const task of waiting.values()) {
      const looks = (Date.now() - task.since) / queue.pollMs
      if (looks < (task.id === null ? pollsUntilLost : pollsUntilOverdue)) continue
      const [what, reason] = task.id === null ? lostResult : noResponse
      fail(task, 'timeout', `${source.label} ${what}. Retry the report to send it again.`, { reason })
    }
  }
}

const toBatches = (terms: string[], size: number) =>
  Array.from({ length: Math.ceil(terms.length / size) }, (_, at) => terms.slice(at * size, (at + 1) * size))

const lostResult = ['may have charged for a request but never returned its result', 'source_result_lost'] as const
const noResponse = ['never responded to a request', 'source_never_responded'] as const

type Held = Awaited<ReturnType<ReportSpending['reserve']>>

/** Spending of a call whose budget was reserved with its tasks. Only a retry after a free rejection reserves again. */
function drawFrom(held: Held, reserve: () => Promise<Held>) {
  let isDrawn = false
  /** Null until the vendor said what the last call cost. */
  let cost: number | null = null
  const spending = {
    reserve: async () => {
      const mine = isDrawn ? await reserve() : held
      isDrawn = true
      cost = null
      return {
        settle: (usd: number) => {
          cost = usd
          return mine.settle(usd)
        },
      }
    },
  }
  return { spending, isDrawn: () => isDrawn, getCost: () => cost }
}

const isOverLimit = (error: unknown) => error instanceof SourceError && error.kind === 'budget'

const isFinal = ({ kind }: SourceError) => ['circuit_open', 'blocked', 'unauthorized'].includes(kind)
