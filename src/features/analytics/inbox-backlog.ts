import type { Database } from '#platform/database/database.ts'
import { measureInbox } from './store/event-inbox-store.ts'

const maxWaiting = { messages: 5_000_000, bytes: 2_000_000_000 }
const measureEveryMs = 5000

/** Estimated size of the inbox: measured regularly, adjusted by this process's own changes in between. */
export function createBacklog(db: Database, onChange: (messages: number) => void) {
  let first: Promise<void> | null = null
  let measuredAt = 0
  let waiting = { messages: 0, bytes: 0 }

  async function measure() {
    measuredAt = performance.now()
    const { messages, bytes } = await measureInbox(db)
    waiting = { messages, bytes }
    add(0, 0)
  }

  function add(messages: number, bytes: number) {
    waiting = { messages: Math.max(0, waiting.messages + messages), bytes: Math.max(0, waiting.bytes + bytes) }
    onChange(waiting.messages)
  }

  return {
    add,

    /** Before the first request is added; retried with the next after a failure. */
    measureOnce(): Promise<void> {
      first ??= measure().catch((error) => {
        first = null
        throw error
      })
      return first
    },

    /** @param taken what a step of the drain removed: nothing when the inbox is empty */
    async remove(taken: { messages: number; bytes: number }) {
      add(-taken.messages, -taken.bytes)
      if (taken.messages === 0) waiting = { messages: 0, bytes: 0 }
      else if (performance.now() - measuredAt > measureEveryMs) await measure()
    },

    /** 0: empty, 1: full. The fuller, the larger the drain's share of time. */
    fullness: () => Math.max(waiting.messages / maxWaiting.messages, waiting.bytes / maxWaiting.bytes),
  }
}
