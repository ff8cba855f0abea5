import type { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** How often queues are looked at for jobs whose time has come, all in one statement. */
const lookMs = 2000

/** Wakes idle workers for jobs that no NOTIFY announces: delayed and retried ones, and those whose worker ended or whose NOTIFY was lost. */
export class DueJobs {
  readonly #boss: PgBoss
  readonly #log: Log
  /** Idle workers by queue. */
  readonly #idle = new Map<string, Set<string>>()
  #looking: NodeJS.Timeout | undefined

  constructor(boss: PgBoss, log: Log) {
    this.#boss = boss
    this.#log = log
  }

  /** Follows a queue. Returns its idle workers, to which each worker adds itself. */
  addQueue(name: string): Set<string> {
    const idle = new Set<string>()
    this.#idle.set(name, idle)
    return idle
  }

  start() {
    this.#looking = setTimeout(this.#wake, lookMs).unref()
  }

  stop() {
    clearTimeout(this.#looking)
    this.#looking = undefined
  }

  /** Jobs that could start now, by queue. */
  async count(names: string[]): Promise<Map<string, number>> {
    const { rows } = await this.#boss.getDb().executeSql(
      `select name, count(*)::integer as jobs from pgboss.job
       where state < 'active' and not blocked and start_after <= now() and name = any($1::text[]) group by name`,
      [names],
    )
    return new Map((rows as { name: string; jobs: number }[]).map(({ name, jobs }) => [name, jobs]))
  }

  readonly #wake = async () => {
    try {
      for (const [name, jobs] of await this.count([...this.#idle.keys()]))
        for (const id of [...this.#idle.get(name)!].slice(0, jobs)) this.#boss.notifyWorker(id)
    } catch (err) {
      this.#log.warn({ err }, 'Queues could not be looked at for due jobs')
    }
    if (this.#looking) this.start()
  }
}
