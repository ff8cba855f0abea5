import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import type { Log } from '#platform/log.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import {
  type SearchSource,
  type SerpQueue,
  type SourceAnswer,
  SourceError,
  type SourceId,
} from '#providers/search-data/port.ts'
import { getExpansions, type PlannedRun, returnsSerp } from '../rules/call-plan.ts'
import { toPartialError, toSourceError, toStateError } from '../rules/source-errors.ts'
import { deleteTasks } from '../store/task-store.ts'
import { askInLanes, createAskOutcome } from './ask-in-lanes.ts'
import { countAffordable, rankKeywords } from './choose-keywords.ts'
import { collectThroughQueue } from './collect-queued.ts'
import type { Collection } from './collection.ts'
import { inParallel } from './in-parallel.ts'
import type { PlannedAsk, SourceWork } from './source-work.ts'
import { limitReached, type ReportSpending } from './spending.ts'

export type AskSourceDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  threads: Threads
  spending: ReportSpending
  plannedRun: PlannedRun
  /** The report's spending limit; null without one. */
  maxCostUsd: number | null
  /** Whether the call plan includes an endpoint. */
  isPlanned(source: string, endpoint: string): boolean
  log: Log
}

/**
 * Asks one source for the report's keywords, then for the questions it found, depth by depth. Requests of earlier attempts aren't
 * repeated.
 * @throws SourceError when it answered nothing, or when the spending limit ended it
 */
export async function askSource(
  work: SourceWork,
  source: SearchSource,
  collection: Collection,
  dependencies: AskSourceDependencies,
): Promise<void> {
  const { db, spending, maxCostUsd, isPlanned, log } = dependencies
  const { run, writer, signal } = collection
  const locale = { country: run.country, language: run.language }
  const missing = source.unsupported?.(locale)
  if (missing) throw new SourceError(source.id, 'unsupported', missing)
  const previous = collection.previousAsks.filter((ask) => ask.source === source.id)
  const done = new Set(previous.map((ask) => ask.term))
  let isOverLimit = false
  const outcome = createAskOutcome(previous.length)
  for (let depth = 1; depth <= run.depth; depth++) {
    const planned =
      depth === 1 ? getInitialRequests(source, collection) : getQuestionsToExpand(source.id, depth, collection)
    if (planned.length === 0) break
    work.state.planned += planned.filter(({ term }) => !done.has(term)).length + (depth === 1 ? done.size : 0)
    work.state.asked = Math.max(work.state.asked, done.size)
    const open = (await takeAffordable(planned)).filter(({ term }) => !done.has(term))
    if (run.isList && source.queue && isPlanned(source.id, source.queue.endpoint)) await askQueue(source.queue, open)
    else await askAll(open)
    if (source.fanOut === 'seed') break
    await writer.flush()
    if (signal.aborted) return
  }
  const { lastFailure, answered, failed } = outcome
  if (lastFailure && answered === 0) throw lastFailure
  if (isOverLimit) throw limitReached(source.id, maxCostUsd!)
  if (lastFailure) Object.assign(work.state, toStateError(toPartialError(lastFailure, failed, work.state.planned)))

  /** The requests of a list that its spending limit pays for, and those with a cached answer. */
  async function takeAffordable(planned: PlannedAsk[]): Promise<PlannedAsk[]> {
    if (!run.isList) return planned
    const affordable = countAffordable(run, source.id, planned.length, dependencies.sources, dependencies)
    if (planned.length <= affordable) return planned
    const fromCache = new Set(previous.filter(({ cached }) => cached).map(({ term }) => term))
    if (!run.fresh && source.findCached)
      await inParallel(planned, source.concurrency, async ({ term }) => {
        if (!done.has(term) && !signal.aborted && (await source.findCached!(term, locale))) fromCache.add(term)
      })
    const paid = planned.filter(({ term }) => !fromCache.has(term))
    if (paid.length <= affordable || signal.aborted) return planned
    isOverLimit = true
    const byText = new Map(planned.map((ask) => [ask.term, ask]))
    const free = planned.filter(({ term }) => fromCache.has(term))
    if (affordable === 0) return free
    const ranked = await rankKeywords(
      collection.rows.all().filter(({ text }) => byText.has(text)),
      run.language,
      dependencies.threads,
      signal,
    )
    const chosen = ranked.filter(({ text }) => !fromCache.has(text)).slice(0, affordable)
    return [...free, ...chosen.map(({ text }) => byText.get(text)!)]
  }

  async function askAll(open: PlannedAsk[]) {
    const givenUpFor = await askInLanes(source, open, {
      outcome,
      signal,
      ask: ({ term }) => source.ask(term, locale, { signal, fresh: run.fresh, spending }),
      onAnswer(ask, answer, ms) {
        receiveAnswer(work, source, collection, ask, answer, ms)
        work.state.asked++
        done.add(ask.term)
      },
      toFailure(error) {
        if (isDatabaseUnavailable(error)) throw error
        if (!(error instanceof SourceError))
          log.error({ err: error, report_id: run.id, source: source.id }, 'A source’s response could not be parsed')
        return toSourceError(source, error)
      },
      onFailure(ask, { kind }) {
        if (kind !== 'budget') work.state.asked++
        done.add(ask.term)
      },
    })
    if (givenUpFor) throw givenUpFor
  }

  async function askQueue(queue: SerpQueue, open: PlannedAsk[]) {
    const finished: string[] = []
    const byTerm = new Map(open.map((ask) => [ask.term, ask]))
    await collectThroughQueue({
      db,
      report: run,
      source,
      queue,
      terms: [...byTerm.keys()],
      locale,
      fresh: run.fresh,
      spending,
      signal,
      onAnswer(term, answer, ms) {
        outcome.answered++
        work.state.asked++
        receiveAnswer(work, source, collection, byTerm.get(term)!, answer, ms)
      },
      onFailure(_term, error) {
        work.state.asked++
        outcome.lastFailure = error
        outcome.failed++
      },
      onFinished: (tag) => void finished.push(tag),
    }).finally(async () => {
      // A task is deleted only after its answer is stored with the report.
      await writer.flush()
      if (!signal.aborted) await deleteTasks(db, run, finished)
    })
  }
}

function getInitialRequests(source: SearchSource, { run, rows, knownSerps }: Collection): PlannedAsk[] {
  const once = (term: string): PlannedAsk => ({ term, depth: 1, parentKey: null })
  if (run.isList) {
    if (!returnsSerp(source.id)) return []
    const open = rows.all().filter(({ text }) => !knownSerps.has(text))
    return open.map(({ text }) => once(text))
  }
  if (source.fanOut === 'seed') return [once(run.query)]
  return getExpansions(run).map(({ term }) => once(term))
}

const getQuestionsToExpand = (source: SourceId, depth: number, { rows }: Collection): PlannedAsk[] =>
  rows.findQuestions(source, depth - 1).map(({ text, key }) => ({ term: text, depth, parentKey: key }))

function receiveAnswer(
  work: SourceWork,
  source: SearchSource,
  { run, rows, writer }: Collection,
  ask: PlannedAsk,
  answer: SourceAnswer,
  ms: number,
) {
  const before = work.rows
  // A list only has the given keywords: suggestions don't add rows.
  if (!run.isList) rows.addAnswer(work, ask, answer)
  else if (answer.pages.length > 0) work.rows++
  if (answer.incomplete) Object.assign(work.state, toStateError(answer.incomplete))
  // Links are clickable on screens: keeps http and https only.
  const pages = answer.pages.filter(({ url }) => isWebAddress(url))
  const discussions = answer.discussions.filter(({ url }) => isWebAddress(url))
  writer.addAnswer(source.id, { ...answer, pages, discussions }, !run.isList && ask.term === run.query)
  writer.addAsk({
    source: source.id,
    term: ask.term,
    depth: ask.depth,
    found: work.rows - before,
    ms: Math.round(ms),
    cached: answer.cached,
    fetchedAt: answer.fetchedAt,
    urls: pages.length > 0 ? pages.slice(0, 10).map((page) => page.url) : null,
    features: answer.features.length > 0 ? [...new Set(answer.features.map(({ type }) => type))] : null,
    // A list has a results page for each of very many keywords.
    questions: run.isList ? null : (answer.peopleAlsoAsk ?? null),
  })
}

const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)
