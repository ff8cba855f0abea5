import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { DatabaseClient } from './database-client.ts'

/**
 * "This changed, read it again": immediate within the process, by NOTIFY to other processes. A signal carries a
 * topic and an id only; listeners read the database. Each NOTIFY takes a global lock at commit, so signals of one
 * topic and id are debounced: they leave the process at most once per `quietMs`.
 */
export type Signals = {
  /** `withinMs`: how long it may wait for more of them before it leaves the process, for what people watch. */
  publish(topic: string, id: string, withinMs?: number): void
  subscribe(topic: string, id: string, listener: () => void): () => void
  /** Hears every id of a topic. `missed`: signals of other processes may have been lost. */
  watch(topic: string, listener: { changed(id: string): void; missed(): void }): void
  /** False while signals of other processes can't arrive. */
  isListening(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

/** Triggers of migration 0036 notify it too, with `database` in place of a process. */
const channel = 'earshot_signals'
const quietMs = 250
const connectTimeoutMs = 5000
const reconnectMs = 1000

/** `url: null` when this is the only process on the database: then nothing leaves it. */
export function createSignals(settings: { url: string | null; log: Log }): Signals {
  const local = new EventEmitter()
  local.setMaxListeners(0)
  const origin = Math.random().toString(36).slice(2)
  const waiting = new Map<string, NodeJS.Timeout>()
  const watchers = new Map<string, { changed(id: string): void; missed(): void }>()
  let client: DatabaseClient | null = null
  /** One at a time: the connection does no more. */
  let sending: Promise<unknown> = Promise.resolve()
  let stopped = false

  function emit(name: string) {
    local.emit(name)
    const [topic, id] = split(name, ':')
    watchers.get(topic)?.changed(id)
  }

  async function connect(url: string) {
    const connection = new DatabaseClient({
      connectionString: url,
      application_name: 'earshot-signals',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    connection.on('notification', ({ payload }) => {
      const [from, name] = split(payload ?? '', ' ')
      if (from !== origin) emit(name)
    })
    connection.on('error', (err) => settings.log.warn({ err }, 'The LISTEN connection was lost'))
    await connection.connect()
    try {
      await connection.query(`listen ${channel}`)
    } catch (error) {
      void connection.end().catch(() => undefined)
      throw error
    }
    connection.once('end', () => {
      if (client === connection) {
        client = null
        for (const { missed } of watchers.values()) missed()
      }
      void reconnect(url)
    })
    client = connection
  }

  /** Until it is back. Signals sent meanwhile are lost: subscribers that can't miss one also poll. */
  async function reconnect(url: string) {
    while (!stopped && !client) {
      await sleep(reconnectMs, null, { ref: false })
      if (stopped) return
      await connect(url).catch((err) => settings.log.warn({ err }, 'The LISTEN connection could not be restored'))
    }
  }

  return {
    publish(topic, id, withinMs = quietMs) {
      const name = `${topic}:${id}`
      emit(name)
      if (!client || waiting.has(name)) return
      const timer = setTimeout(() => {
        waiting.delete(name)
        sending = sending
          .then(() => client?.query('select pg_notify($1, $2)', [channel, `${origin} ${name}`]))
          .catch((err) => settings.log.warn({ err }, 'A NOTIFY was not sent'))
      }, withinMs)
      timer.unref()
      waiting.set(name, timer)
    },
    subscribe(topic, id, listener) {
      const name = `${topic}:${id}`
      local.on(name, listener)
      return () => local.off(name, listener)
    },
    watch(topic, listener) {
      watchers.set(topic, listener)
    },
    isListening: () => settings.url === null || client !== null,
    async start() {
      if (settings.url) await connect(settings.url)
    },
    async stop() {
      stopped = true
      for (const timer of waiting.values()) clearTimeout(timer)
      await client?.end()
    },
  }
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}
