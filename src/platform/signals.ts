import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * "This changed, look again", within the process at once and to other processes by NOTIFY. A signal carries a topic
 * and an id only; who hears it reads the database. Each NOTIFY takes a global lock at commit, so signals of one topic
 * and id leave the process at most once in `quietMs`.
 */
export type Signals = {
  publish(topic: string, id: string): void
  subscribe(topic: string, id: string, listener: () => void): () => void
  start(): Promise<void>
  stop(): Promise<void>
}

const channel = 'earshot_signals'
const quietMs = 250

/** `url: null` when this is the only process on the database: then nothing leaves it. */
export function createSignals(settings: { url: string | null; log: Log }): Signals {
  const local = new EventEmitter()
  local.setMaxListeners(0)
  const origin = Math.random().toString(36).slice(2)
  const waiting = new Map<string, NodeJS.Timeout>()
  let client: pg.Client | null = null
  let stopped = false

  async function connect(url: string) {
    const connection = new pg.Client({ connectionString: url, application_name: 'earshot-signals', keepAlive: true })
    connection.on('notification', ({ payload }) => {
      const [from, name] = split(payload ?? '')
      if (from !== origin) local.emit(name)
    })
    connection.on('error', (err) => settings.log.warn({ err }, 'The connection that carries signals broke'))
    connection.on('end', () => {
      client = null
      if (!stopped)
        setTimeout(
          () => void connect(url).catch((err) => settings.log.warn({ err }, 'Signals could not be heard again')),
          1000,
        ).unref()
    })
    await connection.connect()
    await connection.query(`listen ${channel}`)
    client = connection
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
          .catch((err) => settings.log.warn({ err }, 'A signal was not sent'))
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
