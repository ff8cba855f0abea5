import { randomUUIDv7 } from 'node:crypto'
import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db, HotRead } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Signals } from '#platform/signals.ts'
import type { SendEvent } from '#platform/sse.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { compareRows } from './compare.ts'
import {
  type Heading,
  type Progress,
  type Report,
  type ReportHead,
  type Row,
  type RowSection,
  type reportsContract,
  rowSections,
  type SectionName,
  type Sections,
  type SourceState,
  type Stage,
  sectionNames,
  type Term,
} from './contract.ts'
import { displayText, keywordKey } from './dedupe.ts'
import {
  findBestPages,
  findClusterPage,
  findClusters,
  findDiscussions,
  findFeatures,
  findProvenance,
  findSerpPages,
  findTerms,
  forgetUnreadPages,
} from './finding-store.ts'
import { followProgress } from './follow.ts'
import { listedRows } from './listed-rows.ts'
import { addUpCounts, countByType, type HeadFilter } from './listing-store.ts'
import { createRowPages } from './row-pages.ts'
import {
  type CollectedRow,
  findParentTexts,
  findRows,
  findRowsAfter,
  type RowQuery,
  rowColumns,
  upsertRows,
} from './row-store.ts'
import { cancelAllRuns, cancelRun, reopenRun } from './run-store.ts'
import { chooseSources, type Estimate, estimateReport } from './source-choice.ts'
import {
  findBody,
  findHead,
  findHeads,
  findHeadsById,
  findProgress,
  findProgressByToken,
  insertReport,
  locateReport,
  lockReport,
  type NewReport,
  setHidden,
} from './store.ts'

export type Reports = ReturnType<typeof createReports>

export type ReportsDependencies = {
  db: Database
  hotRead: HotRead
  plans: Plans
  keywords: Keywords
  sources: Map<SourceId, SearchSource>
  signals: Signals
  enqueue(tx: Db, work: Stage | 'columns', report: { workspaceId: string; id: string }): Promise<void>
  /** What the workspace's listeners heard first in their latest runs. */
  countNew(workspaceId: string): Promise<number>
}

type Place = { workspaceId: string; id: string }

export type WritingSources = {
  query: string
  language: string
  pages: { n: number; url: string; title: string; headings: Heading[]; content: string }[]
  /** Most asked first. */
  questions: string[]
  /** Strongest first. */
  terms: Term[]
}
type NewInput = ParsedInputOf<typeof reportsContract.new>
type NewAnswer = { report?: ReportHead; reports?: ReportHead[]; estimate: Estimate }

/** Rows one answer carries at most; `/reports/rows` pages through more. */
const mostRowsInAnswer = 20_000
const rowsAtATime = 2000
const mostReportsAtOnce = 1000
const comparedRows = 100_000

export function createReports(dependencies: ReportsDependencies) {
  const { db, hotRead, plans, keywords, sources, signals, enqueue, countNew } = dependencies
  const rowPages = createRowPages({ db, hotRead, makeColumns: (place) => enqueue(db, 'columns', place) })
  return {
    locate: (workspaceIds: string[], id: string) => locateReport(db, workspaceIds, id),

    sweep: () => addUpCounts(db),

    /** What can be asked here and what cannot, for the form. */
    listSources() {
      return [...sources.values()].map(({ id, label, unavailable, costPerAskUsd, fanOut }) => ({
        id,
        label,
        unavailable,
        cost_per_ask_usd: costPerAskUsd,
        fan_out: fanOut,
      }))
    },

    /**
     * Starts reports: one over a list, or one a query. Units, rows, first jobs and the kept answer commit together.
     * @throws AppError limit_… when the plan does not reach; invalid_input
     */
    async create(userId: string, input: NewInput, keepAnswer: KeepAnswer): Promise<NewAnswer> {
      const workspaceId = input.workspace_id
      const { queries, isList, imported } = await readSeeds(input)
      const amount = isList ? (imported?.accepted ?? queries.length) : queries.length
      const choice = {
        wanted: input.sources ?? null,
        isList,
        hasImport: imported !== null,
        workspaceHasImports: !isList && !imported && (await keywords.hasAny(workspaceId)),
      }
      const states = chooseSources(sources, choice)
      if (states.every((state) => state.state === 'skipped')) {
        throw new AppError('invalid_input', states[0]?.error ?? 'sources names none that can be asked here.', {
          field: 'sources',
        })
      }
      const seeds = isList ? [listName(queries, imported?.file_name ?? null, amount)] : queries
      const liveVolumes = await plans.hasLiveVolumes(workspaceId)
      const single = estimateReport(sources, states, {
        ...input,
        query: seeds[0]!,
        keywords: isList ? amount : 0,
        liveVolumes,
      })
      const estimate = {
        units: amount,
        cost_usd: Math.round(single.cost_usd * seeds.length * 10_000) / 10_000,
        seconds: single.seconds * seeds.length,
      }
      if (input.dry_run) return { estimate }

      return db.transaction().execute(async (tx) => {
        const reservation = await plans.reserve(tx, workspaceId, isList ? 'clusters' : 'reports', amount)
        const made: string[] = []
        for (const query of seeds) {
          const report: NewReport = {
            id: randomUUIDv7(),
            workspaceId,
            createdBy: userId,
            payerId: reservation.userId,
            type: input.type,
            query,
            country: input.country,
            language: input.language,
            depth: input.depth,
            fresh: input.fresh,
            importId: imported?._id ?? null,
            isList,
            wantedSources: input.sources ?? null,
            sources: states,
            units: isList ? amount : 1,
            unitsPeriod: reservation.periodStart,
          }
          await insertReport(tx, report)
          if (isList && !imported) await upsertRows(tx, report, queries.map(pastedRow))
          await enqueue(tx, 'collect', report)
          made.push(report.id)
        }
        const heads = await findHeadsById(tx, workspaceId, made)
        const answer = heads.length === 1 ? { report: heads[0], estimate } : { reports: heads, estimate }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    /** @throws AppError not_found when one of them is not in these workspaces. */
    async progressOf(workspaceIds: string[], ids: string[]): Promise<Progress[]> {
      const wanted = [...new Set(ids)]
      const found = (await Promise.all(workspaceIds.map((workspaceId) => findProgress(db, workspaceId, wanted)))).flat()
      const byId = new Map(found.map((progress) => [progress._id, progress]))
      return wanted.map((id) => byId.get(id) ?? missingReport())
    },

    progressByToken: (tokenHash: Buffer, id: string) => findProgressByToken(hotRead, tokenHash, id),

    /** @throws AppError not_found */
    async head(place: Place): Promise<ReportHead> {
      return (await findHead(db, place.workspaceId, place.id)) ?? missingReport()
    },

    /** What a writer draws on: the pages that were read, with their text, questions and terms. Null when the report is gone. */
    async forWriting(place: Place, mostQuestions: number): Promise<WritingSources | null> {
      const [head, pages, questions, terms] = await Promise.all([
        findHead(db, place.workspaceId, place.id),
        findBestPages(db, place),
        findRows(db, place, { section: 'questions', limit: mostQuestions }),
        findTerms(db, place),
      ])
      if (!head) return null
      return {
        query: head.query,
        language: head.language,
        // A page keeps its rank as its number, read or not: so it is cited under the number the report shows.
        pages: pages.flatMap(({ url, title, headings, content }, index) =>
          content ? [{ n: index + 1, url, title, headings: headings ?? [], content }] : [],
        ),
        questions: questions.map(({ text }) => text),
        terms: terms.map(({ term, weight, kind, pages }) => ({ term, weight, kind, pages })),
      }
    },

    /** Sends a report's progress until it ends. */
    follow(place: Place, send: SendEvent, signal: AbortSignal): Promise<void> {
      return followProgress({ db, signals }, place, send, signal)
    },

    async get(place: Place, wanted: readonly SectionName[] = sectionNames): Promise<Report> {
      const head = (await findHead(db, place.workspaceId, place.id)) ?? missingReport()
      return { ...head, sections: await this.sections(place, wanted) }
    },

    /** Some sections of a report; `keywords` holds every row once, the other lists are views of it. */
    async sections(place: Place, wanted: readonly SectionName[]): Promise<Partial<Sections>> {
      const has = (name: SectionName) => wanted.includes(name)
      const body = await findBody(db, place.workspaceId, place.id)
      const sections: Partial<Sections> = {}
      const fill = async <Name extends keyof Sections>(name: Name, values: Promise<Sections[Name]>) => {
        sections[name] = await values
      }
      const jobs: Promise<void>[] = []
      for (const name of rowSections)
        if (has(name)) jobs.push(fill(name, findRows(db, place, { section: name, limit: mostRowsInAnswer })))
      if (has('discussions')) jobs.push(fill('discussions', findDiscussions(db, place)))
      if (has('serp')) jobs.push(fill('serp', findSerpPages(db, place)), fill('serp_features', findFeatures(db, place)))
      if (has('clusters')) jobs.push(fill('clusters', findClusters(db, place)))
      if (has('terms')) jobs.push(fill('terms', findTerms(db, place)))
      jobs.push(fill('provenance', findProvenance(db, place)))
      await Promise.all(jobs)
      if (has('overview') && body?.overview && 'counts' in body.overview) sections.overview = body.overview
      if (has('trend')) sections.trend = body?.trend ?? null
      return sections
    },

    /** Every row of a section, a part at a time: what is read does not stand in memory at once. */
    async *everyRow(place: Place, section: RowSection): AsyncGenerator<Row> {
      const head = (await findHead(db, place.workspaceId, place.id)) ?? missingReport()
      if (head.status !== 'done') {
        yield* await findRows(db, place, { section })
        return
      }
      let after = 0
      for (;;) {
        const { rows, last } = await findRowsAfter(db, place, section, after, rowsAtATime)
        yield* rows
        if (rows.length < rowsAtATime) return
        after = last
      }
    },

    parentTexts: (place: Place) => findParentTexts(db, place),

    /** One section, filtered, sorted and paged. */
    async rows(
      place: Place,
      input: ParsedInputOf<typeof reportsContract.rows>,
    ): Promise<{ items: Record<string, unknown>[]; total: number; page: number; limit: number }> {
      const { section, page, limit } = input
      const isRowSection = (name: string): name is RowQuery['section'] =>
        (rowSections as readonly string[]).includes(name)
      const isPlain = !input.q?.trim() && !input.sort && Object.keys(input.filters ?? {}).length === 0
      if (section === 'clusters' && isPlain) {
        const clusters = await findClusterPage(db, place, { limit, offset: (page - 1) * limit })
        return { ...clusters, page, limit }
      }
      if (!isRowSection(section)) {
        const list = await this.sections(place, [section])
        const items = (
          section === 'overview' || section === 'trend' ? [list[section]].filter(Boolean) : (list[section] ?? [])
        ) as Record<string, unknown>[]
        const listed = listedRows(section, items, input)
        return { items: listed.slice((page - 1) * limit, page * limit), total: listed.length, page, limit }
      }
      const query = {
        section,
        q: input.q?.trim() || undefined,
        filters: input.filters,
        sort: input.sort,
        limit,
        offset: (page - 1) * limit,
      }
      refuseUnknownColumns(query)
      const found = await rowPages.find(place, query)
      return { ...(found ?? missingReport()), page, limit }
    },

    async find(workspaceId: string, filter: HeadFilter) {
      return { ...(await findHeads(db, workspaceId, filter)), page: filter.page, limit: filter.limit }
    },

    async hide(place: Place, hidden: boolean): Promise<ReportHead> {
      await setHidden(db, place.workspaceId, place.id, hidden)
      return (await findHead(db, place.workspaceId, place.id)) ?? missingReport()
    },

    async overview(workspaceId: string) {
      const [totals_by_type, recent, { usage }, listeners_new] = await Promise.all([
        countByType(db, workspaceId),
        findHeads(db, workspaceId, { page: 1, limit: 8 }),
        plans.usageOfWorkspace(workspaceId),
        countNew(workspaceId),
      ])
      return { totals_by_type, usage, recent: recent.items, listeners_new }
    },

    /** What was found is kept and paid; with nothing found the units go back. @throws AppError conflict when it is finished */
    async cancel(place: Place): Promise<ReportHead> {
      await db.transaction().execute(async (tx) => {
        const head = (await findHead(tx, place.workspaceId, place.id)) ?? missingReport()
        const ended = await cancelRun(tx, place.workspaceId, place.id, head.sources.map(stopped))
        if (!ended) throw new AppError('conflict', `This report is ${head.status} already.`)
        if (ended.row_count === 0 && ended.payer_id && ended.units_period) {
          await plans.giveBack(tx, {
            userId: ended.payer_id,
            tool: toolOf(head),
            amount: ended.units,
            periodStart: ended.units_period,
          })
        }
      })
      signals.publish('report', place.id)
      return (await findHead(db, place.workspaceId, place.id)) ?? missingReport()
    },

    /** Asks the sources again that failed or were not finished. Units given back are taken again. */
    async retry(place: Place, keepAnswer: KeepAnswer): Promise<{ report: ReportHead }> {
      const answer = await db.transaction().execute(async (tx) => {
        // Nobody ends or retries it in between: whether its units went back stays true until they are taken again.
        await plans.holdPayer(tx, place.workspaceId)
        const body = (await lockReport(tx, place.workspaceId, place.id)) ?? missingReport()
        const head = (await findHead(tx, place.workspaceId, place.id)) ?? missingReport()
        const again = head.sources.map(
          (state): SourceState =>
            state.state === 'done' || isUnavailable(state)
              ? state
              : { ...state, state: 'waiting', error: null, planned: 0, asked: 0 },
        )
        if (head.status === 'done' && again.every((state) => state.state !== 'waiting'))
          throw new AppError('conflict', 'Every source of this report answered: there is nothing to try again.')
        let { payer_id: payerId, units_period: unitsPeriod } = body
        if (body.units_returned) {
          const reservation = await plans.reserve(tx, place.workspaceId, toolOf(head), body.units)
          payerId = reservation.userId
          unitsPeriod = reservation.periodStart
        }
        const reopened = await reopenRun(tx, place.workspaceId, place.id, { sources: again, payerId, unitsPeriod })
        if (!reopened) throw new AppError('conflict', 'This report is still at work.')
        await forgetUnreadPages(tx, place)
        await enqueue(tx, 'collect', place)
        const answer = { report: (await findHead(tx, place.workspaceId, place.id))! }
        await keepAnswer(tx, answer)
        return answer
      })
      signals.publish('report', place.id)
      return answer
    },

    /**
     * Ends what is at work in a workspace that is about to go, in the caller's transaction: what found nothing yet is
     * given back. Answers what to do after the commit.
     */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      const ended = await cancelAllRuns(tx, workspaceId)
      for (const { row_count, payer_id, units, units_period, is_list } of ended)
        if (row_count === 0 && payer_id && units_period)
          await plans.giveBack(tx, {
            userId: payer_id,
            tool: is_list ? 'clusters' : 'reports',
            amount: units,
            periodStart: units_period,
          })
      return () => {
        for (const { id } of ended) signals.publish('report', id)
      }
    },

    /** @throws AppError invalid_input when they are not of one query */
    async compare(a: Place, b: Place) {
      const [headA, headB] = await Promise.all([findHead(db, a.workspaceId, a.id), findHead(db, b.workspaceId, b.id)])
      if (!headA || !headB) throw missingReport()
      if (keywordKey(headA.query) !== keywordKey(headB.query)) {
        throw new AppError(
          'invalid_input',
          `b must be a report of the same query as a: “${headA.query}”, not “${headB.query}”.`,
          { field: 'b' },
        )
      }
      const [rowsA, rowsB] = await Promise.all(
        [a, b].map((place) => findRows(db, place, { section: 'keywords', limit: comparedRows })),
      )
      return { a: headA, b: headB, ...compareRows(rowsA!, rowsB!) }
    },
  }

  function isUnavailable(state: SourceState): boolean {
    return state.state === 'skipped' && Boolean(sources.get(state.id as SourceId)?.unavailable)
  }

  async function readSeeds(input: NewInput) {
    const given = [input.query, input.queries, input.import_id].filter((value) => value !== undefined)
    if (given.length === 0)
      throw new AppError('invalid_input', 'query is missing: send query, queries or import_id.', { field: 'query' })
    if (input.query !== undefined && input.queries !== undefined)
      throw new AppError('invalid_input', 'queries stands beside query: send one of them.', { field: 'queries' })
    if (input.queries !== undefined && input.import_id !== undefined)
      throw new AppError('invalid_input', 'import_id stands beside queries: send one of them.', { field: 'import_id' })
    if (input.type !== 'clusters' && (input.queries?.length ?? 0) > mostReportsAtOnce) {
      throw new AppError('invalid_input', 'queries may hold at most 1,000 queries, one report each.', {
        field: 'queries',
      })
    }
    const imported = input.import_id ? await keywords.find(input.workspace_id, input.import_id) : null
    if (input.import_id && !imported)
      throw new AppError('not_found', 'There is no such import in this workspace.', { field: 'import_id' })
    if (imported && imported.accepted === 0)
      throw new AppError('invalid_input', 'import_id names an import without keywords.', { field: 'import_id' })
    const texts = (input.queries ?? (input.query === undefined ? [] : [input.query])).map(displayText)
    const queries = [...new Map(texts.map((text) => [keywordKey(text), text])).entries()].flatMap(([key, text]) =>
      hasWords(key) ? [text] : [],
    )
    if (!imported && queries.length === 0)
      throw new AppError('invalid_input', 'query holds no words.', { field: input.queries ? 'queries' : 'query' })
    const isList =
      (imported !== null && input.query === undefined) || (input.type === 'clusters' && input.queries !== undefined)
    return { queries, isList, imported }
  }
}

const hasWords = (key: string) => /[\p{L}\p{N}]/u.test(key)

/** A source that was not through when its report was cancelled. What it found stays. */
const stopped = (state: SourceState): SourceState =>
  state.state === 'waiting' || state.state === 'running'
    ? { ...state, state: 'skipped', error: 'Stopped before it was through.' }
    : state

const toolOf = (head: Pick<ReportHead, 'sources' | 'type' | 'units'>) =>
  head.type === 'clusters' && head.sources[0]?.id === 'imported' ? 'clusters' : 'reports'

function listName(queries: string[], fileName: string | null, amount: number) {
  if (fileName) return fileName
  return amount === 1 ? queries[0]! : `${queries[0]} and ${(amount - 1).toLocaleString('en')} more`
}

function pastedRow(text: string): CollectedRow {
  return {
    id: randomUUIDv7(),
    key: keywordKey(text),
    text,
    type: 'related',
    modifier: null,
    sources: ['imported'],
    parentId: null,
    depth: 1,
    heard: {},
    metrics: null,
    impressions: null,
  }
}

function missingReport(): never {
  throw new AppError('not_found', 'There is no such report, or it is in a workspace you are not in.')
}

function refuseUnknownColumns({ filters, sort }: RowQuery) {
  const known = `: use one of ${rowColumns.join(', ')}.`
  const sorted = sort?.replace(/^-/, '')
  if (sorted !== undefined && !rowColumns.includes(sorted))
    throw new AppError('invalid_input', `sort names no column${known}`, { field: 'sort' })
  for (const name of Object.keys(filters ?? {})) {
    if (!rowColumns.includes(name))
      throw new AppError('invalid_input', `filters.${name} is no column${known}`, { field: `filters.${name}` })
  }
}
