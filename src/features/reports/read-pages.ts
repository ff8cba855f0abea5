import type { Database } from '#platform/database.ts'
import type { Threads } from '#platform/threads.ts'
import type { Heading } from './contract.ts'
import { findBestPages, updatePage } from './finding-store.ts'
import type { PageContent } from './page-content.ts'
import { type Run, updateRun } from './run-store.ts'

/** The second stage: the ten best results are fetched politely and read off the event loop; each is stored as it is read. */

export type FetchPage = (
  url: string,
  options: { signal: AbortSignal },
) => Promise<{ ok: true; url: string; html: string } | { ok: false; reason: string }>

export type ReadPagesDependencies = {
  db: Database
  threads: Threads
  fetchPage: FetchPage
  published(): void
  /** Pages are read while other sources are still asked: then the progress is not theirs to tell. */
  early?: boolean
}

const mostHeadings = 200
const mostContent = 200_000

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
      await updatePage(db, run, page.url, reading)
      read++
      if (!early) mine = (await updateRun(db, run, { progress: 0.6 + 0.2 * (read / pages.length) })) && mine
      published()
    }),
  )
  return mine && !signal.aborted

  async function readPage(url: string) {
    const nothing = { words: null, headings: [] as Heading[], content: null }
    const fetched = await fetchPage(url, { signal })
    if (!fetched.ok) return { fetched: fetched.reason, ...nothing }
    try {
      const content = await threads.run<PageContent>(
        new URL('./page-thread.ts', import.meta.url),
        { html: fetched.html, url: fetched.url },
        { signal },
      )
      const headings = content.headings
        .slice(0, mostHeadings)
        .map(({ type, text }) => ({ type, text: withoutNul(text).slice(0, 300) }))
      return { fetched: 'ok', words: content.words, headings, content: withoutNul(content.text).slice(0, mostContent) }
    } catch (error) {
      if (signal.aborted) throw error
      return { fetched: `it could not be read (${(error as Error).message.slice(0, 120)})`, ...nothing }
    }
  }
}

/** PostgreSQL's text takes any character but this one. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '')
