import type { EventMessage } from './event-payload.ts'

/** Batching of events in the browser. */

export const maxQueuedMessages = 20
/** Largest batch, in characters of its JSON array. */
export const maxQueuedCharacters = 460_800
/** Longest time the first event of a batch waits. */
export const maxQueuedMs = 10_000

export type EventQueue = {
  /** True when the batch is full and should be sent. */
  add(message: EventMessage): boolean
  /** Empties the queue. */
  take(): EventMessage[]
  readonly size: number
}

export function createEventQueue(): EventQueue {
  let messages: EventMessage[] = []
  // The brackets of the array.
  let characters = 2
  return {
    add(message) {
      characters += JSON.stringify(message).length + (messages.length > 0 ? 1 : 0)
      messages.push(message)
      return messages.length >= maxQueuedMessages || characters >= maxQueuedCharacters
    },
    take() {
      const taken = messages
      messages = []
      characters = 2
      return taken
    },
    get size() {
      return messages.length
    },
  }
}
