import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Component } from './contract.ts'
import type { Maintenance, MaintenanceNow } from './maintenance.ts'
import type { OutcomeCounter } from './outcome-counter.ts'
import { getComponents, getOverallStatus, outcomeMinutes } from './rules/health-status.ts'
import { findOutcomes, findQueueFacts } from './store/store.ts'

export type Checks = ReturnType<typeof createChecks>
export type CheckResult = {
  status: ReturnType<typeof getOverallStatus>
  components: Component[]
  at: Date
  maintenance: MaintenanceNow | null
}

const cacheMs = 2000
const filesCacheMs = 60_000
const timeoutMs = 3000
export const heartbeatEveryMs = 10_000
/** A worker counts as gone after three missed heartbeats. */
const aliveSeconds = 35

export function createChecks({
  db,
  storage,
  maintenance,
  outcomes,
  emailIsSetUp: mailIsSetUp,
  modelIsSetUp,
  sources,
  log,
}: {
  db: Database
  storage: Storage
  maintenance: Maintenance
  outcomes: OutcomeCounter
  emailIsSetUp: boolean
  modelIsSetUp: boolean
  sources: Iterable<{ id: string; label: string }>
  log: Log
}) {
  let cached: { result: Promise<CheckResult>; until: number } | null = null
  let files: { work: Promise<boolean>; until: number } | null = null

  return {
    /** Current status. Cached for two seconds and shared by concurrent callers. */
    look(): Promise<CheckResult> {
      if (cached && performance.now() < cached.until) return cached.result
      const entry = { result: runChecks(), until: performance.now() + timeoutMs + cacheMs }
      cached = entry
      void entry.result.then(() => {
        entry.until = performance.now() + cacheMs
      })
      return entry.result
    },
    /** Drops the cached status after a change. */
    clearCache() {
      cached = null
    },
  }

  async function runChecks(): Promise<CheckResult> {
    const now = await maintenance.current()
    const started = performance.now()
    const [facts, filesWork] = await Promise.all([orTimeout(checkDatabase()), checkFiles()])
    const components = getComponents({
      databaseMs: facts ? performance.now() - started : null,
      waiting: facts?.waiting ?? null,
      outcomes: facts?.outcomes ?? [],
      filesWork,
      emailIsSetUp: mailIsSetUp,
      modelIsSetUp,
      maintenance: now !== null,
      labels: new Map([...sources].map(({ id, label }) => [id, label])),
    })
    return { status: getOverallStatus(components, now !== null), components, at: new Date(), maintenance: now }
  }

  async function checkDatabase() {
    try {
      await outcomes.flush()
      const [waiting, found] = await Promise.all([findQueueFacts(db, aliveSeconds), findOutcomes(db, outcomeMinutes)])
      return { waiting, outcomes: found }
    } catch (err) {
      log.warn({ err }, 'The database check failed')
      return null
    }
  }

  function checkFiles() {
    if (files && performance.now() < files.until) return files.work
    const work = orTimeout(storage.check()).then(
      (answer) => answer !== null,
      (err) => {
        log.warn({ err }, 'The file storage check failed')
        return false
      },
    )
    files = { work, until: performance.now() + filesCacheMs }
    // Failures aren't cached.
    void work.then((good) => {
      if (!good && files?.work === work) files = null
    })
    return work
  }
}

/** Null after the timeout. */
function orTimeout<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs)
  })
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
