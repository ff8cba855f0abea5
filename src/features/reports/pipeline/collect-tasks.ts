import { sleepUnlessAborted } from '#platform/jobs/abortable-sleep.ts'
import {
  type SearchSource,
  type SerpQueue,
  type SourceAnswer,
  SourceError,
  type SourceReason,
} from '#providers/search-data/port.ts'
import { inParallel } from './in-parallel.ts'

/** A request in a vendor’s queue. Without an id its outcome isn’t known: the vendor’s list of ready tasks may name its tag. */
export type WaitingTask = { tag: string; id: string | null; since: number; tries: number }

export type TaskFailure = {
  kind: 'bad_answer' | 'timeout'
  sentence: string
  reason: SourceReason
  details?: string | null | undefined
}

type TaskCollection<T extends WaitingTask> = {
  source: Pick<SearchSource, 'label' | 'concurrency'>
  queue: Pick<SerpQueue, 'atOnce' | 'pollMs' | 'findReady' | 'collect'>
  /** By tag. A task is taken out before its answer or failure is handed on. */
  waiting: Map<string, T>
  /** Those posted some time ago. They are read at once, others when the vendor lists them as ready. */
  resumed: readonly T[]
  signal: AbortSignal
  /** Stores ids of tasks that were found by their tags. */
  saveIds(tasks: { tag: string; id: string }[]): Promise<void>
  onAnswer(task: T, answer: SourceAnswer): Promise<void>
  onFailure(task: T, failure: TaskFailure): Promise<void>
}

/** Empty polls before tasks are read one by one: the vendor’s list of ready tasks is limited. */
const emptyPollsBeforeDirectReads = 15
/** Polls until a task without an id counts as lost, and until any task does: 15 minutes and 3 hours at the vendor’s pace. */
const pollsUntilLost = 225
const pollsUntilOverdue = 2700
const maxCollectAttempts = 3
const finalKinds = ['circuit_open', 'blocked', 'unauthorized', 'cancelled']

const lostResult = ['may have charged for a request but never returned its result', 'source_result_lost'] as const
const noResponse = ['never responded to a request', 'source_never_responded'] as const

/** Polls until no task waits or the signal aborts. @throws SourceError when nothing more can be asked */
export async function collectTasks<T extends WaitingTask>(collection: TaskCollection<T>): Promise<void> {
  const { source, queue, waiting, signal } = collection
  let due = collection.resumed.filter(({ id }) => id !== null)
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

  async function findDue(vain: number): Promise<T[]> {
    const ready = await queue.findReady({ signal })
    const byId = new Map([...waiting.values()].flatMap((task) => (task.id ? [[task.id, task] as const] : [])))
    const adopted: { tag: string; id: string }[] = []
    const found = ready.flatMap(({ id, tag }) => {
      const known = byId.get(id)
      if (known) return [known]
      const lost = tag === null ? undefined : waiting.get(tag)
      if (!lost || lost.id !== null) return []
      lost.id = id
      adopted.push({ tag: lost.tag, id })
      return [lost]
    })
    if (adopted.length > 0) await collection.saveIds(adopted)
    if (found.length > 0 || vain < emptyPollsBeforeDirectReads || vain % emptyPollsBeforeDirectReads !== 0) return found
    return [...byId.values()].slice(0, queue.atOnce)
  }

  async function collectOne(task: T) {
    if (signal.aborted) return
    try {
      const answer = await queue.collect(task.id!, { signal })
      if (answer === null) return
      waiting.delete(task.tag)
      await collection.onAnswer(task, answer)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SourceError) || finalKinds.includes(error.kind)) throw error
      if (++task.tries < maxCollectAttempts && error.kind !== 'bad_answer') return
      const { message: sentence, reason, details } = error
      await fail(task, { kind: 'bad_answer', sentence, reason, details })
    }
  }

  async function failLostTasks() {
    for (const task of [...waiting.values()]) {
      const polls = (Date.now() - task.since) / queue.pollMs
      if (polls < (task.id === null ? pollsUntilLost : pollsUntilOverdue)) continue
      const [what, reason] = task.id === null ? lostResult : noResponse
      await fail(task, { kind: 'timeout', sentence: `${source.label} ${what}.`, reason })
    }
  }

  async function fail(task: T, failure: TaskFailure) {
    waiting.delete(task.tag)
    await collection.onFailure(task, failure)
  }
}
