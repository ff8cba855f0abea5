import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient } from './database-client.ts'
import type { Log } from './log.ts'

/**
 * "This changed, read it again": immediate within the process, by NOTIFY to other processes. A signal carries a
 * topic and an id only; listeners read the database. Each NOTIFY takes a global lock at commit, so signals of one
 * topic and id are debounced: they leave the process at most once per `quietMs`.
 */
export type Signals = {
  publish(topic: string, id: string): void
  subscribe(topic: string, id: string, listener: () => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

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
  let client: DatabaseClient | null = null
  let stopped = false

  async function connect(url: string) {
    const connection = new DatabaseClient({
      connectionString: url,
      application_name: 'earshot-signals',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    connection.on('notification', ({ payload }) => {
      const [from, name] = split(payload ?? '')
      if (from !== origin) local.emit(name)
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
      if (client === connection) client = null
      void reconnect(url)
    })
    client = connection
  }

  /** Until it is back. What other processes said meanwhile is lost: who must know looks again by itself. */
  async function reconnect(url: string) {
    while (!stopped && !client) {
      await sleep(reconnectMs, null, { ref: false })
      if (stopped) return
      await connect(url).catch((err) => settings.log.warn({ err }, 'The LISTEN connection could not be restored'))
    }
  }

  return {
    publish(topic, id) {
      const name = `${topic}:${id}`
      local.emit(name)
      if (!client || waiting.has(name)) return
      const timer = setTimeout(() => {
        waiting.delete(name)
        client
          ?.query('select pg_notify($1, $2)', [channel, `${origin} ${name}`])
          .catch((err) => settings.log.warn({ err }, 'A NOTIFY was not sent'))
      }, quietMs)
      timer.unref()
      waiting.set(name, timer)
    },
    subscribe(topic, id, listener) {
      const name = `${topic}:${id}`
      local.on(name, listener)
      return () => local.off(name, listener)
    },
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

function split(payload: string): [string, string] {
  const space = payload.indexOf(' ')
  return [payload.slice(0, space), payload.slice(space + 1)]
}
