import { randomUUIDv7 } from 'node:crypto'
import type { ImportedRow, Keywords } from '#features/keywords/service.ts'
import type { Database } from '#platform/database.ts'
import { isDatabaseUnavailable } from '#platform/database-errors.ts'
import { retryWhileUnavailable } from '#platform/database-retry.ts'
import type { Log } from '#platform/log.ts'
import {
  type SearchSource,
  type SerpQueue,
  type SourceAnswer,
  SourceError,
  type SourceId,
} from '#providers/search-data/port.ts'
import { getExpansions, maxExpandedQuestions, returnsSerp } from './call-plan.ts'
import { createClassifier } from './classify-keyword.ts'
import { collectThroughQueue } from './collect-queued.ts'
import type { SourceState } from './contract.ts'
import { type Ask, findAsks, insertAsks, replaceFeatures, upsertDiscussions, upsertPages } from './finding-store.ts'
import { ideaSource } from './ideas.ts'
import { inParallel } from './in-parallel.ts'
import { displayText, keywordKey, preferredText } from './normalize-keyword.ts'
import { addSighting } from './popularity.ts'
import { getRowSparkline } from './row-sparkline.ts'
import { type CollectedRow, findCollected, upsertRows } from './row-store.ts'
import { type Run, updateRun } from './run-store.ts'
import type { ReportSpending } from './spending.ts'
import { deleteTasks } from './task-store.ts'

/**
 * The first stage: queries all sources in parallel and stores rows as they arrive. Each request is stored with its answer in one
 * transaction (a checkpoint), so that a killed run resumes without repeating requests.
 */

export type CollectDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  keywords: Keywords
  spending: ReportSpending
  /** Whether the call plan includes an endpoint. */
  isPlanned(source: string, endpoint: string): boolean
  log: Log
  /** Called after each write. */
  onWrite(): void
  /** Reads ranking pages as soon as every SERP source has responded. */
  readPagesEarly(signal: AbortSignal): Promise<unknown>
  now?: () => number
}

const flushEveryMs = 120
const maxKeywordLength = 200
/** Circuit breaker: consecutive failures until a source is given up for this run. */
const maxConsecutiveFailures = 3

type Planned = { term: string; depth: number; parentKey: string | null }
type SourceWork = {
  state: SourceState
  source: SearchSource | null
  startedAt: number
  rows: number
  arrivals: { at: number; rows: number }[]
}
type Findings = { asks: Ask[]; answers: { source: SourceId; answer: SourceAnswer; isSeed: boolean }[] }

/** Resolves to false when the run was cancelled or taken by another worker. */
export async function collect(run: Run, dependencies: CollectDependencies, signal: AbortSignal): Promise<boolean> {
  const { db, sources, keywords, spending, isPlanned, log, onWrite, readPagesEarly, now = Date.now } = dependencies
  const startedAt = now()
  const query = run.isList ? '' : run.query
  const classify = createClassifier(query, run.language)
  const seedKey = keywordKey(run.query)
  const rows = new Map((await findCollected(db, run)).map((row) => [row.key, row]))
  const previousAsks = await findAsks(db, run)
  const dirty = new Set<string>()
  let findings: Findings = { asks: [], answers: [] }
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])

  const works: SourceWork[] = run.sources.map((state) => ({
    state: { ...state },
    source: sources.get(state.id as SourceId) ?? null,
    startedAt: now(),
    rows: countRows(state.id),
    arrivals: [],
  }))
  // Volumes and trends are added once the keywords are known.
  const open = works.filter(
    ({ state, source }) => (state.state === 'waiting' || state.state === 'running') && !source?.adds,
  )
  const flushing = flushUntilDone()
  // A list's keywords are loaded first: the other sources are queried for them.
  const isGiven = ({ state }: SourceWork) => run.isList && state.id === 'imported'
  const given = await Promise.allSettled(open.filter(isGiven).map(workOn))
  if (given.some(({ status }) => status === 'rejected')) stop.abort()
  const working = open.filter((work) => !isGiven(work)).map((work) => ({ work, done: workOn(work) }))
  const resultPages = Promise.all(
    working.filter(({ work }) => returnsSerp(work.state.id)).map(({ done }) => done),
  ).then(async () => {
    await flushing.now()
    if (!run.isList && !stopped.aborted) await readPagesEarly(stopped)
  })
  const ended = await Promise.allSettled([...working.map(({ done }) => done), resultPages])
  // Stores the other sources' rows before an error is thrown, so that a retry doesn't query them again.
  const finished = await flushing.finish()
  for (const one of [...given, ...ended]) if (one.status === 'rejected') throw one.reason
  return finished

  function countRows(source: string) {
    if (run.isList && source !== 'imported')
      return previousAsks.filter((ask) => ask.source === source && ask.has_pages).length
    let count = 0
    for (const row of rows.values()) if (row.sources.includes(source)) count++
    return count
  }

  async function workOn(work: SourceWork) {
    const { state, source } = work
    state.state = 'running'
    state.planned = state.asked = 0
    work.startedAt = now()
    try {
      if (state.id === 'imported') await collectImported(work)
      else if (source) await askSource(work, source)
      else throw new Error(`No source is called ${state.id}`)
      state.state = 'done'
    } catch (error) {
      if (stopped.aborted) return
      // A database error isn't the source's failure.
      if (!(error instanceof SourceError)) throw error
      state.state = 'failed'
      // An unsupported country or language isn't a failure.
      if (error.kind === 'unsupported') state.state = work.rows > 0 ? 'done' : 'skipped'
      if (error.kind === 'budget') {
        state.state = state.asked > 0 ? 'done' : 'skipped'
        state.reason = 'budget'
      }
      state.error = error.message
      if (error.details) state.error_details = error.details
    } finally {
      state.ms = now() - work.startedAt
    }
  }

  async function collectImported(work: SourceWork) {
    const take = (batch: ImportedRow[]) => {
      for (const { text, performance, metrics } of batch)
        addRow(work, text, { relevance: null, depth: 1, parentKey: null, performance, metrics })
    }
    if (run.importId) {
      for await (const batch of keywords.getImportRows(run.workspaceId, run.importId)) {
        take(batch)
        await flushing.now()
        if (stopped.aborted) return
      }
    } else if (!run.isList) take(await keywords.findTopicRows(run.workspaceId, run.query))
    work.state.asked = work.state.planned = 1
  }

  async function askSource(work: SourceWork, source: SearchSource) {
    const locale = { country: run.country, language: run.language }
    const missing = source.unsupported?.(locale)
    if (missing) throw new SourceError(source.id, 'unsupported', missing)
    const previous = previousAsks.filter((ask) => ask.source === source.id)
    const done = new Set(previous.map((ask) => ask.term))
    const failures = { inARow: 0, total: 0, last: null as SourceError | null, answered: previous.length }
    for (let depth = 1; depth <= run.depth; depth++) {
      const planned = depth === 1 ? getInitialRequests(source) : getQuestionsToExpand(source.id, depth - 1)
      if (planned.length === 0) break
      work.state.planned += planned.filter(({ term }) => !done.has(term)).length + (depth === 1 ? done.size : 0)
      work.state.asked = Math.max(work.state.asked, done.size)
      const open = planned.filter(({ term }) => !done.has(term))
      if (run.isList && source.queue && isPlanned(source.id, source.queue.endpoint)) await askQueue(source.queue, open)
      else await inParallel(open, source.concurrency, askOne)
      if (source.fanOut === 'seed') break
      await flushing.now()
      if (stopped.aborted) return
    }
    if (failures.last && failures.answered === 0) throw failures.last
    if (failures.last) {
      work.state.error = `${failures.total} of ${work.state.planned} requests failed. ${failures.last.message}`
      if (failures.last.details) work.state.error_details = failures.last.details
    }

    async function askOne(ask: Planned) {
      if (stopped.aborted) return
      const before = now()
      try {
        const answer = await source.ask(ask.term, locale, { signal: stopped, fresh: run.fresh, spending })
        failures.inARow = 0
        failures.answered++
        receive(work, source, ask, answer, now() - before)
        work.state.asked++
      } catch (error) {
        if (stopped.aborted) return
        if (isDatabaseUnavailable(error)) throw error
        const failure = toSourceError(source, error)
        if (failure.kind !== 'budget') work.state.asked++
        failures.last = failure
        failures.total++
        failures.inARow++
        if (isFinal(failure) || failure.kind === 'budget' || failures.inARow >= maxConsecutiveFailures) throw failure
      }
      done.add(ask.term)
    }

    async function askQueue(queue: SerpQueue, open: Planned[]) {
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
        signal: stopped,
        onAnswer(term, answer, ms) {
          failures.answered++
          work.state.asked++
          receive(work, source, byTerm.get(term)!, answer, ms)
        },
        onFailure(_term, error) {
          work.state.asked++
          failures.last = error
          failures.total++
        },
        onFinished: (tag) => void finished.push(tag),
      }).finally(async () => {
        // A task is deleted only after its answer is stored with the report.
        await flushing.now()
        if (!stopped.aborted) await deleteTasks(db, run, finished)
      })
    }
  }

  /** Turns any error into this source's failure, so that it can't fail the report. */
  function toSourceError(source: SearchSource, error: unknown): SourceError {
    if (error instanceof SourceError) return error
    log.error({ err: error, report_id: run.id, source: source.id }, 'A source’s response could not be parsed')
    return new SourceError(
      source.id,
      'bad_answer',
      `${source.label} sent a response Earshot couldn’t read. Leave the source out and report the problem.`,
      { cause: error },
    )
  }

  function getInitialRequests(source: SearchSource): Planned[] {
    const once = (term: string): Planned => ({ term, depth: 1, parentKey: null })
    if (run.isList) return returnsSerp(source.id) ? [...rows.values()].map((row) => once(row.text)) : []
    if (source.fanOut === 'seed') return [once(run.query)]
    return getExpansions(run).map(({ term }) => once(term))
  }

  function getQuestionsToExpand(source: SourceId, depth: number): Planned[] {
    return [...rows.values()]
      .filter((row) => row.type === 'question' && row.depth === depth && row.sources.includes(source))
      .sort((a, b) => (b.sightings[source]?.[0] ?? 0) - (a.sightings[source]?.[0] ?? 0) || (a.key < b.key ? -1 : 1))
      .slice(0, maxExpandedQuestions)
      .map((row) => ({ term: row.text, depth: depth + 1, parentKey: row.key }))
  }

  function receive(work: SourceWork, source: SearchSource, ask: Planned, answer: SourceAnswer, ms: number) {
    const before = work.rows
    // A list only has the given keywords: suggestions don't add rows.
    const add = run.isList ? () => undefined : addRow
    if (run.isList && answer.pages.length > 0) work.rows++
    const numbers = new Map(answer.metrics.map((metrics) => [keywordKey(metrics.text), metrics]))
    for (const suggestion of answer.suggestions) {
      const metrics = numbers.get(keywordKey(suggestion.text)) ?? null
      add(work, suggestion.text, {
        relevance: suggestion.relevance,
        depth: ask.depth,
        parentKey: ask.parentKey,
        performance: null,
        metrics,
      })
    }
    for (const metrics of numbers.values())
      add(work, metrics.text, {
        relevance: null,
        depth: ask.depth,
        parentKey: ask.parentKey,
        performance: null,
        metrics,
      })
    if (answer.incomplete) work.state.error = answer.incomplete
    // Links are clickable on screens: keeps http and https only.
    const pages = answer.pages.filter(({ url }) => isWebAddress(url))
    const discussions = answer.discussions.filter(({ url }) => isWebAddress(url))
    findings.answers.push({
      source: source.id,
      answer: { ...answer, pages, discussions },
      isSeed: !run.isList && ask.term === run.query,
    })
    findings.asks.push({
      source: source.id,
      term: ask.term,
      depth: ask.depth,
      found: work.rows - before,
      ms: Math.round(ms),
      cached: answer.cached,
      fetchedAt: answer.fetchedAt,
      urls: pages.length > 0 ? pages.slice(0, 10).map((page) => page.url) : null,
    })
  }

  type Sighting = {
    relevance: number | null
    depth: number
    parentKey: string | null
    performance: CollectedRow['performance']
    metrics: CollectedRow['metrics']
  }

  function addRow(work: SourceWork, given: string, sighting: Sighting) {
    const text = displayText(given)
    const key = keywordKey(text)
    if (key === '' || text.length > maxKeywordLength) return
    const source = work.state.id
    const known = rows.get(key)
    const row = known ?? createRow(key, text, sighting, source)
    if (known) known.text = preferredText(known.text, text)
    // An idea that a live source suggests too becomes a keyword.
    if (known?.type === 'idea' && source !== ideaSource) Object.assign(known, getType(key, text))
    row.sightings = addSighting(row.sightings, source, sighting.relevance)
    if (!row.sources.includes(source)) {
      row.sources = [...row.sources, source]
      work.rows++
      work.arrivals.push({ at: now(), rows: 1 })
    }
    row.metrics = mergeMetrics(row.metrics, sighting.metrics)
    row.performance ??= sighting.performance
    if (row.parentId === null && sighting.parentKey && sighting.parentKey !== key && !known)
      row.parentId = rows.get(sighting.parentKey)?.id ?? null
    rows.set(key, row)
    dirty.add(key)
  }

  function getType(key: string, text: string): Pick<CollectedRow, 'type' | 'modifier'> {
    return key === seedKey && !run.isList ? { type: 'seed', modifier: null } : classify(text)
  }

  function createRow(key: string, text: string, sighting: Sighting, source: string): CollectedRow {
    const { type, modifier } = source === ideaSource ? { type: 'idea', modifier: null } : getType(key, text)
    return {
      id: randomUUIDv7(),
      key,
      text,
      type,
      modifier,
      sources: [],
      parentId: null,
      depth: sighting.depth,
      sightings: {},
      metrics: null,
      performance: null,
    }
  }

  /** Batches the rows of all sources and writes them in one transaction, a few times per second. One writer per run. */
  function flushUntilDone() {
    let alive = true
    let writing: Promise<void> = Promise.resolve()
    let failure: unknown = null
    let waiting = 0
    const timer = setInterval(() => {
      // Backpressure: while the database is unavailable, one write waits and later rows join the next batch.
      if (waiting === 0) void flush()
    }, flushEveryMs)
    const flush = () => {
      waiting++
      writing = writing
        .then(write)
        .catch((error) => {
          failure ??= error
          stop.abort()
        })
        .finally(() => {
          waiting--
        })
      return writing
    }
    return {
      now: flush,
      async finish(): Promise<boolean> {
        clearInterval(timer)
        await flush()
        if (failure) throw failure
        return alive && !signal.aborted
      },
    }

    async function write() {
      if (!alive) return
      // Copies rows and states at one moment: a state ahead of its rows would skip requests after a crash.
      const batch = [...dirty].map((key) => ({ ...rows.get(key)! }))
      dirty.clear()
      const { asks, answers } = findings
      findings = { asks: [], answers: [] }
      for (const work of works) {
        if (work.state.state === 'running') work.state.ms = now() - work.startedAt
        work.state.count = work.rows
        if (work.arrivals.length > 0) work.state.arrivals = getRowSparkline(work.arrivals, startedAt, now())
      }
      const reached = {
        sources: works.map(({ state }) => ({ ...state })),
        rows: rows.size,
        progress: 0.6 * getProgress(works),
        ...(rows.size > 0 ? { status: 'partial' as const } : {}),
      }
      // Retries the write instead of the requests. Every statement is idempotent.
      const written = () =>
        db.transaction().execute(async (tx) => {
          const mine = await updateRun(tx, run, reached)
          if (!mine) return false
          await upsertRows(tx, run, batch)
          await insertAsks(tx, run, asks)
          for (const { source, answer, isSeed } of answers) {
            await upsertDiscussions(tx, run, answer.discussions)
            if (!isSeed) continue
            await upsertPages(tx, run, source, answer.pages)
            if (answer.features.length > 0) await replaceFeatures(tx, run, source, answer.features)
          }
          return true
        })
      alive = await retryWhileUnavailable(written, { signal })
      if (alive) onWrite()
      else stop.abort()
    }
  }
}

const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

const isFinal = (error: SourceError) => ['circuit_open', 'blocked', 'unauthorized', 'unsupported'].includes(error.kind)

function getProgress(works: SourceWork[]) {
  const collecting = works.filter(({ source }) => !source?.adds)
  const shares = collecting.map(({ state }) =>
    state.state === 'waiting'
      ? 0
      : state.state === 'running'
        ? Math.min(0.95, state.asked / Math.max(1, state.planned))
        : 1,
  )
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function mergeMetrics(existing: CollectedRow['metrics'], found: CollectedRow['metrics']): CollectedRow['metrics'] {
  if (!existing || !found) return found ?? existing
  return {
    volume: existing.volume ?? found.volume,
    monthly: existing.monthly.length > 0 ? existing.monthly : found.monthly,
    cpc: existing.cpc ?? found.cpc,
    competition: existing.competition ?? found.competition,
    difficulty: existing.difficulty ?? found.difficulty,
  }
}
