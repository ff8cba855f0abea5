import type { AskOptions, SourceAnswer } from './port.ts'
import { SourceError } from './port.ts'

/** What is asked of a vendor, and where its answer is kept. */
export type SharedQuery = {
  /** The first is written; any of them serves. */
  keys: [string, ...string[]]
  /** Of requests in flight whose answer serves as well. */
  serving?: string[]
  send(options: AskOptions): Promise<SourceAnswer>
  write(answer: SourceAnswer): Promise<void>
}

/** A request in flight that identical requests share. It is aborted when its last waiter leaves. */
type Flight = {
  answer: Promise<SourceAnswer>
  stop: AbortController
  waiting: number
  /** The vendor is being queried, so the answer will be fresh. */
  isAsking: boolean
  hasLanded: boolean
}

type SharedRequestsOptions = {
  readAny(keys: string[], newerThan: Date | null): Promise<SourceAnswer | null>
  gaveUp(): SourceError
}

/**
 * Returns a function that asks what isn't in the cache. Identical requests in flight are deduplicated: a caller that aborts
 * doesn't affect the others, and only the first is charged.
 */
export function createSharedRequests({ readAny, gaveUp }: SharedRequestsOptions) {
  const flights = new Map<string, Flight>()

  return share

  async function share(query: SharedQuery, options: AskOptions): Promise<SourceAnswer> {
    const { signal, fresh = false, newerThan = null } = options
    if (signal.aborted) throw gaveUp()
    const [key] = query.keys
    const inFlight = [key, ...(query.serving ?? [])].find((one) => flights.has(one)) ?? key
    const known = flights.get(inFlight)
    if (known && (!fresh || known.isAsking)) {
      try {
        const answer = await join(inFlight, known, signal, true)
        if (isNewer(answer, newerThan)) return answer
        // The other caller was content with an older answer.
        return await share(query, options)
      } catch (error) {
        // The first caller's spending limit was reached; this caller's may not be.
        if (!(error instanceof SourceError) || !isOfMoney(error) || signal.aborted) throw error
      }
    }
    return join(key, depart(query, options), signal, false)
  }

  function depart(query: SharedQuery, { fresh = false, newerThan = null, spending }: AskOptions): Flight {
    const [key] = query.keys
    const stop = new AbortController()
    const flight: Flight = { stop, waiting: 0, isAsking: fresh, hasLanded: false, answer: Promise.resolve().then(fly) }
    flights.set(key, flight)
    const land = () => {
      flight.hasLanded = true
      forget(key, flight)
    }
    flight.answer.then(land, land)
    return flight

    async function fly() {
      const cached = fresh ? null : await readAny(query.keys, newerThan)
      if (cached) return cached
      flight.isAsking = true
      const answer = await query.send({ signal: stop.signal, fresh, spending })
      if (!answer.incomplete) await query.write(answer)
      return answer
    }
  }

  function forget(key: string, flight: Flight) {
    if (flights.get(key) === flight) flights.delete(key)
  }

  async function join(key: string, flight: Flight, signal: AbortSignal, isGuest: boolean): Promise<SourceAnswer> {
    flight.waiting++
    try {
      const answer = await unlessAborted(flight.answer, signal, gaveUp)
      return isGuest && answer.costUsd !== null ? { ...answer, costUsd: 0 } : answer
    } finally {
      flight.waiting--
      if (flight.waiting === 0) {
        forget(key, flight)
        if (!flight.hasLanded) flight.stop.abort()
      }
    }
  }
}

export const isNewer = ({ fetchedAt }: SourceAnswer, than: Date | null) =>
  Date.parse(fetchedAt) > (than?.getTime() ?? 0)

const isOfMoney = ({ kind }: SourceError) => kind === 'budget' || kind === 'unplanned'

/** Rejects with `toError()` when the signal aborts first. */
function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal, toError: () => Error) {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(toError())
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
