/** Reads server logs in a worker thread: they are untrusted, and up to a gigabyte unpacked. */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#kit/errors.ts'
import { getPathKind, isOfSite, type PathKind, readLogDay, readLogLine } from '../rules/visits/access-log.ts'
import type { DayLines } from '../rules/visits/merge-visits.ts'
import { findBot, mayNameBot } from '../rules/visits/visiting-bots.ts'

/** `maxUnpackedBytes`: a log may not be larger than that. */
export type VisitLogTask = { bytes: Uint8Array; site: string; maxUnpackedBytes: number }

/** What a line counts for. An empty path: files, and pages beyond the limit. */
export type VisitKey = { bot: string; kind: PathKind; path: string; status: number }

export type VisitLog = {
  lines: number
  /** Lines of bots. */
  visits: number
  /** Lines that can’t be read, and those of other sites. */
  unread: number
  elsewhere: number
  /** Every day of the log, also those without visits. */
  days: DayLines[]
  keys: VisitKey[]
}

const maxVisits = 500_000
const maxKeys = 200_000
const maxLineLength = 16_384
/** At the start every line is read, to see what the file is. */
const trialLines = 1000
const maxDays = 800

/** @throws ErrorBody when it isn’t a log, or exceeds a limit */
export default async function readVisitLog(task: VisitLogTask): Promise<VisitLog> {
  try {
    return await read(task)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}

/** `times`: how often each line came in this log. */
type OpenDay = { hashes: number[]; keys: number[]; seconds: number[]; times: Map<number, number> }

async function read({ bytes, site, maxUnpackedBytes }: VisitLogTask): Promise<VisitLog> {
  const log = { lines: 0, visits: 0, unread: 0, elsewhere: 0 }
  const days = new Map<string, OpenDay>()
  const keys = new Map<string, number>()
  let lastDay = ''

  const openDay = (day: string) => {
    const found = days.get(day)
    if (found) return found
    if (days.size >= maxDays) throw tooLarge('days', `The log has more than ${maxDays} days. Split it.`, maxDays)
    const added: OpenDay = { hashes: [], keys: [], seconds: [], times: new Map() }
    days.set(day, added)
    return added
  }

  function getKey({ bot, kind, path, status }: VisitKey): number {
    const name = `${bot}\n${kind}\n${path}\n${status}`
    const found = keys.get(name)
    if (found !== undefined) return found
    if (keys.size >= maxKeys && path !== '') return getKey({ bot, kind, path: '', status })
    keys.set(name, keys.size)
    return keys.size - 1
  }

  function take(line: string) {
    if (line === '' || line.startsWith('#')) return
    log.lines++
    const isTrial = log.lines <= trialLines
    if (!isTrial && !mayNameBot(line)) {
      const day = readLogDay(line)
      if (day !== null && day !== lastDay) openDay(day)
      lastDay = day ?? lastDay
      return
    }
    const found = readLogLine(line)
    if (!found) log.unread++
    if (log.lines === trialLines && log.unread > trialLines / 2) throw notALog()
    if (!found) return
    if (!isOfSite(site, found)) {
      log.elsewhere++
      return
    }
    lastDay = found.day
    const day = openDay(found.day)
    const bot = findBot(found.userAgent)
    if (bot === null) return
    if (++log.visits > maxVisits)
      throw tooLarge('visits', `The log has more than ${maxVisits} visits of these bots. Split it by day.`, maxVisits)
    const kind = getPathKind(found.path)
    const first = toHash(found.rest)
    // The second of two equal lines in one log is another visit.
    const times = day.times.get(first) ?? 0
    day.times.set(first, times + 1)
    day.hashes.push(times === 0 ? first : toHash(`${times} ${found.rest}`))
    day.keys.push(getKey({ bot, kind, path: kind === 'file' ? '' : found.path, status: found.status }))
    day.seconds.push(found.at)
  }

  for await (const lines of readLines(bytes, maxUnpackedBytes))
    for (const line of lines) take(line.slice(0, maxLineLength).trimEnd())
  if (log.lines === 0) throw new AppError('invalid_input', 'The log is empty.', { field: 'file', reason: 'file_empty' })
  if (log.lines < trialLines && log.unread > log.lines / 2) throw notALog()
  return {
    ...log,
    days: [...days].map(([day, lines]) => toDayLines(day, lines)).sort((a, b) => (a.day < b.day ? -1 : 1)),
    keys: [...keys.keys()].map((name) => {
      const [bot, kind, path, status] = name.split('\n') as [string, PathKind, string, string]
      return { bot, kind, path, status: Number(status) }
    }),
  }
}

const toHash = (text: string) => hash('sha256', text, 'buffer').readUIntBE(0, 6)

function toDayLines(day: string, lines: { hashes: number[]; keys: number[]; seconds: number[] }): DayLines {
  const order = lines.hashes.map((_, at) => at).sort((a, b) => lines.hashes[a]! - lines.hashes[b]!)
  return {
    day,
    hashes: Float64Array.from(order, (at) => lines.hashes[at]!),
    keys: Uint32Array.from(order, (at) => lines.keys[at]!),
    seconds: Float64Array.from(order, (at) => lines.seconds[at]!),
  }
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b
const isOtherArchive = (bytes: Uint8Array) =>
  ['504b0304', '377abcaf', '52617221', '425a68'].some((start) =>
    Buffer.from(bytes.subarray(0, 4)).toString('hex').startsWith(start),
  )

/** Lines of a file, many at a time. */
async function* readLines(bytes: Uint8Array, maxBytes: number): AsyncGenerator<string[]> {
  if (isOtherArchive(bytes)) throw notALog()
  const decoder = new TextDecoder()
  let rest = ''
  let unpacked = 0
  for await (const chunk of isGzip(bytes) ? gunzip(bytes) : [bytes]) {
    unpacked += chunk.length
    const max = maxBytes / 1_000_000
    if (unpacked > maxBytes) throw tooLarge('mb', `The unpacked log is larger than ${max} MB. Split it by day.`, max)
    for (let from = 0; from < chunk.length; from += 1_000_000) {
      const lines = (rest + decoder.decode(chunk.subarray(from, from + 1_000_000), { stream: true })).split('\n')
      rest = lines.pop()!.slice(0, maxLineLength)
      yield lines
    }
  }
  yield [rest]
}

async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  try {
    yield* Readable.from([bytes]).pipe(createGunzip({ chunkSize: 1_000_000 }))
  } catch (cause) {
    throw new AppError('invalid_input', 'The file is damaged and can’t be unpacked.', {
      field: 'file',
      reason: 'archive_damaged',
      cause,
    })
  }
}

const notALog = () =>
  new AppError(
    'invalid_input',
    'This isn’t an access log in the combined format of Apache and nginx, as text or gzip.',
    { field: 'file', reason: 'not_access_log' },
  )

const tooLarge = (limit: string, message: string, max: number) =>
  new AppError('too_large', message, { field: 'file', reason: 'log_too_large', params: { limit, max } })
