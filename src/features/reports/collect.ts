import { randomUUIDv7 } from 'node:crypto'
import type { ImportedRow, Keywords } from '#features/keywords/service.ts'
import type { Database } from '#platform/database.ts'
import { type SearchSource, type SourceAnswer, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { arrivalsOf } from './arrivals.ts'
import type { SourceState } from './contract.ts'
import { displayText, keywordKey, preferredText } from './dedupe.ts'
import { type Ask, findAsks, insertAsks, replaceFeatures, upsertDiscussions, upsertPages } from './finding-store.ts'
import { classifier } from './modifiers.ts'
import { type Expansion, expand } from './phrasings.ts'
import { placeOf } from './popularity.ts'
import { type CollectedRow, findCollected, upsertRows } from './row-store.ts'
import { type Run, updateRun } from './run-store.ts'

/**
 * The first stage: all sources side by side, rows stored as they come. What a source was asked is stored with what it
 * answered, in one transaction, so that a killed run goes on where it stood and asks nothing twice.
 */

export type CollectDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  keywords: Keywords
  /** Called after each write. */
  published(): void
  /** Begins to read the result pages as soon as every source that answers with them has answered. */
  readPagesEarly(signal: AbortSignal): Promise<unknown>
  now?: () => number
}

const flushEveryMs = 120
const longestKeyword = 200
/** Found questions a source is asked again, a level: keeps depth 4 from asking without end. */
const questionsAskedAgain = 25
/** A source that fails this often in a row is left alone. */
const failuresToGiveUp = 3

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
  const { db, sources, keywords, published, readPagesEarly, now = Date.now } = dependencies
  const startedAt = now()
  const query = run.isList ? '' : run.query
  const classify = classifier(query, run.language)
  const seedKey = keywordKey(run.query)
  const rows = new Map((await findCollected(db, run)).map((row) => [row.key, row]))
  const asked = await findAsks(db, run)
  const dirty = new Set<string>()
  let findings: Findings = { asks: [], answers: [] }
  let costUsd = 0
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])

  const works: SourceWork[] = run.sources.map((state) => ({
    state: { ...state },
    source: sources.get(state.id as SourceId) ?? null,
    startedAt: now(),
    rows: countOf(state.id),
    arrivals: [],
  }))
  const open = works.filter(({ state }) => state.state === 'waiting' || state.state === 'running')
  const flushing = flushUntilDone()
  const working = open.map((work) => ({ work, done: workOn(work) }))
  const resultPages = Promise.all(
    working.filter(({ work }) => answersWithPages(work.state.id)).map(({ done }) => done),
  ).then(async () => {
    await flushing.now()
    if (!run.isList && !stopped.aborted) await readPagesEarly(stopped)
  })
  await Promise.all([...working.map(({ done }) => done), resultPages])
  return flushing.finish()

  function countOf(source: string) {
    let count = 0
    for (const row of rows.values()) if (row.sources.includes(source)) count++
    return count
  }

  async function workOn(work: SourceWork) {
    const { state, source } = work
    state.state = 'running'
    work.startedAt = now()
    try {
      if (state.id === 'imported') await takeImported(work)
      else if (source) await askSource(work, source)
      else throw new Error(`No source is called ${state.id}`)
      state.state = 'done'
    } catch (error) {
      if (stopped.aborted) return
      if (!(error instanceof SourceError)) throw error
      state.state = 'failed'
      state.error = error.message
    } finally {
      state.ms = now() - work.startedAt
    }
  }

  async function takeImported(work: SourceWork) {
    const take = (batch: ImportedRow[]) => {
      for (const { text, impressions, metrics } of batch)
        add(work, text, { relevance: null, depth: 1, parentKey: null, impressions, metrics })
    }
    if (run.importId) {
      for await (const batch of keywords.rowsOf(run.workspaceId, run.importId)) {
        take(batch)
        await flushing.now()
        if (stopped.aborted) return
      }
    } else if (!run.isList) take(await keywords.rowsAbout(run.workspaceId, run.query))
    work.state.asked = work.state.planned = 1
  }

  async function askSource(work: SourceWork, source: SearchSource) {
    const mine = asked.filter((ask) => ask.source === source.id)
    const done = new Set(mine.map((ask) => ask.term))
    const failures = { inARow: 0, total: 0, last: null as SourceError | null, answered: mine.length }
    for (let depth = 1; depth <= run.depth; depth++) {
      const planned = depth === 1 ? firstAsks(source) : questionsToAskAgain(source.id, depth - 1)
      if (planned.length === 0) break
      work.state.planned += planned.filter(({ term }) => !done.has(term)).length + (depth === 1 ? done.size : 0)
      work.state.asked = Math.max(work.state.asked, done.size)
      await inParallel(
        planned.filter(({ term }) => !done.has(term)),
        source.concurrency,
        async (ask) => {
          if (stopped.aborted) return
          const before = now()
          try {
            const answer = await source.ask(
              ask.term,
              { country: run.country, language: run.language },
              { signal: stopped, fresh: run.fresh },
            )
            failures.inARow = 0
            failures.answered++
            receive(work, source, ask, answer, now() - before)
          } catch (error) {
            if (stopped.aborted) return
            if (!(error instanceof SourceError)) throw error
            failures.last = error
            failures.total++
            failures.inARow++
            if (isFinal(error) || failures.inARow >= failuresToGiveUp) throw error
          } finally {
            work.state.asked++
          }
          done.add(ask.term)
        },
      )
      if (source.fanOut === 'seed') break
      await flushing.now()
      if (stopped.aborted) return
    }
    if (failures.last && failures.answered === 0) throw failures.last
    if (failures.last)
      work.state.error = `${failures.total} of ${work.state.planned} questions were not answered: ${failures.last.message}`
  }

  function firstAsks(source: SearchSource): Planned[] {
    const once = (term: string): Planned => ({ term, depth: 1, parentKey: null })
    if (run.isList) return answersWithPages(source.id) ? [...rows.values()].map((row) => once(row.text)) : []
    if (source.fanOut === 'seed') return [once(run.query)]
    return expand(run.query, run.language)
      .filter(wanted)
      .map(({ term }) => once(term))
  }

  /** Questions and outlines need no letters and prepositions. */
  function wanted({ type }: Expansion) {
    return run.type === 'topic' || run.type === 'clusters' || type === 'seed' || type === 'question'
  }

  function questionsToAskAgain(source: SourceId, depth: number): Planned[] {
    return [...rows.values()]
      .filter((row) => row.type === 'question' && row.depth === depth && row.sources.includes(source))
      .sort((a, b) => (b.heard[source]?.[0] ?? 0) - (a.heard[source]?.[0] ?? 0) || (a.key < b.key ? -1 : 1))
      .slice(0, questionsAskedAgain)
      .map((row) => ({ term: row.text, depth: depth + 1, parentKey: row.key }))
  }

  function receive(work: SourceWork, source: SearchSource, ask: Planned, answer: SourceAnswer, ms: number) {
    const before = work.rows
    const numbers = new Map(answer.metrics.map((metrics) => [keywordKey(metrics.text), metrics]))
    answer.suggestions.forEach((suggestion, index) => {
      const metrics = numbers.get(keywordKey(suggestion.text)) ?? null
      add(work, suggestion.text, {
        relevance: placeOf(suggestion.relevance, index + 1),
        depth: ask.depth,
        parentKey: ask.parentKey,
        impressions: null,
        metrics,
      })
    })
    for (const metrics of numbers.values())
      add(work, metrics.text, {
        relevance: null,
        depth: ask.depth,
        parentKey: ask.parentKey,
        impressions: null,
        metrics,
      })
    if (answer.incomplete) work.state.error = answer.incomplete
    if (!answer.cached) costUsd += answer.costUsd ?? 0
    // Links are shown to be clicked: only the web's own kind is kept.
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
    impressions: number | null
    metrics: CollectedRow['metrics']
  }

  function add(work: SourceWork, given: string, sighting: Sighting) {
    const text = displayText(given)
    const key = keywordKey(text)
    if (key === '' || text.length > longestKeyword) return
    const source = work.state.id
    const known = rows.get(key)
    const row = known ?? newRow(key, text, sighting)
    if (known) known.text = preferredText(known.text, text)
    const [place, asks] = row.heard[source] ?? [0, 0]
    row.heard = { ...row.heard, [source]: [Math.max(place, sighting.relevance ?? 0), asks + 1] }
    if (!row.sources.includes(source)) {
      row.sources = [...row.sources, source]
      work.rows++
      work.arrivals.push({ at: now(), rows: 1 })
    }
    row.metrics = mergeMetrics(row.metrics, sighting.metrics)
    row.impressions ??= sighting.impressions
    if (row.parentId === null && sighting.parentKey && sighting.parentKey !== key && !known)
      row.parentId = rows.get(sighting.parentKey)?.id ?? null
    rows.set(key, row)
    dirty.add(key)
  }

  function newRow(key: string, text: string, sighting: Sighting): CollectedRow {
    const { type, modifier } = key === seedKey && !run.isList ? { type: 'seed', modifier: null } : classify(text)
    return {
      id: randomUUIDv7(),
      key,
      text,
      type,
      modifier,
      sources: [],
      parentId: null,
      depth: sighting.depth,
      heard: {},
      metrics: null,
      impressions: null,
    }
  }

  /** One writer a run: gathers what all sources brought and writes it in one transaction, a few times a second. */
  function flushUntilDone() {
    let alive = true
    let writing: Promise<void> = Promise.resolve()
    let failure: unknown = null
    const timer = setInterval(() => void flush().catch(() => undefined), flushEveryMs)
    const flush = () => {
      writing = writing.then(write).catch((error) => {
        failure ??= error
        stop.abort()
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
      // All as it stands at one moment: a source whose state ran ahead of its rows would not be asked again after a kill.
      const batch = [...dirty].map((key) => ({ ...rows.get(key)! }))
      dirty.clear()
      const { asks, answers } = findings
      findings = { asks: [], answers: [] }
      for (const work of works) {
        if (work.state.state === 'running') work.state.ms = now() - work.startedAt
        work.state.count = work.rows
        if (work.arrivals.length > 0) work.state.arrivals = arrivalsOf(work.arrivals, startedAt, now())
      }
      const reached = {
        sources: works.map(({ state }) => ({ ...state })),
        rows: rows.size,
        progress: 0.6 * shareDone(works),
        ...(rows.size > 0 ? { status: 'partial' as const } : {}),
        costUsd,
      }
      alive = await db.transaction().execute(async (tx) => {
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
      if (alive) published()
      else stop.abort()
    }
  }
}

/** Sources that answer with result pages. */
export const answersWithPages = (source: string) =>
  ['searxng', 'dataforseo', 'serpapi', 'serper', 'sample'].includes(source)

const isWebAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

const isFinal = (error: SourceError) => ['circuit_open', 'blocked', 'unauthorized'].includes(error.kind)

function shareDone(works: SourceWork[]) {
  const shares = works.map(({ state }) =>
    state.state === 'waiting'
      ? 0
      : state.state === 'running'
        ? Math.min(0.95, state.asked / Math.max(1, state.planned))
        : 1,
  )
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function mergeMetrics(kept: CollectedRow['metrics'], found: CollectedRow['metrics']): CollectedRow['metrics'] {
  if (!kept || !found) return found ?? kept
  return {
    volume: kept.volume ?? found.volume,
    monthly: kept.monthly.length > 0 ? kept.monthly : found.monthly,
    cpc: kept.cpc ?? found.cpc,
    competition: kept.competition ?? found.competition,
    difficulty: kept.difficulty ?? found.difficulty,
  }
}

/** Runs `each` over the items, so many at a time. The first failure stops the rest and is thrown when all are still. */
async function inParallel<Item>(items: Item[], concurrency: number, each: (item: Item) => Promise<void>) {
  let next = 0
  let failure: unknown = null
  const lane = async () => {
    while (next < items.length && failure === null) {
      const item = items[next++]!
      try {
        await each(item)
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane))
  if (failure !== null) throw failure
}
