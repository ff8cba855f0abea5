import type { AppError } from '#kit/errors.ts'
import type { PageFacts } from './page-facts.ts'

/** What a request for a page brought. */
export type FetchedUrl =
  | { kind: 'page'; status: number; facts: PageFacts; etag: string | null; lastModified: string | null }
  | { kind: 'unchanged' }
  | { kind: 'redirect'; status: number; target: string | null }
  /** An error status, such as 404. */
  | { kind: 'status'; status: number }
  | { kind: 'file' }
  | { kind: 'blocked' }
  | { kind: 'failed'; status: number | null; error: AppError }

export type IndexReason = 'noindex' | 'canonical' | 'robots' | 'redirect' | 'status' | 'unread'

/** Whether search engines may list the page, and why not. */
export function getIndexability(
  url: string,
  fetched: FetchedUrl,
): { indexable: boolean | null; reason: IndexReason | null } {
  if (fetched.kind === 'redirect') return { indexable: false, reason: 'redirect' }
  if (fetched.kind === 'status') return { indexable: false, reason: 'status' }
  if (fetched.kind === 'blocked') return { indexable: false, reason: 'robots' }
  if (fetched.kind !== 'page') return { indexable: null, reason: 'unread' }
  if (fetched.facts.noindex) return { indexable: false, reason: 'noindex' }
  const { canonical } = fetched.facts
  return canonical !== null && canonical !== url
    ? { indexable: false, reason: 'canonical' }
    : { indexable: true, reason: null }
}

/** Whether the page is there: null where the request didn’t tell. */
export function isPresent(fetched: FetchedUrl): boolean | null {
  if (fetched.kind === 'page' || fetched.kind === 'unchanged') return true
  if (fetched.kind === 'redirect') return false
  if (fetched.kind === 'status') return fetched.status === 404 || fetched.status === 410 ? false : null
  return null
}

export type ComparedPage = {
  status: number | null
  title: string | null
  h1: string | null
  canonical: string | null
  indexable: boolean | null
  digest: string | null
  redirect_to: string | null
}

const compared = {
  status: 'status',
  redirect_to: 'redirect',
  title: 'title',
  h1: 'h1',
  canonical: 'canonical',
  indexable: 'indexable',
  digest: 'content',
} as const satisfies Record<keyof ComparedPage, string>

/** What differs between two crawls of a page. */
export const getChangedFields = (before: ComparedPage, after: ComparedPage): string[] =>
  (Object.keys(compared) as (keyof ComparedPage)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => compared[field])
