import type { EventMessage } from './event-payload.ts'

/** When what waits is sent. */

export const maxQueuedMessages = 20
/** Characters of the JSON of all that waits, as an array. */
export const maxQueuedCharacters = 460_800
/** Since the first of what waits came. */
export const maxQueuedMs = 10_000

export type EventQueue = {
  /** True when what waits is to be sent now. */
  add(message: EventMessage): boolean
  /** Everything that waits; nothing does afterwards. */
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
