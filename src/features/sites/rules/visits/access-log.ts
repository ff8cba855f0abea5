import { isDomain } from '../site-url.ts'

/** Reads lines of access logs in the combined format of Apache and nginx, with or without the virtual host before it. */

export type LogLine = {
  /** The virtual host, where the log has it. */
  host: string | null
  /** The day as the server wrote it, in its time zone. */
  day: string
  /** Seconds since 1970. */
  at: number
  /** Without its query, which can hold personal data. */
  path: string
  status: number
  userAgent: string
  /** The line from its time on: without the visitor’s address and user name. */
  rest: string
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const stamp = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/
const maxPath = 500

/** Null when a line isn’t in this format. */
export function readLogLine(line: string): LogLine | null {
  const open = line.indexOf(' [')
  const close = open < 0 ? -1 : line.indexOf('] "', open)
  if (close < 0 || close - open > 40) return null
  const time = readTime(line.slice(open + 2, close))
  const request = readQuoted(line, close + 2)
  if (!time || !request) return null
  const [, status] = /^ (\d{3}) (?:\d+|-) (?=")/.exec(line.slice(request.end, request.end + 30)) ?? []
  if (status === undefined) return null
  const referrer = readQuoted(line, line.indexOf('"', request.end))
  const agent = referrer && readQuoted(line, line.indexOf('"', referrer.end))
  const target = readTarget(request.text)
  if (!agent || target === null) return null
  return {
    ...{ host: target.host ?? readHost(line.slice(0, open)), ...time, path: target.path, status: Number(status) },
    ...{ userAgent: agent.text, rest: line.slice(open + 1) },
  }
}

/** The day of a line, without reading the rest of it. */
export function readLogDay(line: string): string | null {
  const open = line.indexOf(' [')
  return open < 0
    ? null
    : toDay(line.slice(open + 2, open + 4), line.slice(open + 5, open + 8), line.slice(open + 9, open + 13))
}

function toDay(day: string, month: string, year: string): string | null {
  const at = months.indexOf(month)
  if (at < 0 || at % 3 !== 0 || month.length !== 3 || !/^\d\d$/.test(day) || !/^(?:19|20)\d\d$/.test(year)) return null
  const text = `${year}-${String(at / 3 + 1).padStart(2, '0')}-${day}`
  return Number.isNaN(Date.parse(text)) ? null : text
}

function readTime(text: string): { day: string; at: number } | null {
  const [, date, month, year, hour, minute, second, sign, zoneHours, zoneMinutes] = stamp.exec(text) ?? []
  const day = date && toDay(date, month!, year!)
  const utc = day ? Date.parse(`${day}T${hour}:${minute}:${second}Z`) : Number.NaN
  if (!day || Number.isNaN(utc)) return null
  const offset = (Number(zoneHours) * 3600 + Number(zoneMinutes) * 60) * (sign === '-' ? -1 : 1)
  return { day, at: utc / 1000 - offset }
}

/** A quoted field at `start`; a backslash escapes a quotation mark. */
function readQuoted(line: string, start: number): { text: string; end: number } | null {
  if (start < 0 || line[start] !== '"') return null
  let end = start + 1
  while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1
  return end < line.length ? { text: line.slice(start + 1, end), end: end + 1 } : null
}

/** The path of “GET /a?b HTTP/1.1”; a host where the request has a whole URL. */
function readTarget(request: string): { path: string; host: string | null } | null {
  const [method, target] = request.split(' ', 3)
  if (!method || !target || !/^[A-Z]{3,10}$/.test(method)) return null
  if (target.startsWith('/')) return { path: target.split(/[?#]/, 1)[0]!.slice(0, maxPath), host: null }
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
  return url && { path: url.pathname.slice(0, maxPath), host: url.hostname }
}

const isAddress = (text: string | undefined) =>
  text !== undefined && /^(?:\d+\.\d+\.\d+\.\d+|[\da-f:.]*:[\da-f:.]*)$/i.test(text)

/** “example.com:443 192.0.2.1 - -”: the virtual host is before the visitor’s address. */
function readHost(before: string): string | null {
  const [first, second] = before.split(' ', 3)
  return first && isAddress(second) && !isAddress(first) ? first.replace(/:\d+$/, '').toLowerCase() : null
}

/** Whether a line is about the site. A log without virtual hosts is one of the site’s. */
export function isOfSite(site: string, { host, path }: Pick<LogLine, 'host' | 'path'>): boolean {
  if (isDomain(site)) return host === null || host === site || host.endsWith(`.${site}`)
  const url = new URL(site)
  return (host === null || host === url.hostname) && path.startsWith(url.pathname)
}

export type PathKind = 'page' | 'file' | 'robots'

const files = /\.(?:css|m?js|json|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|eot|mp[34]|webm|wasm)$/i

/** Pages, files that pages load, and what only bots read. */
export function getPathKind(path: string): PathKind {
  if (/^\/robots\.txt$|sitemap[^/]*\.xml(?:\.gz)?$|^\/llms(?:-full)?\.txt$/i.test(path)) return 'robots'
  return files.test(path) ? 'file' : 'page'
}
