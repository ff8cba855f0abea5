import type { FetchPage } from '#features/reports/pipeline/read-pages.ts'
import type { OwnPages } from '#features/sites/own/own-pages.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import { isOnSite, parseSiteTarget } from '#kit/site-target.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { CitedPageTask } from './cited-page-thread.ts'
import type { CitedPages, ReadPage } from './contract-cited-pages.ts'
import { refuseMissingWatch } from './refuse-missing-watch.ts'
import { findMissing } from './rules/cited-pages/compare-pages.ts'
import type { PageParts } from './rules/cited-pages/read-page-parts.ts'
import { listSources } from './rules/sources.ts'
import { findCounted } from './store/run-store.ts'
import { findPeriods, findWatch } from './store/watch-store.ts'

type Dependencies = {
  db: Database
  threads: Threads
  rates: RateLimiter
  fetchPage: FetchPage
  own: Pick<OwnPages, 'ofPrompt'>
  now?: () => Date
}

const readLimit = { max: 60, windowSeconds: 86_400 }
const maxPages = 5
const timeoutMs = 30_000

type Reading = { parts: PageParts } | { error: AppError }

export type CitedPageReader = ReturnType<typeof createCitedPages>

/** Reads the pages that answers to a prompt cite, and one's own page on it, when asked to. Nothing of it is stored. */
export function createCitedPages(dependencies: Dependencies) {
  const { db, threads, rates, fetchPage, own, now = () => new Date() } = dependencies

  async function read(url: string, task: Pick<CitedPageTask, 'prompt' | 'language'>, turn: string): Promise<Reading> {
    try {
      const fetched = await fetchPage(url, { signal: AbortSignal.timeout(timeoutMs) })
      if (!fetched.ok) return { error: fetched.error }
      const { bytes, contentType } = fetched
      const parts = await threads.run<PageParts>(
        new URL('./cited-page-thread.ts', import.meta.url),
        { ...task, bytes, contentType, url: fetched.url } satisfies CitedPageTask,
        { pool: 'pages', turn, tooMuch: tooComplex, transfer: [bytes.buffer] },
      )
      return { parts }
    } catch (error) {
      return { error: error instanceof AppError ? error : tooComplex() }
    }
  }

  return {
    /** @throws AppError not_found, rate_limited (60 a day and watch) */
    async readCited(ref: ResourceRef, prompt: string, requested: number | undefined): Promise<CitedPages> {
      const watch = (await findWatch(db, ref)) ?? refuseMissingWatch()
      const no = requested ?? (await findPeriods(db, ref)).at(-1)?.no ?? null
      const promptNo = watch.prompts.indexOf(prompt) + 1
      if (promptNo === 0 || no === null)
        throw new AppError('not_found', 'This watch has no answers to this prompt.', {
          field: 'prompt',
          reason: 'prompt_missing',
        })
      const { count, resets_at } = await rates.count(`cited:${ref.id}`, readLimit.windowSeconds)
      if (count > readLimit.max)
        throw new AppError('rate_limited', `Cited pages of this watch were read ${readLimit.max} times in a day.`, {
          reason: 'too_many_page_reads',
          params: { max: readLimit.max },
          retryAfterSeconds: Math.max(1, Math.ceil((resets_at.getTime() - now().getTime()) / 1000)),
        })
      const answers = (await findCounted(db, ref, [no])).filter(
        (run) => run.state === 'done' && run.prompt_no === promptNo,
      )
      const cited = listSources(answers, watch.brand, watch.competitors)
        .flatMap(({ own: isOwn, competitor, pages }) => pages.map((page) => ({ ...page, isOwn, competitor })))
        .sort((a, b) => b.count - a.count || a.url.localeCompare(b.url))
      const others = cited.filter(({ isOwn }) => !isOwn).slice(0, maxPages)
      const known =
        cited.find(({ isOwn }) => isOwn)?.url ?? (await own.ofPrompt(ref.workspaceId, prompt, watch.language))
      const ownUrl = known !== null && isOfBrand(known, watch.brand.domains) ? known : null
      const task = { prompt, language: watch.language }
      const [ownReading, ...readings] = await Promise.all([
        ownUrl ? read(ownUrl, task, ref.workspaceId) : null,
        ...others.map(({ url }) => read(url, task, ref.workspaceId)),
      ])
      const compared = others.flatMap(({ url }, at) => {
        const reading = readings[at]!
        return reading && 'parts' in reading ? [{ url, parts: reading.parts }] : []
      })
      return {
        prompt,
        read_at: now().toISOString(),
        pages: others.map(({ url, count: answers, competitor }, at) =>
          present({ url, answers, competitor }, readings[at]!),
        ),
        own:
          ownUrl && ownReading
            ? present(
                { url: ownUrl, answers: cited.find(({ url }) => url === ownUrl)?.count ?? null, competitor: null },
                ownReading,
              )
            : null,
        missing: ownReading && 'parts' in ownReading ? findMissing(ownReading.parts, compared, watch.language) : null,
      }
    },
  }
}

/** A workspace can have sites of other brands too. */
const isOfBrand = (url: string, domains: readonly string[]) =>
  domains.some((domain) => {
    const site = parseSiteTarget(domain)
    return site !== null && isOnSite({ ...site, path: '' }, url)
  })

const tooComplex = () =>
  new AppError('too_large', 'The page is too complex to process.', { reason: 'page_too_complex' })

function present(page: Pick<ReadPage, 'url' | 'answers' | 'competitor'>, reading: Reading): ReadPage {
  if ('error' in reading)
    return {
      ...page,
      ...{ failure: reading.error.toFailure(), title: null, words: null, published_at: null },
      ...{ formats: [], headings: [], facts: [] },
    }
  const { title, words, publishedAt, formats, headings, facts } = reading.parts
  return { ...page, failure: null, title, words, published_at: publishedAt, formats, headings, facts }
}
