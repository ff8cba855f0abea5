import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Storage } from '#platform/storage.ts'
import type { Component } from './contract.ts'
import { judge, overall } from './health-status.ts'
import type { Maintenance, MaintenanceNow } from './maintenance.ts'
import type { OutcomeCounter } from './outcome-counter.ts'
import { findOutcomes, findQueueFacts } from './store.ts'

export type Checks = ReturnType<typeof createChecks>
export type Look = {
  status: ReturnType<typeof overall>
  components: Component[]
  at: Date
  maintenance: MaintenanceNow | null
}

const keptMs = 2000
const filesKeptMs = 60_000
const timeoutMs = 3000
const outcomeMinutes = 15
export const beatEveryMs = 10_000
/** A worker that missed three beats is gone. */
const aliveSeconds = 35

export function createChecks({
  db,
  storage,
  maintenance,
  outcomes,
  mailIsSetUp,
  modelIsSetUp,
  sources,
  log,
}: {
  db: Database
  storage: Storage
  maintenance: Maintenance
  outcomes: OutcomeCounter
  mailIsSetUp: boolean
  modelIsSetUp: boolean
  sources: Iterable<{ id: string; label: string }>
  log: Log
}) {
  let kept: { look: Promise<Look>; until: number } | null = null
  let files: { work: Promise<boolean>; until: number } | null = null

  return {
    /** How things are: looked at anew every few seconds at most, however many ask. */
    look(): Promise<Look> {
      if (kept && performance.now() < kept.until) return kept.look
      const entry = { look: look(), until: performance.now() + timeoutMs + keptMs }
      kept = entry
      void entry.look.then(() => {
        entry.until = performance.now() + keptMs
      })
      return entry.look
    },
    /** Looked at before: no longer true. */
    forget() {
      kept = null
    },
  }

  async function look(): Promise<Look> {
    const now = await maintenance.current()
    const started = performance.now()
    const [facts, filesWork] = await Promise.all([inTime(lookAtDatabase()), lookAtFiles()])
    const components = judge({
      databaseMs: facts ? performance.now() - started : null,
      waiting: facts?.waiting ?? null,
      outcomes: facts?.outcomes ?? [],
      filesWork,
      mailIsSetUp,
      modelIsSetUp,
      maintenance: now !== null,
      labels: new Map([...sources].map(({ id, label }) => [id, label])),
    })
    return { status: overall(components, now !== null), components, at: new Date(), maintenance: now }
  }

  async function lookAtDatabase() {
    try {
      await outcomes.flush()
      const [waiting, found] = await Promise.all([findQueueFacts(db, aliveSeconds), findOutcomes(db, outcomeMinutes)])
      return { waiting, outcomes: found }
    } catch (err) {
      log.warn({ err }, 'The database could not be looked at')
      return null
    }
  }

  function lookAtFiles() {
    if (files && performance.now() < files.until) return files.work
    const work = inTime(storage.check()).then(
      (answer) => answer !== null,
      (err) => {
        log.warn({ err }, 'Files could not be looked at')
        return false
      },
    )
    files = { work, until: performance.now() + filesKeptMs }
    // What failed is looked at again sooner.
    void work.then((good) => {
      if (!good && files?.work === work) files = null
    })
    return work
  }
}

/** Null when it took too long. */
function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs)
  })
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
