import type { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Heading } from '../contract.ts'
import { type ReadablePage, readPageContent } from '../pages/page-reader.ts'
import { unreadablePage } from '../rules/pages/page-errors.ts'
import { findBestPages, updatePage } from '../store/finding-store.ts'
import { type Run, updateRun } from '../store/run-store.ts'

/** The second stage: fetches the top 10 results and parses them in a worker thread; each is stored as it is read. */

export type FetchPage = (
  url: string,
  options: { signal: AbortSignal },
) => Promise<({ ok: true } & ReadablePage) | { ok: false; error: AppError }>

export type ReadPagesDependencies = {
  db: Database
  threads: Threads
  fetchPage: FetchPage
  published(): void
  /** Runs while other sources are still queried: then it doesn't update the report's progress. */
  early?: boolean
}

/** Resolves to false when the run was cancelled or taken by another worker. */
export async function readPages(
  run: Run,
  { db, threads, fetchPage, published, early = false }: ReadPagesDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const pages = await findBestPages(db, run)
  const unread = pages.filter((page) => page.fetched === null)
  let read = pages.length - unread.length
  let mine = true
  await Promise.all(
    unread.map(async (page) => {
      const reading = await readPage(page.url)
      if (signal.aborted || !mine) return
      await withRetry(() => updatePage(db, run, page.url, reading))
      read++
      const progress = 0.6 + 0.2 * (read / pages.length)
      if (!early) mine = (await withRetry(() => updateRun(db, run, { progress }))) && mine
      published()
    }),
  )
  return mine && !signal.aborted

  /** Retries the write, so that a page isn't fetched again after a database outage. */
  function withRetry<T>(write: () => Promise<T>) {
    return retryWhileUnavailable(write, { signal })
  }

  async function readPage(url: string) {
    const notRead = (error: AppError) => ({ error, words: null, headings: [] as Heading[], content: null })
    const fetched = await fetchPage(url, { signal })
    if (!fetched.ok) return notRead(fetched.error)
    try {
      const { words, headings, body } = await readPageContent(threads, fetched, { turn: run.id, signal })
      return { error: null, words, headings, content: body }
    } catch (error) {
      if (signal.aborted) throw error
      return notRead(unreadablePage(error))
    }
  }
}
