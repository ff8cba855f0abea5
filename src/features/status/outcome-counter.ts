import type { Database } from '#platform/database/database.ts'
import { addOutcomes } from './store/store.ts'

export type OutcomeCounter = ReturnType<typeof createOutcomeCounter>

/** Counts outcomes of outgoing calls in this process; `flush` adds them to the database. */
export function createOutcomeCounter(db: Database) {
  let counts = new Map<string, { good: number; bad: number }>()
  const add = (component: string, good: number, bad: number) => {
    const count = counts.get(component) ?? { good: 0, bad: 0 }
    counts.set(component, { good: count.good + good, bad: count.bad + bad })
  }
  return {
    count: (component: string, good: boolean) => add(component, good ? 1 : 0, good ? 0 : 1),
    async flush() {
      const taken = counts
      counts = new Map()
      try {
        await addOutcomes(
          db,
          [...taken].map(([component, count]) => ({ component, ...count })),
        )
      } catch (error) {
        for (const [component, { good, bad }] of taken) add(component, good, bad)
        throw error
      }
    },
  }
}
