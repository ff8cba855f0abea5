import { decodeRelativePosition, encodeRelativePosition, type RelativePosition } from 'yjs'
import type { LiveCaret, LivePerson } from '../../contract-live.ts'
import { fromBase64, toBase64 } from './live-transport.ts'

export type CaretAwareness = ReturnType<typeof createCaretAwareness>

type Cursor = { anchor: RelativePosition; head: RelativePosition } | null
type State = { user: { name: string; color: string; colorIndex: number }; cursor: Cursor }

export const caretColors = 8

/** Where others are in the text, and where one is oneself, as the plugin for carets reads and sets it. */
export function createCaretAwareness({
  client,
  send,
  throttleMs = 200,
}: {
  client: string
  send: (caret: LiveCaret) => void
  throttleMs?: number
}) {
  const listeners = new Set<() => void>()
  const states = new Map<string, State>()
  const colors = new Map<string, number>()
  let local: { cursor: Cursor } = { cursor: null }
  let lastSent = 'null'
  let timer: ReturnType<typeof setTimeout> | null = null
  let people: LivePerson[] = []
  const carets = new Map<string, LiveCaret>()

  const emit = () => {
    for (const listener of listeners) listener()
  }

  function sendSoon() {
    timer ??= setTimeout(() => {
      timer = null
      const { cursor } = local
      const caret = cursor && { anchor: encode(cursor.anchor), head: encode(cursor.head) }
      // Changes of others set it again to the same place.
      if (JSON.stringify(caret) === lastSent) return
      lastSent = JSON.stringify(caret)
      send(caret)
    }, throttleMs)
  }

  /** The first unused color. */
  function getColor(of: string) {
    const known = colors.get(of)
    if (known !== undefined) return known
    const taken = new Set(colors.values())
    let color = 0
    while (taken.has(color)) color++
    colors.set(of, color)
    return color
  }

  function refresh() {
    states.clear()
    for (const each of colors.keys()) if (!people.some((person) => person.client === each)) colors.delete(each)
    for (const person of people) {
      if (person.client === client) continue
      const caret = carets.get(person.client) ?? null
      const colorIndex = getColor(person.client) % caretColors
      // The color is set by its number in the style sheet. The plugin warns without one.
      states.set(person.client, { user: { name: person.name, color: '#000000', colorIndex }, cursor: decode(caret) })
    }
    emit()
  }

  return {
    getStates: () => states,
    getLocalState: () => local,
    setLocalStateField(field: string, value: Cursor) {
      if (field !== 'cursor') return
      local = { cursor: value }
      sendSoon()
    },
    on: (_name: 'change', listener: () => void) => void listeners.add(listener),
    off: (_name: 'change', listener: () => void) => void listeners.delete(listener),
    setPeople(next: LivePerson[]) {
      people = next
      refresh()
    },
    setCarets(items: { client: string; caret: LiveCaret }[]) {
      for (const { client, caret } of items) carets.set(client, caret)
      refresh()
    },
    close() {
      if (timer) clearTimeout(timer)
    },
  }
}

const encode = (position: RelativePosition) => toBase64(encodeRelativePosition(position))

/** Null for what isn't a position. */
function decode(caret: LiveCaret): Cursor {
  if (!caret) return null
  try {
    return {
      anchor: decodeRelativePosition(fromBase64(caret.anchor)),
      head: decodeRelativePosition(fromBase64(caret.head)),
    }
  } catch {
    return null
  }
}
