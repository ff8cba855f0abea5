import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { Secrets } from '#platform/secrets.ts'
import { toStoredError } from '#platform/stored-error.ts'
import type { Credential, Dimension, SearchConsole, SearchRow } from '#providers/search-console/port.ts'
import { addDays, type DayRange, getMonths, getPacificDay } from '../rules/days.ts'
import { endSync, leaseSync, noteMonth } from '../store/connection-store.ts'
import { deleteSearchDays, insertSearchDays, type SearchDay } from '../store/search-store.ts'
import type { SearchDimension } from '../store/tables.ts'
import { openCredential } from './connect.ts'

type Dependencies = {
  db: Database
  secrets: Secrets
  searchConsole: SearchConsole
  log: Log
  /** Called when all days up to the last complete one are read. */
  onRead(ref: ResourceRef, lastDay: string): Promise<void>
  /** The latest days were read. */
  onSynced(ref: ResourceRef): Promise<void>
  now?: () => Date
}

const dimensions: Record<SearchDimension, Dimension[]> = {
  date: ['date'],
  query: ['date', 'query'],
  page: ['date', 'page'],
  query_page: ['date', 'query', 'page'],
}
/** Days that are read again each time: Google corrects the latest ones. */
const againDays = 7
const nextHours = 20

type About = { ref: ResourceRef; lease: string; credential: Credential; property: string; signal: AbortSignal }

class SyncLost extends Error {}

/** Reads Search Console: 16 months, month by month and newest first, then the latest days. Months that were read aren’t read again. */
export function createSync({
  db,
  secrets,
  searchConsole,
  log,
  onRead,
  onSynced,
  now = () => new Date(),
}: Dependencies) {
  return async function sync(ref: ResourceRef, signal: AbortSignal): Promise<void> {
    const lease = randomUUID()
    const connection = await leaseSync(db, ref, lease)
    if (!connection?.property) return
    try {
      const credential = openCredential(secrets, connection)
      if (!credential) return
      const about = { ref, lease, credential, property: connection.property, signal }
      const today = getPacificDay(now())
      const lastDay = await readLatest(about, getLatestRange(today, connection.last_day))
      const done = new Set(connection.months)
      for (const month of getMonths(today).reverse())
        for (const dimension of Object.keys(dimensions) as SearchDimension[]) {
          const name = `${month.from.slice(0, 7)} ${dimension}`
          const to = month.to > lastDay ? lastDay : month.to
          if (done.has(name) || month.from > to) continue
          await readRange(about, dimension, { from: month.from, to })
          // The present month goes on: its days come with the latest ones.
          if (!(await noteMonth(db, ref, lease, name))) throw new SyncLost()
        }
      await onRead(ref, lastDay)
      await endSync(db, ref, lease, { lastDay, error: null, nextHours })
      await onSynced(ref).catch((err) => log.error({ err }, 'Searches of a site could not be analyzed'))
    } catch (error) {
      if (error instanceof SyncLost) return
      if (signal.aborted) throw error
      if (!(error instanceof AppError)) log.error({ err: error }, 'A sync of Search Console failed')
      const isQuota = error instanceof AppError && error.options.reason === 'search_console_quota'
      await endSync(db, ref, lease, { lastDay: null, error: toStoredError(error), nextHours: isQuota ? 6 : nextHours })
    }
  }

  /** The latest days: of the date dimension also those that aren’t complete. Returns the last complete one. */
  async function readLatest(about: About, range: DayRange): Promise<string> {
    const { rows, firstPartialDay } = await collect(about, 'date', range, true)
    const days = rows.map(({ day }) => day).sort()
    const lastDay = firstPartialDay ? addDays(firstPartialDay, -1) : (days.at(-1) ?? addDays(range.to, -3))
    await store(
      about,
      'date',
      range,
      rows.map((row) => ({ ...row, partial: row.day > lastDay })),
    )
    for (const dimension of ['query', 'page', 'query_page'] as const)
      await readRange(about, dimension, { from: range.from, to: lastDay })
    return lastDay
  }

  async function readRange(about: About, dimension: SearchDimension, range: DayRange) {
    const { ref, lease, credential, property, signal } = about
    // Rows are stored as they come: a month of a large site has millions.
    await db.transaction().execute((tx) => deleteSearchDays(tx, ref, dimension, range.from, range.to))
    await searchConsole.read(
      credential,
      { property, ...range, dimensions: dimensions[dimension] },
      async (rows) => {
        await db.transaction().execute((tx) => insertSearchDays(tx, ref, dimension, storable(toDays(dimension, rows))))
        if (!(await noteMonth(db, ref, lease, null))) throw new SyncLost()
      },
      signal,
    )
  }

  async function collect(
    { credential, property, signal }: About,
    dimension: SearchDimension,
    range: DayRange,
    partial: boolean,
  ) {
    const rows: SearchDay[] = []
    const query = { property, ...range, dimensions: dimensions[dimension], partial }
    const { firstPartialDay } = await searchConsole.read(
      credential,
      query,
      async (found) => void rows.push(...toDays(dimension, found)),
      signal,
    )
    return { rows, firstPartialDay }
  }

  async function store({ ref }: About, dimension: SearchDimension, range: DayRange, rows: SearchDay[]) {
    await db.transaction().execute(async (tx) => {
      await deleteSearchDays(tx, ref, dimension, range.from, range.to)
      await insertSearchDays(tx, ref, dimension, rows)
    })
  }
}

/**
 * From the week that Google corrects on, or from further back after days without a sync: those of a month that counts as read wouldn't
 * be read otherwise.
 */
function getLatestRange(today: string, lastDay: string | null): DayRange {
  const usual = addDays(today, -againDays - 3)
  const missed = lastDay === null ? usual : addDays(lastDay, -againDays)
  const earliest = getMonths(today)[0]!.from
  const from = missed < usual ? missed : usual
  return { from: from < earliest ? earliest : from, to: today }
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text)

function toDays(dimension: SearchDimension, rows: readonly SearchRow[]): SearchDay[] {
  return rows.flatMap(({ keys, clicks, impressions, position }) => {
    const [day, first, second] = keys
    if (!isDay(day)) return []
    const query = dimension === 'query' || dimension === 'query_page' ? first! : null
    const page = dimension === 'page' ? first! : dimension === 'query_page' ? second! : null
    return [{ day, query, page, clicks, impressions, position, partial: false }]
  })
}
