import { randomUUIDv7 } from 'node:crypto'
import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db, HotRead } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Signals } from '#platform/notify-signals.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { notSetUp, type SearchSource, type SourceId } from '#providers/search-data/port.ts'
import { type PlannedRun, planCalls, sumUsd } from './call-plan.ts'
import { chooseSources, type Estimate, estimateReport, findsKeywords } from './choose-sources.ts'
import { compareRuns } from './compare-reports.ts'
import {
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
} from './contract.ts'
import { listedRows } from './filter-section-rows.ts'
import {
  countAnsweredTerms,
  findClusterPage,
  findClusters,
  findDiscussions,
  findFeatures,
  findProvenance,
  findSerpPages,
  findTerms,
  resetFailedPages,
} from './finding-store.ts'
import { displayText, keywordKey } from './normalize-keyword.ts'
import { followProgress } from './report-events.ts'
import { createReportFollowers } from './report-follower.ts'
import { compactCounts, countByType, type HeadFilter } from './report-list-store.ts'
import type { ReportRef } from './report-ref.ts'
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
import { extendBudget, insertBudget } from './spending-store.ts'
import {
  findBody,
  findErrorDetails,
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
import { toCurrentOverview } from './stored-row.ts'
import { findMainTopic, findWritingSources, findWritingTopic, isListReport } from './writing-sources-store.ts'

export type Reports = ReturnType<typeof createReports>

export type ReportsDependencies = {
  db: Database
  hotRead: HotRead
  plans: Plans
  keywords: Keywords
  sources: Map<SourceId, SearchSource>
  signals: Signals
  enqueue(tx: Db, work: Stage | 'columns', report: { workspaceId: string; id: string }): Promise<void>
  /** How many new keywords the workspace's listeners found in their latest runs. */
  countNew(workspaceId: string): Promise<number>
}

type NewInput = ParsedInputOf<typeof reportsContract.new>
type NewAnswer = { report?: ReportHead; reports?: ReportHead[]; estimate: Estimate }

/** Maximum rows per response; `/reports/rows` has pagination for more. */
const maxRowsInAnswer = 20_000
const rowsAtATime = 2000
const maxReports = 1000
const comparedRows = 100_000

export function createReports(dependencies: ReportsDependencies) {
  const { db, hotRead, plans, keywords, sources, signals, enqueue, countNew } = dependencies
  const rowPages = createRowPages({ db, hotRead, makeColumns: (ref) => enqueue(db, 'columns', ref) })
  const followers = createReportFollowers({ db, signals })
  return {
    locate: (workspaceIds: string[], id: string) => locateReport(db, workspaceIds, id),

    sweep: () => compactCounts(db),

    /** All sources for the form, with the reason where one isn't available. */
    listSources(forStaff: boolean) {
      return [...sources.values()]
        .filter(({ parts }) => !parts)
        .map(({ id, label, unavailable, isOptIn = false, costPerAskUsd, fanOut, adds, queue }) => ({
          id,
          label,
          unavailable: unavailable && notSetUp(label),
          ...(forStaff && unavailable ? { unavailable_details: unavailable } : {}),
          by_default: !isOptIn && id !== 'sample',
          cost_per_ask_usd: costPerAskUsd,
          ...(queue ? { cost_per_queued_ask_usd: queue.costPerTaskUsd, queued_from: queue.fewest } : {}),
          ...(adds ? { adds } : {}),
          fan_out: fanOut,
        }))
    },

    /**
     * Starts one report for a list, or one per query. Units, rows, first jobs and the idempotent answer commit together.
     * @throws AppError limit_… when the plan doesn't suffice; invalid_input
     */
    async create(userId: string, input: NewInput, keepAnswer: KeepAnswer): Promise<NewAnswer> {
      const workspaceId = input.workspace_id
      const { queries, isList, imported } = await readSeeds(input)
      const amount = isList ? (imported?.accepted ?? queries.length) : queries.length
      const choice = {
        locale: { country: input.country, language: input.language },
        requested: input.sources ?? null,
        isList,
        hasImport: imported !== null,
        workspaceHasImports: !isList && !imported && (await keywords.hasAny(workspaceId)),
        liveVolumes: await plans.hasLiveVolumes(workspaceId),
      }
      const states = chooseSources(sources, choice)
      if (states.every((state) => state.state === 'skipped')) {
        throw new AppError('invalid_input', states[0]?.error ?? 'None of these sources is set up on this server.', {
          field: 'sources',
          reason: 'no_source_available',
        })
      }
      if (!findsKeywords(sources, states))
        throw new AppError(
          'invalid_input',
          'None of these sources finds keywords. Volumes and trends only add data to keywords.',
          { field: 'sources', reason: 'no_keyword_source' },
        )
      const seeds = isList ? [listName(queries, imported?.file_name ?? null, amount)] : queries
      const planned = (query: string): PlannedRun => ({
        ...input,
        query,
        isList,
        keywords: isList ? amount : (imported?.accepted ?? 0),
      })
      const each = seeds.map((query) => estimateReport(sources, states, planned(query)))
      const { max_cost_usd: limit } = input
      const estimate = {
        units: amount,
        cost_usd: Math.min(sumUsd(each.map(({ cost_usd: usd }) => ({ usd }))), limit ?? Number.POSITIVE_INFINITY),
        seconds: each.reduce((sum, { seconds }) => sum + seconds, 0),
      }
      // Several reports share the limit: together they can't pass it.
      const share = limit === undefined ? null : Math.floor((limit / seeds.length) * 1e6) / 1e6
      if (input.dry_run) return { estimate }

      return db.transaction().execute(async (tx) => {
        const reservation = await plans.reserve(tx, workspaceId, isList ? 'clusters' : 'reports', amount)
        const createdIds: string[] = []
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
          await insertBudget(tx, report, share, planCalls(sources, states, planned(query)))
          if (isList && !imported) await upsertRows(tx, report, queries.map(pastedRow))
          await enqueue(tx, 'collect', report)
          createdIds.push(report.id)
        }
        const heads = await findHeadsById(tx, workspaceId, createdIds)
        const answer = heads.length === 1 ? { report: heads[0], estimate } : { reports: heads, estimate }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    /** @throws AppError not_found when one of them is not in these workspaces. */
    async getProgress(workspaceIds: string[], ids: string[]): Promise<Progress[]> {
      const wanted = [...new Set(ids)]
      const found = (await Promise.all(workspaceIds.map((workspaceId) => findProgress(db, workspaceId, wanted)))).flat()
      const byId = new Map(found.map((progress) => [progress._id, progress]))
      return wanted.map((id) => byId.get(id) ?? refuseMissingReport())
    },

    progressByToken: (tokenHash: Buffer, id: string) => findProgressByToken(hotRead, tokenHash, id),

    /** Adds each source's technical error (settings, hosts). For staff only. */
    async withErrorDetails(ref: ReportRef, states: SourceState[]): Promise<SourceState[]> {
      return joinDetails(states, await findErrorDetails(db, ref.workspaceId, ref.id))
    },

    /** @throws AppError not_found */
    async head(ref: ReportRef): Promise<ReportHead> {
      return (await findHead(db, ref.workspaceId, ref.id)) ?? refuseMissingReport()
    },

    /** Pages with their text, questions and terms, for writing. Null when the report doesn't exist. */
    forWriting: (ref: ReportRef, wanted: { maxQuestions: number; clusterId: string | null }) =>
      findWritingSources(db, ref, wanted),

    /** A topic by id, or a list's main topic without one; null when there is none. */
    topicForWriting: (ref: ReportRef, clusterId: string | null) =>
      clusterId ? findWritingTopic(db, ref, clusterId) : findMainTopic(db, ref),

    /** The keyword a report searched for; null for a list, whose name isn't a keyword. */
    async getKeyword(ref: ReportRef): Promise<string | null> {
      return (await isListReport(db, ref)) ? null : (await this.head(ref)).query
    },

    /** Sends a report's progress until it ends. */
    follow(ref: ReportRef, send: SendEvent, signal: AbortSignal): Promise<void> {
      return followProgress(followers, ref, send, signal)
    },

    async get(ref: ReportRef, wanted: readonly SectionName[] = sectionNames): Promise<Report> {
      const head = (await findHead(db, ref.workspaceId, ref.id)) ?? refuseMissingReport()
      return { ...head, sections: await this.sections(ref, wanted) }
    },

    /** Some sections of a report. `keywords` has every row; the other row sections are subsets of it. */
    async sections(ref: ReportRef, wanted: readonly SectionName[]): Promise<Partial<Sections>> {
      const has = (name: SectionName) => wanted.includes(name)
      const body = await findBody(db, ref.workspaceId, ref.id)
      const sections: Partial<Sections> = {}
      const fill = async <Name extends keyof Sections>(name: Name, values: Promise<Sections[Name]>) => {
        sections[name] = await values
      }
      const jobs: Promise<void>[] = []
      for (const name of rowSections)
        if (has(name)) jobs.push(fill(name, findRows(db, ref, { section: name, limit: maxRowsInAnswer })))
      if (has('discussions')) jobs.push(fill('discussions', findDiscussions(db, ref)))
      if (has('serp')) jobs.push(fill('serp', findSerpPages(db, ref)), fill('serp_features', findFeatures(db, ref)))
      if (has('clusters')) jobs.push(fill('clusters', findClusters(db, ref)))
      if (has('terms')) jobs.push(fill('terms', findTerms(db, ref)))
      jobs.push(fill('provenance', findProvenance(db, ref)))
      await Promise.all(jobs)
      if (has('overview') && body?.overview && 'counts' in body.overview)
        sections.overview = toCurrentOverview(body.overview)
      if (has('trend')) sections.trend = body?.trend ?? null
      return sections
    },

    /** Streams a section's rows in batches, so that a big report never is in memory as a whole. */
    async *streamRows(ref: ReportRef, section: RowSection): AsyncGenerator<Row> {
      const head = (await findHead(db, ref.workspaceId, ref.id)) ?? refuseMissingReport()
      if (head.status !== 'done') {
        yield* await findRows(db, ref, { section })
        return
      }
      let after = 0
      for (;;) {
        const { rows, last } = await findRowsAfter(db, ref, section, after, rowsAtATime)
        yield* rows
        if (rows.length < rowsAtATime) return
        after = last
      }
    },

    parentTexts: (ref: ReportRef) => findParentTexts(db, ref),

    /** One section, filtered, sorted and paged. */
    async rows(
      ref: ReportRef,
      input: ParsedInputOf<typeof reportsContract.rows>,
    ): Promise<{ items: Record<string, unknown>[]; total: number; page: number; limit: number }> {
      const { section, page, limit } = input
      const isRowSection = (name: string): name is RowQuery['section'] =>
        (rowSections as readonly string[]).includes(name)
      const isPlain = !input.q?.trim() && !input.sort && Object.keys(input.filters ?? {}).length === 0
      if (section === 'clusters' && isPlain) {
        const clusters = await findClusterPage(db, ref, { limit, offset: (page - 1) * limit })
        return { ...clusters, page, limit }
      }
      if (!isRowSection(section)) {
        const list = await this.sections(ref, [section])
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
      const found = await rowPages.find(ref, query)
      return { ...(found ?? refuseMissingReport()), page, limit }
    },

    async find(workspaceId: string, filter: HeadFilter) {
      return { ...(await findHeads(db, workspaceId, filter)), page: filter.page, limit: filter.limit }
    },

    async hide(ref: ReportRef, hidden: boolean): Promise<ReportHead> {
      await setHidden(db, ref.workspaceId, ref.id, hidden)
      return (await findHead(db, ref.workspaceId, ref.id)) ?? refuseMissingReport()
    },

    async overview(workspaceId: string) {
      const [totals_by_type, recent, { usage }, listeners_new] = await Promise.all([
        countByType(db, workspaceId),
        findHeads(db, workspaceId, { page: 1, limit: 8 }),
        plans.getWorkspaceUsage(workspaceId),
        countNew(workspaceId),
      ])
      return { totals_by_type, usage, recent: recent.items, listeners_new }
    },

    /** Keeps and charges what was found; refunds the units when nothing was. @throws AppError conflict when it has ended */
    async cancel(ref: ReportRef): Promise<ReportHead> {
      await db.transaction().execute(async (tx) => {
        const head = (await findHead(tx, ref.workspaceId, ref.id)) ?? refuseMissingReport()
        const states = joinDetails(head.sources, await findErrorDetails(tx, ref.workspaceId, ref.id))
        const ended = await cancelRun(tx, ref.workspaceId, ref.id, states.map(stopped))
        if (!ended)
          throw new AppError('conflict', `This report is already ${head.status}.`, {
            reason: 'already_ended',
            params: { status: head.status },
          })
        if (ended.row_count === 0 && ended.payer_id && ended.units_period) {
          await plans.refund(tx, {
            userId: ended.payer_id,
            tool: getTool(head),
            amount: ended.units,
            periodStart: ended.units_period,
          })
        }
      })
      signals.publish('report', ref.id)
      return (await findHead(db, ref.workspaceId, ref.id)) ?? refuseMissingReport()
    },

    /** Queries failed and unfinished sources again. Refunded units are reserved again. */
    async retry(ref: ReportRef, keepAnswer: KeepAnswer): Promise<{ report: ReportHead }> {
      const answer = await db.transaction().execute(async (tx) => {
        // Locks the payer first, so that no other call can end, refund or retry the report in between.
        await plans.lockPayer(tx, ref.workspaceId)
        const body = (await lockReport(tx, ref.workspaceId, ref.id)) ?? refuseMissingReport()
        const head = (await findHead(tx, ref.workspaceId, ref.id)) ?? refuseMissingReport()
        const details = await findErrorDetails(tx, ref.workspaceId, ref.id)
        const retried = joinDetails(head.sources, details).map(
          (state): SourceState =>
            state.state === 'done' || isUnavailable(state)
              ? state
              : {
                  ...state,
                  state: 'waiting',
                  error: null,
                  error_details: undefined,
                  reason: undefined,
                  planned: 0,
                  asked: 0,
                },
        )
        if (head.status === 'done' && retried.every((state) => state.state !== 'waiting'))
          throw new AppError('conflict', 'All sources of this report responded. There’s nothing to retry.', {
            reason: 'nothing_to_retry',
          })
        let { payer_id: payerId, units_period: unitsPeriod } = body
        if (body.units_returned) {
          const reservation = await plans.reserve(tx, ref.workspaceId, getTool(head), body.units)
          payerId = reservation.userId
          unitsPeriod = reservation.periodStart
        }
        const reopened = await reopenRun(tx, ref.workspaceId, ref.id, { sources: retried, payerId, unitsPeriod })
        if (!reopened) throw new AppError('conflict', 'This report is still running.', { reason: 'still_running' })
        // Free failed calls are repeated; calls that may have been charged get a new budget line and count again.
        const keywordsOpen = body.is_list ? body.units : 0
        const imported = body.import_id ? await keywords.find(ref.workspaceId, body.import_id) : null
        const run = { ...head, isList: body.is_list, keywords: keywordsOpen || (imported?.accepted ?? 0) }
        if (!(await insertBudget(tx, ref, null, planCalls(sources, retried, run)))) {
          const open = body.is_list ? await countAnsweredTerms(tx, ref) : new Map<string, number>()
          for (const state of retried.filter((one) => one.state === 'waiting')) {
            const left = body.is_list ? body.units - (open.get(state.id) ?? 0) : undefined
            await extendBudget(tx, ref, planCalls(sources, [state], { ...run, open: left }))
          }
        }
        await resetFailedPages(tx, ref)
        await enqueue(tx, 'collect', ref)
        const answer = { report: (await findHead(tx, ref.workspaceId, ref.id))! }
        await keepAnswer(tx, answer)
        return answer
      })
      signals.publish('report', ref.id)
      return answer
    },

    /**
     * Cancels every running report of a workspace that is being deleted, in the caller's transaction, and refunds those
     * without results. Returns a function to call after the commit.
     */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      const ended = await cancelAllRuns(tx, workspaceId)
      for (const { row_count, payer_id, units, units_period, is_list } of ended)
        if (row_count === 0 && payer_id && units_period)
          await plans.refund(tx, {
            userId: payer_id,
            tool: is_list ? 'clusters' : 'reports',
            amount: units,
            periodStart: units_period,
          })
      return () => {
        for (const { id } of ended) signals.publish('report', id)
      }
    },

    /** @throws AppError invalid_input when the queries differ */
    async compare(a: ReportRef, b: ReportRef) {
      const [headA, headB] = await Promise.all([findHead(db, a.workspaceId, a.id), findHead(db, b.workspaceId, b.id)])
      if (!headA || !headB) refuseMissingReport()
      if (keywordKey(headA.query) !== keywordKey(headB.query)) {
        throw new AppError(
          'invalid_input',
          `b must be a report of the same query as a: “${headA.query}”, not “${headB.query}”.`,
          { field: 'b', reason: 'different_queries', params: { a: headA.query, b: headB.query } },
        )
      }
      const [rowsA, rowsB] = await Promise.all(
        [a, b].map((ref) => findRows(db, ref, { section: 'keywords', limit: comparedRows })),
      )
      return {
        a: headA,
        b: headB,
        ...compareRuns({ ...headA, rows: rowsA! }, { ...headB, rows: rowsB! }),
      }
    },
  }

  function isUnavailable(state: SourceState): boolean {
    return state.state === 'skipped' && Boolean(sources.get(state.id as SourceId)?.unavailable)
  }

  async function readSeeds(input: NewInput) {
    const given = [input.query, input.queries, input.import_id].filter((value) => value !== undefined)
    if (given.length === 0)
      throw new AppError('invalid_input', 'query is missing. Send query, queries or import_id.', {
        field: 'query',
        reason: 'missing',
      })
    if (input.query !== undefined && input.queries !== undefined)
      throw new AppError('invalid_input', 'Send either query or queries, not both.', {
        field: 'queries',
        reason: 'query_and_queries',
      })
    if (input.queries !== undefined && input.import_id !== undefined)
      throw new AppError('invalid_input', 'Send either import_id or queries, not both.', {
        field: 'import_id',
        reason: 'import_and_queries',
      })
    if (input.type !== 'clusters' && (input.queries?.length ?? 0) > maxReports) {
      throw new AppError('invalid_input', 'queries can have up to 1,000 queries, one report each.', {
        field: 'queries',
        reason: 'too_many_reports',
        params: { max: maxReports, lines: input.queries!.length },
      })
    }
    const imported = input.import_id ? await keywords.find(input.workspace_id, input.import_id) : null
    if (input.import_id && !imported)
      throw new AppError('not_found', 'This import doesn’t exist in this workspace.', {
        field: 'import_id',
        reason: 'import_missing',
      })
    if (imported && imported.accepted === 0)
      throw new AppError('invalid_input', 'This import has no keywords.', {
        field: 'import_id',
        reason: 'import_empty',
      })
    const texts = (input.queries ?? (input.query === undefined ? [] : [input.query])).map(displayText)
    const queries = [...new Map(texts.map((text) => [keywordKey(text), text])).entries()].flatMap(([key, text]) =>
      hasWords(key) ? [text] : [],
    )
    if (!imported && queries.length === 0)
      throw new AppError('invalid_input', 'query has no words.', {
        field: input.queries ? 'queries' : 'query',
        reason: 'no_words',
      })
    // A clusters report always works on the given keywords, pasted or imported.
    const isList = input.type === 'clusters' || (imported !== null && input.query === undefined)
    return { queries, isList, imported }
  }
}

const hasWords = (key: string) => /[\p{L}\p{N}]/u.test(key)

/** Marks a source that was still running when its report was cancelled. Its rows stay. */
const stopped = (state: SourceState): SourceState =>
  state.state === 'waiting' || state.state === 'running'
    ? { ...state, state: 'skipped', error: 'Stopped before it finished.' }
    : state

const getTool = (head: Pick<ReportHead, 'sources' | 'type' | 'units'>) =>
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
    sightings: {},
    metrics: null,
    performance: null,
  }
}

/** A report that doesn't exist, or that the caller may not know of. */
export function refuseMissingReport(): never {
  throw new AppError('not_found', 'This report doesn’t exist or is in a workspace you’re not in.', {
    reason: 'report_missing',
  })
}

const joinDetails = (states: SourceState[], details: Map<string, string>): SourceState[] =>
  states.map((state) => (details.has(state.id) ? { ...state, error_details: details.get(state.id) } : state))

function refuseUnknownColumns({ filters, sort }: RowQuery) {
  const known = `: use one of ${rowColumns.join(', ')}.`
  const sorted = sort?.replace(/^-/, '')
  if (sorted !== undefined && !rowColumns.includes(sorted))
    throw new AppError('invalid_input', `sort is not a column${known}`, { field: 'sort', reason: 'unknown_column' })
  for (const name of Object.keys(filters ?? {})) {
    if (!rowColumns.includes(name))
      throw new AppError('invalid_input', `filters.${name} is not a column${known}`, {
        field: `filters.${name}`,
        reason: 'unknown_column',
      })
  }
}
