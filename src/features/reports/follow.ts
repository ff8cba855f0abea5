import type { Database } from '#platform/database.ts'
import type { Signals } from '#platform/signals.ts'
import type { SendEvent } from '#platform/sse.ts'
import type { Progress } from './contract.ts'
import { findLatestRows } from './row-store.ts'
import { findProgress } from './store.ts'

/** Signals say when to look; without one (another process's was lost) look anyway. */
const lookAgainMs = 2000
const latestRows = 40

const finished = new Set(['done', 'failed', 'cancelled'])

/** Sends what changed until the report ends; whoever comes late gets the final event at once. */
export async function followProgress(
  { db, signals }: { db: Database; signals: Signals },
  place: { workspaceId: string; id: string },
  send: SendEvent,
  signal: AbortSignal,
) {
  let wake = () => {}
  let signalled = false
  const unsubscribe = signals.subscribe('report', place.id, () => {
    signalled = true
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    let last: Progress | null = null
    let latest = new Date(0).toISOString()
    while (!signal.aborted) {
      signalled = false
      const [progress] = await findProgress(db, place.workspaceId, [place.id])
      if (!progress) return
      for (const source of progress.sources) {
        const before = last?.sources.find(({ id }) => id === source.id)
        if (!before || before.state !== source.state || before.count !== source.count || before.asked !== source.asked)
          await send('source', source)
      }
      if (!last || last.rows !== progress.rows) {
        const rows = await findLatestRows(db, place, latest, latestRows)
        latest = rows[0]?.first_seen ?? latest
        await send('rows', { total: progress.rows, latest: rows, progress: progress.progress })
      }
      if (
        !last ||
        last.stage !== progress.stage ||
        last.status !== progress.status ||
        last.progress !== progress.progress
      ) {
        await send('stage', { stage: progress.stage, progress: progress.progress, status: progress.status })
      }
      if (finished.has(progress.status)) {
        await send(progress.status === 'failed' ? 'failed' : 'done', progress)
        return
      }
      last = progress
      if (!signalled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, lookAgainMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    }
  } finally {
    unsubscribe()
  }
}
