/**
 * Calendars, filters and looping links make endless pages. What links alone lead to is limited by the shape of its URL; what a sitemap
 * lists isn’t.
 */

const maxSegments = 16
const maxParameters = 6
/** Pages of one path that differ in parameters: pagination and filters. */
const maxOfQuery = 150
/** Pages of one path that differ in dates: a calendar. */
const maxOfDates = 60

/** Whether a URL is surely made by a loop: too many parts, or a part that repeats. */
export function isLooping(url: URL): boolean {
  const segments = url.pathname.split('/').filter(Boolean)
  if (segments.length > maxSegments || url.searchParams.size > maxParameters) return true
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts.values()].some((count) => count > 2)
}

const date = /(?:^|[/_-])(?:19|20)\d\d(?:[/_-]?\d{1,2}){1,2}(?=$|[/_-])/

/** The group of URLs that a limit applies to, and the limit. Null where there is none. */
export function getShape(url: URL): { shape: string; max: number } | null {
  const path = `${url.host}${url.pathname.replace(/\d+/g, '#')}`.slice(0, 500)
  if (url.search) return { shape: `${path}?`, max: maxOfQuery }
  const found = date.exec(url.pathname)
  // "/2024/05/a-title" is an article: in a calendar nothing with letters follows the date.
  if (found && !/\p{L}/u.test(url.pathname.slice(found.index + found[0].length)))
    return { shape: path, max: maxOfDates }
  return null
}
