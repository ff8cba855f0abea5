import { createEventQueue, maxQueuedCharacters, maxQueuedMessages, maxQueuedMs } from './event-batching.ts'
import { isRetried, maxRetries, retryDelayMs } from './event-delivery.ts'
import {
  type EventMessage,
  type EventType,
  type Facts,
  optionalFacts,
  optionalName,
  pageLocation,
  requireName,
} from './event-payload.ts'
import { createEventMemory, type EventStorage, usableStorage } from './event-storage.ts'

/**
 * Sends a page's events to the collector. The first one is sent immediately; later ones in batches of 20 events, 460,800 characters of
 * JSON or 10 seconds. Unacknowledged events are stored and sent by the next page; message_id makes a repeat idempotent.
 */
export type EventClient = {
  /** Sets the user id for later events. */
  identify(uid: string, traits?: Facts): void
  group(id: string, traits?: Facts): void
  event(name: string, properties?: Facts): void
  page(properties?: Facts): void
  screen(name: string, properties?: Facts): void
  /** Links this browser's alias to the user id. */
  alias(uid: string): void
  /** After sign-out: clears the user id and creates a new alias. */
  reset(): void
  /** Sends the queue, unless the server asked to wait. Resolves when all requests are acknowledged or given up. */
  flush(): Promise<void>
}

export type EventClientSettings = {
  public_key: string
  workspace_id: string
  /** `https://host[:port]` of the collector. */
  host: string
  fetch?: typeof fetch
  storage?: EventStorage
  /** Called when messages were rejected, or not delivered after all retries. */
  onError?: (error: Error) => void
}

const path = '/v1/public/batch'
/** Browsers limit all beacons of a closing page to 64 KB. */
const maxBeaconCharacters = 20_000

type Outcome = { status: number | null; message: string; retryAfter: string | null }

/** @throws Error naming what is missing */
export function createEventClient(settings: EventClientSettings): EventClient {
  const { public_key, workspace_id } = settings
  if (!public_key) throw new Error('createEventClient: public_key is required.')
  if (!workspace_id) throw new Error('createEventClient: workspace_id is required.')
  if (!settings.host) throw new Error('createEventClient: host is required.')
  const url = settings.host.replace(/\/+$/, '') + path
  const send: typeof fetch = settings.fetch ?? ((...args) => globalThis.fetch(...args))
  const memory = createEventMemory(usableStorage(settings.storage))
  let alias = memory.alias(newId)
  let uid = memory.uid()

  const queue = createEventQueue()
  let timer: ReturnType<typeof setTimeout> | null = null
  let isFirst = true
  /** Set from `Retry-After`: nothing is sent before. */
  let pausedUntil = 0
  const underWay = new Set<Promise<void>>()

  const toBody = (messages: EventMessage[]) => JSON.stringify({ public_key, workspace_id, messages })

  function add(type: EventType, fields: Partial<EventMessage>) {
    const message: EventMessage = {
      message_id: newId(),
      type,
      ...(uid === undefined ? {} : { uid }),
      alias,
      ...fields,
      location: pageLocation(),
      timestamp: new Date().toISOString(),
    }
    memory.store(message)
    const isFull = queue.add(message)
    if (isFirst || isFull) sendQueued()
    else if (timer === null) timer = setTimeout(sendQueued, maxQueuedMs)
  }

  function stopTimer() {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function sendQueued() {
    stopTimer()
    if (queue.size === 0) return
    const pausedMs = pausedUntil - Date.now()
    if (pausedMs > 0) {
      timer = setTimeout(sendQueued, pausedMs)
      return
    }
    isFirst = false
    start(queue.take())
  }

  function start(messages: EventMessage[]) {
    const delivery = deliver(messages).finally(() => underWay.delete(delivery))
    underWay.add(delivery)
  }

  async function deliver(messages: EventMessage[]) {
    const body = toBody(messages)
    for (let retry = 0; ; retry++) {
      const outcome = await post(send, url, body)
      if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) return memory.forget(messages)
      if (!isRetried(outcome.status)) {
        // A rejected batch would be rejected again, so it isn't retried.
        memory.forget(messages)
        return report(outcome.message)
      }
      // Stays stored, so the next page retries.
      if (retry === maxRetries) return report(outcome.message)
      const delayMs = retryDelayMs(retry + 1, outcome.retryAfter, Date.now())
      if (outcome.retryAfter !== null) pausedUntil = Math.max(pausedUntil, Date.now() + delayMs)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }

  function report(message: string) {
    settings.onError?.(new Error(message))
  }

  /** Sends the queue by beacon when the page closes. Without a response, events stay stored for the next page. */
  function sendOnLeaving() {
    stopTimer()
    for (const messages of inParts(queue.take(), maxBeaconCharacters)) {
      postOnLeaving(send, url, toBody(messages)).then(
        (isStored) => {
          if (isStored) memory.forget(messages)
        },
        // Too large or no network: the next page sends it.
        () => undefined,
      )
    }
  }

  listen('pagehide', globalThis, sendOnLeaving)
  listen('visibilitychange', globalThis.document, () => {
    if (globalThis.document.visibilityState === 'hidden') sendOnLeaving()
  })
  for (const messages of inParts(memory.unsent(), maxQueuedCharacters)) start(messages)

  return {
    identify(id, traits) {
      const known = requireName('identify', 'uid', id)
      const facts = optionalFacts('identify', 'traits', traits)
      uid = known
      memory.rememberUid(known)
      add('identify', { uid: known, ...(facts && { traits: facts }) })
    },
    group(id, traits) {
      const group_id = requireName('group', 'id', id)
      const facts = optionalFacts('group', 'traits', traits)
      add('group', { group_id, ...(facts && { traits: facts }) })
    },
    event(name, properties) {
      const event = requireName('event', 'name', name)
      const facts = optionalFacts('event', 'properties', properties)
      add('event', { event, ...(facts && { properties: facts }) })
    },
    page(properties) {
      const facts = optionalFacts('page', 'properties', properties)
      const event = optionalName('page', 'properties.name', facts?.name)
      add('page', { ...(event !== undefined && { event }), ...(facts && { properties: facts }) })
    },
    screen(name, properties) {
      const event = requireName('screen', 'name', name)
      const facts = optionalFacts('screen', 'properties', properties)
      add('screen', { event, ...(facts && { properties: facts }) })
    },
    alias(id) {
      const known = requireName('alias', 'uid', id)
      uid = known
      memory.rememberUid(known)
      add('alias', { uid: known })
    },
    reset() {
      memory.forgetWho()
      uid = undefined
      alias = memory.alias(newId)
    },
    async flush() {
      sendQueued()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** text/plain avoids a CORS preflight. */
const toRequest = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
  body,
  credentials: 'omit',
})

async function post(send: typeof fetch, url: string, body: string): Promise<Outcome> {
  try {
    const answer = await send(url, toRequest(body))
    return {
      status: answer.status,
      message: answer.statusText || `The collector answered ${answer.status}.`,
      retryAfter: answer.headers?.get('Retry-After') ?? null,
    }
  } catch (error) {
    return { status: null, message: error instanceof Error ? error.message : String(error), retryAfter: null }
  }
}

/** By beacon where there is one, which answers nothing. Resolves to whether the collector said that it has them. */
async function postOnLeaving(send: typeof fetch, url: string, body: string): Promise<boolean> {
  const beacon = globalThis.navigator?.sendBeacon?.bind(globalThis.navigator)
  if (beacon?.(url, body)) return false
  return (await send(url, { ...toRequest(body), keepalive: true })).ok
}

function listen(name: string, target: EventTarget | undefined, listener: () => void) {
  if (typeof target?.addEventListener === 'function') target.addEventListener(name, listener)
}

/** Batches of up to 20 messages and `maxCharacters`; a longer message gets its own batch. */
function inParts(messages: EventMessage[], maxCharacters: number): EventMessage[][] {
  const parts: EventMessage[][] = []
  let characters = 0
  for (const message of messages) {
    const { length } = JSON.stringify(message)
    const last = parts.at(-1)
    if (last && last.length < maxQueuedMessages && characters + length <= maxCharacters) last.push(message)
    else {
      parts.push([message])
      characters = 0
    }
    characters += length
  }
  return parts
}

/** A random UUID. crypto.randomUUID is missing on pages without https. */
function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
