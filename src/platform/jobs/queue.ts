import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db } from '../database/database.ts'
import { DatabaseClient } from '../database/database-client.ts'
import { isPartlyLost } from '../database/database-errors.ts'
import { retryWhileUnavailable } from '../database/database-retry.ts'
import { type Log, logContext } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { DueJobs } from './due-jobs.ts'

/**
 * Jobs, on pg-boss. A job's payload is ids; running one twice is harmless. A job is sent in the transaction that
 * needs it, and starts immediately (NOTIFY) rather than at the next poll.
 */

export type JobContext = { jobId: string; attempt: number; lastAttempt: boolean; signal: AbortSignal; log: Log }

export type JobDefinition<Payload extends object = object> = {
  name: string
  /** Jobs of this kind one process works on at a time. */
  concurrency: number
  retryLimit: number
  retryDelaySeconds: number
  expireInSeconds: number
  work(payload: Payload, context: JobContext): Promise<void>
}

export type SendOptions = {
  startAfter?: Date
  singletonKey?: string
  /** With `singletonKey`: throttles to one job per key in so many seconds; an earlier one waits for the next window. */
  singletonSeconds?: number
  priority?: number
}

/** Declares a job. Its name and limits are kept next to its worker. */
export function job<Payload extends object>(
  definition: Partial<JobDefinition<Payload>> & Pick<JobDefinition<Payload>, 'name' | 'work'>,
): JobDefinition<Payload> {
  return { concurrency: 4, retryLimit: 5, retryDelaySeconds: 1, expireInSeconds: 900, ...definition }
}

export type Queue = {
  /** Makes the queues. Every process that sends calls it. */
  start(jobs: JobDefinition[]): Promise<void>
  /** Begins to work on them. */
  work(): Promise<void>
  /** Puts a job in with the caller's transaction. */
  send(db: Db, name: string, payload: object, options?: SendOptions): Promise<void>
  /** Jobs that could start now, of each queue. */
  countDue(): Promise<Map<string, number>>
  /** Tries a failed job once more. */
  retry(name: string, id: string): Promise<void>
  /** Takes no more jobs; those it works on go on, and jobs can still be sent. */
  rest(): Promise<void>
  /** Lets running jobs finish for a while; the rest goes back to the queue. */
  stop(timeoutMs: number): Promise<void>
}

const heartbeatSeconds = 10
/** A backstop: each worker's own look costs a statement, and there are dozens of workers. */
const workerPollSeconds = 60
/** Options that pg-boss passes to its connection pool. */
const connectionSettings = {
  Client: DatabaseClient,
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 30_000,
} as object
/** A job that needs a lost server is tried again after it. */
const partlyLostPauseSeconds = 10
/** For what is done to be written down as done; the library waits no shorter. */
const settlingMs = 1000
/** How long aborted jobs may take to end. */
const maxEndingMs = 1000

type QueueSettings = { url: string; log: Log; metrics: Metrics; exclusive: boolean }

export function createQueue(settings: QueueSettings): Queue {
  const { log } = settings
  const boss = new PgBoss({
    connectionString: settings.url,
    application_name: 'earshot-queue',
    max: 6,
    ...connectionSettings,
    useListenNotify: true,
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    schedule: false,
    monitorVacuum: false,
  })
  boss.on('error', (err) => log.error({ err }, 'The job queue reported an error'))
  boss.on('warning', (warning) => log.debug({ warning }, 'The job queue reported a warning'))
  let definitions: JobDefinition[] = []
  /** Jobs at work, by id. */
  const working = new Map<string, Promise<void>>()
  /** At shutdown: the jobs that this process started or fetched and may not finish. */
  let cut: Set<string> | null = null
  const dueJobs = new DueJobs(boss, log)

  return {
    async start(jobs) {
      definitions = jobs
      await boss.start()
      for (const { name, retryLimit, retryDelaySeconds, expireInSeconds } of jobs) {
        const options = {
          retryLimit,
          retryDelay: retryDelaySeconds,
          retryBackoff: true,
          retryDelayMax: 300,
          expireInSeconds,
          notify: true,
          deleteAfterSeconds: 86_400,
        }
        if (await boss.getQueue(name)) await boss.updateQueue(name, { ...options, heartbeatSeconds } as never)
        else await boss.createQueue(name, { ...options, heartbeatSeconds })
      }
      // The only process on this database: whatever is still marked active died with its worker.
      if (settings.exclusive)
        await boss
          .getDb()
          .executeSql(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`, [])
    },

    async work() {
      for (const definition of definitions) {
        const idle = dueJobs.addQueue(definition.name)
        for (let worker = 0; worker < definition.concurrency; worker++) await addWorker(definition, idle)
      }
      dueJobs.start()
    },

    async send(db, name, payload, options = {}) {
      await boss.send(name, payload, {
        ...options,
        singletonNextSlot: options.singletonSeconds !== undefined,
        db: {
          executeSql: (text: string, values: unknown[] = []) =>
            db.executeQuery(CompiledQuery.raw(text, values as unknown[])) as Promise<{ rows: unknown[] }>,
        } as never,
      })
    },

    async countDue() {
      const due = await dueJobs.count(definitions.map(({ name }) => name))
      return new Map(definitions.map(({ name }) => [name, due.get(name) ?? 0]))
    },

    async retry(name, id) {
      await boss.retry(name, id)
    },

    rest,

    async stop(timeoutMs) {
      await rest()
      const enough = new AbortController()
      const late = sleep(Math.max(0, timeoutMs - settlingMs), null, enough).catch(() => null)
      await Promise.race([Promise.all(working.values()), late])
      enough.abort()
      cut = new Set(working.keys())
      await boss.stop({ graceful: true, timeout: settlingMs, close: false })
      const unfinished = [...cut]
      if (unfinished.length > 0) {
        await handBack(boss, unfinished)
        log.info({ jobs: unfinished.length }, 'Jobs returned to the queue')
      }
      await boss.stop({ close: true })
      // Aborted jobs may still write, and the database is closed next.
      await Promise.race([Promise.all(working.values()), sleep(maxEndingMs, null, { ref: false })])
    },
  }

  async function addWorker(definition: JobDefinition, idleWorkers: Set<string>) {
    const id = await boss.work<object>(
      definition.name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: workerPollSeconds,
        notifyPollingIntervalSeconds: workerPollSeconds,
        heartbeatRefreshSeconds: 3,
      },
      async ([found]) => {
        if (!found) return
        cut?.add(found.id)
        idleWorkers.delete(id)
        const done = perform(definition, found as JobWithMetadata, settings, () =>
          handBack(boss, [found.id], partlyLostPauseSeconds),
        )
        working.set(
          found.id,
          done.catch(() => undefined).finally(() => working.delete(found.id)),
        )
        try {
          await done
        } finally {
          idleWorkers.add(id)
          // Looks for the next job at once.
          boss.notifyWorker(id)
        }
      },
    )
    idleWorkers.add(id)
  }

  async function rest() {
    dueJobs.stop()
    await Promise.all(definitions.map(({ name }) => boss.offWork(name, { wait: false })))
  }
}

/**
 * Releases jobs so that another worker starts them, immediately or later. A stop of this process, or the loss of a server, isn't their
 * failure and doesn't count as an attempt.
 */
async function handBack(boss: PgBoss, ids: string[], afterSeconds = 0): Promise<void> {
  const states = afterSeconds > 0 ? ['active'] : ['retry', 'failed']
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', start_after = now() + make_interval(secs => $2), started_on = null, completed_on = null
     where id = any($1::uuid[]) and state = any($3::pgboss.job_state[])`,
    [ids, afterSeconds, states],
  )
}

async function perform(
  definition: JobDefinition,
  found: JobWithMetadata,
  { log, metrics }: Pick<QueueSettings, 'log' | 'metrics'>,
  postpone: () => Promise<void>,
) {
  const started = performance.now()
  const jobLog = log.child({ job: definition.name, job_id: found.id })
  const attempt = found.retryCount + 1
  try {
    const work = () =>
      definition.work(found.data, {
        jobId: found.id,
        attempt,
        lastAttempt: found.retryCount >= found.retryLimit,
        signal: found.signal,
        log: jobLog,
      })
    await logContext.run({ job_id: found.id }, () =>
      // A lost database isn't the job's fault, so it restarts here without using up an attempt. If another worker took the
      // job over meanwhile, the heartbeat notices it and aborts this signal.
      retryWhileUnavailable(work, {
        signal: found.signal,
        partlyLostMs: 500,
        onRetry: (err) => jobLog.warn({ err }, 'A job is waiting for the database'),
      }),
    )
    metrics.jobSeconds.observe({ job: definition.name, outcome: 'done' }, (performance.now() - started) / 1000)
  } catch (err) {
    // The jobs of other workspaces don't need the server that is lost, so they aren't kept waiting.
    if (isPartlyLost(err) && !found.signal.aborted) {
      metrics.jobSeconds.observe({ job: definition.name, outcome: 'postponed' }, (performance.now() - started) / 1000)
      jobLog.warn({ err }, 'A job is postponed, because a server with rows of its workspace is lost')
      return postpone()
    }
    metrics.jobSeconds.observe({ job: definition.name, outcome: 'failed' }, (performance.now() - started) / 1000)
    jobLog.error({ err, attempt }, 'A job failed')
    throw err
  }
}
