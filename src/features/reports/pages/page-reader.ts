import { AppError } from '#kit/errors.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { PageContent } from '../rules/pages/page-content.ts'
import type { PageTask } from './page-thread.ts'
import type { RobotsAnswer, RobotsTask } from './robots-thread.ts'

/** Parses untrusted pages and robots.txt files in worker threads with time and memory limits. */

export type ReadablePage = { url: string; contentType: string | null; bytes: Uint8Array<ArrayBuffer> }

/**
 * `turn`: the report it is read for. Transfers the page's bytes: the caller can't use them afterwards.
 * @throws AppError with a short reason for people when the page reached a limit
 */
export function readPageContent(
  threads: Threads,
  { url, contentType, bytes }: ReadablePage,
  { turn, signal }: { turn: string; signal?: AbortSignal },
): Promise<PageContent> {
  return threads.run<PageContent>(
    new URL('./page-thread.ts', import.meta.url),
    { url, contentType, bytes } satisfies PageTask,
    { pool: 'pages', turn, signal, tooMuch: tooMuchPage, transfer: [bytes.buffer] },
  )
}

export type ReadRobots = (task: RobotsTask) => Promise<RobotsAnswer>

export const createRobotsReader =
  (threads: Threads): ReadRobots =>
  (task) =>
    threads.run<RobotsAnswer>(new URL('./robots-thread.ts', import.meta.url), task, {
      pool: 'pages',
      turn: `robots ${task.address}`,
    })

const tooMuchPage = ({ kind, seconds }: LimitReached) =>
  kind === 'time'
    ? new AppError('too_large', `took longer than ${seconds} s to process`, {
        reason: 'page_too_slow',
        params: { seconds },
      })
    : new AppError('too_large', 'too complex to process', { reason: 'page_too_complex' })
