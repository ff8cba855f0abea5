import type { Queue } from '#platform/jobs/queue.ts'
import type { Metrics } from '#platform/metrics.ts'

type Dependencies = { queue: Pick<Queue, 'countDue'>; metrics: Pick<Metrics, 'jobsWaiting'> }

/** Prometheus gives up after ten seconds by default, and the other metrics matter most while the database hangs. */
const timeoutMs = 2000

/** Counts the jobs that wait, when someone asks. Without the database there is no count, rather than an old one. */
export function createQueueMeasurement({ queue, metrics }: Dependencies) {
  return async () => {
    metrics.jobsWaiting.reset()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, null)
    })
    const due = await Promise.race([queue.countDue().catch(() => null), tooLate])
    clearTimeout(timer)
    for (const [name, jobs] of due ?? []) metrics.jobsWaiting.set({ queue: name }, jobs)
  }
}
