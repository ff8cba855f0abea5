import { randomUUIDv7 } from 'node:crypto'
import { collectTasks, type TaskFailure, type WaitingTask } from '#features/reports/pipeline/collect-tasks.ts'
import { inParallel } from '#features/reports/pipeline/in-parallel.ts'
import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import {
  type Locale,
  type SerpQueue,
  type SerpScope,
  type SourceAnswer,
  SourceError,
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

type Waiting = WaitingTask & { no: number; text: string }

const maxConcurrentPosts = 4
const maxConcurrentReads = 8

/** Returns the keywords that the queue couldn’t be asked for, to be asked for live. @throws SourceError when nothing more can be asked */
export async function checkThroughQueue(checks: QueuedChecks): Promise<OpenKeyword[]> {
  const { db, lease, runNo, source, queue, locale, scope, underWay, signal } = checks
  const waiting = new Map<string, Waiting>()
  const toKey = (text: string, pixels: boolean) =>
    JSON.stringify([
      ...[source.id, locale.country, locale.language, scope.device, scope.depth, pixels],
      text.toLowerCase(),
    ])
  // A page with positions in pixels serves a tracker that doesn’t need them too.
  const claims = createClaims(underWay, (text) => [
    toKey(text, scope.pixels === true),
    ...(scope.pixels ? [] : [toKey(text, true)]),
  ])

  const stored = new Map((await findTasks(db, lease, runNo)).map((task) => [task.no, task]))
  for (const { no, text } of checks.open) {
    const task = stored.get(no)
    if (task) waiting.set(task.tag, { no, text, ...toState(task) })
  }
  const resumed = [...waiting.values()]
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
      await collectAll(round === 0 ? resumed : [])
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
        if (id !== null) waiting.set(tag, task)
        else
          await fail(task, {
            kind: 'bad_answer',
            sentence: `${source.label} rejected a request: ${error}.`,
            reason: 'source_request_rejected',
          })
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

  async function fail({ no, text }: Waiting, { sentence, reason, details }: TaskFailure) {
    await checks.onFailure(no, new SourceError(source.id, 'bad_answer', sentence, { reason, details }))
    claims.end(text)
  }

  async function collectAll(resumed: Waiting[] = []) {
    await collectTasks({
      resumed,
      ...{ source, queue, waiting, signal },
      saveIds: (ids) => retryWhileUnavailable(() => setTaskIds(db, lease, runNo, ids), { signal }),
      onAnswer: async (task, answer) => {
        await source.serp.store?.(task.text, locale, scope, answer)
        await checks.onAnswer(task.no, answer)
        claims.end(task.text)
      },
      onFailure: fail,
    })
  }
}

/** Results pages that this run waits for: other trackers of the process wait for it, and then find them in the cache. */
function createClaims(
  underWay: Map<string, Promise<void>>,
  toKeys: (text: string) => [own: string, ...serving: string[]],
) {
  const toKey = (text: string) => toKeys(text)[0]
  const find = (text: string) => toKeys(text).find((key) => underWay.has(key))
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
    isTaken: (text: string) => find(text) !== undefined,
    wait: (text: string) => underWay.get(find(text) ?? ''),
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

const toState = ({ tag, taskId, createdAt }: { tag: string; taskId: string | null; createdAt: Date }) => ({
  ...{ tag, id: taskId, since: createdAt.getTime(), tries: 0 },
})

const unlessAborted = (done: Promise<unknown>, signal: AbortSignal) =>
  Promise.race([
    done,
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ])
