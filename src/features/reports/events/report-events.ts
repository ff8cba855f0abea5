import type { ResourceRef } from '#kit/resource-ref.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Progress } from '../contract.ts'
import { isFinished, type ReportFollowers } from './report-follower.ts'

/** Sends changes until the report ends. For an ended report, sends the final event immediately. */
export async function followProgress(
  followers: ReportFollowers,
  ref: ResourceRef,
  send: SendEvent,
  signal: AbortSignal,
) {
  const rest = createWakeableSleep()
  const watching = followers.watch(ref, rest.wake)
  signal.addEventListener('abort', rest.wake, { once: true })
  try {
    let last: Progress | null = null
    let seen = new Set<string>()
    while (!signal.aborted) {
      rest.clear()
      const snapshot = watching.current()
      if (snapshot === null) return
      if (snapshot && snapshot.progress !== last) {
        const { progress, latest } = snapshot
        await sendSources(send, progress, last)
        if (!last || last.rows !== progress.rows) {
          const known = seen
          const unseen = latest.filter(({ _id }) => !known.has(_id))
          seen = new Set(latest.map(({ _id }) => _id))
          await send('rows', { total: progress.rows, latest: unseen, progress: progress.progress })
        }
        if (!last || hasMoved(progress, last))
          await send('stage', { stage: progress.stage, progress: progress.progress, status: progress.status })
        if (isFinished(progress)) {
          await send(progress.status === 'failed' ? 'failed' : 'done', progress)
          return
        }
        last = progress
      }
      await rest.sleep()
    }
  } finally {
    watching.stop()
  }
}

async function sendSources(send: SendEvent, progress: Progress, last: Progress | null) {
  for (const source of progress.sources) {
    const before = last?.sources.find(({ id }) => id === source.id)
    if (!before || before.state !== source.state || before.count !== source.count || before.asked !== source.asked)
      await send('source', source)
  }
}

const hasMoved = (progress: Progress, last: Progress) =>
  last.stage !== progress.stage || last.status !== progress.status || last.progress !== progress.progress
