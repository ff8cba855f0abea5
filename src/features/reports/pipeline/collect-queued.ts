import { randomUUIDv7 } from 'node:crypto'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import {
  type PostedTask,
  type QueuedTask,
  type SearchSource,
  type SerpQueue,
  type SourceAnswer,
  SourceError,
} from '#providers/search-data/port.ts'
import { deleteTasks, findTasks, insertTasks, setTaskIds } from '../store/task-store.ts'
import { collectTasks, type TaskFailure, type WaitingTask } from './collect-tasks.ts'
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

type Waiting = QueuedTask & WaitingTask

const maxConcurrentPosts = 4
const maxConcurrentCacheReads = 8

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
  await collectTasks<Waiting>({
    ...{ source, queue, waiting, resumed, signal },
    saveIds: (ids) => retryWhileUnavailable(() => setTaskIds(db, report, ids), { signal }),
    onAnswer: async (task, answer) => {
      work.onFinished(task.tag)
      work.onAnswer(task.term, answer, Date.now() - task.since)
      await source.store?.(task.term, locale, answer)
    },
    onFailure: fail,
  })
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
        await fail(
          { tag, term },
          {
            kind: 'bad_answer',
            sentence: `${source.label} rejected a request: ${error}.`,
            reason: 'source_request_rejected',
          },
        )
    }
  }

  async function fail(task: QueuedTask, { kind, sentence, reason, details }: TaskFailure) {
    const advice = kind === 'timeout' ? ' Retry the report to send it again.' : ''
    work.onFinished(task.tag)
    work.onFailure(task.term, new SourceError(source.id, kind, sentence + advice, { reason, details }))
  }
}

const toBatches = (terms: string[], size: number) =>
  Array.from({ length: Math.ceil(terms.length / size) }, (_, at) => terms.slice(at * size, (at + 1) * size))

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
