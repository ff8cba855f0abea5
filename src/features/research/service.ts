import { randomUUIDv7 } from 'node:crypto'
import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ExportFormat } from '#features/reports/export-file.ts'
import { displayText, keywordKey } from '#features/reports/normalize-keyword.ts'
import { tableDownload } from '#features/reports/table-download.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Log } from '#platform/log.ts'
import type { Threads } from '#platform/worker-threads.ts'
import {
  createPlannedSpending,
  notSetUp,
  type PaidCall,
  type SearchSource,
  SourceError,
  type SourceId,
} from '#providers/search-data/port.ts'
import {
  type LookupKind,
  type ResearchSource,
  type researchContract,
  type TrendAnswer,
  type TrendSource,
  trendSources,
  type VolumeAnswer,
} from './contract.ts'
import { lookupTable } from './lookup-table.ts'
import { providerLabel } from './research-labels.ts'
import {
  deleteLookup,
  deleteOldLookups,
  dropAbandonedOfAllWorkspaces,
  dropLookup,
  dropRunning,
  findHeld,
  findLookup,
  findLookups,
  findSameQuestion,
  finishLookup,
  type HeldUnits,
  insertLookup,
  type LookupRef,
  locateLookup,
} from './store.ts'
import type { LookupAnswer, LookupQuestion } from './tables.ts'
import { type TrendContent, toImportedTrend, toTrend } from './trend-series.ts'
import { type RequestedKeyword, toVolumeRows } from './volume-rows.ts'

export type Research = ReturnType<typeof createResearch>

export type ResearchDependencies = {
  db: Database
  plans: Plans
  keywords: Keywords
  sources: Map<SourceId, SearchSource>
  threads: Threads
  log: Log
}

type TrendInput = ParsedInputOf<typeof researchContract.trends>
type VolumeInput = ParsedInputOf<typeof researchContract.volumes>
type Estimate = { units: number; cost_usd: number; provider: string; known_id: string | null }

/** A lookup's result, and the units to charge for it. */
type Found<Answer> = { answer: Answer; provider: string; known: number; missing: number; units: number }

/** Timeout: longer than any vendor with all its retries. */
const maxMs = 3 * 60_000
/** A lookup running this long has lost its process. */
const abandonedAfterMs = 10 * 60_000
const sweepEveryMs = 60_000

/**
 * Trend and volume lookups. Units are reserved with a row that names their payer, and settled in the transaction that stores the
 * answer: after a crash, the sweep refunds them from that row.
 */
export function createResearch({ db, plans, keywords, sources, threads, log }: ResearchDependencies) {
  const stopping = new AbortController()
  const atWork = new Set<Promise<unknown>>()

  return {
    locate: (workspaceIds: string[], id: string) => locateLookup(db, workspaceIds, id),

    /** @throws AppError limit_…, upstream_failed when a source failed, not_found when no source has data */
    async trends(
      userId: string,
      input: TrendInput,
      keepAnswer: KeepAnswer,
    ): Promise<TrendAnswer & { estimate: Estimate }> {
      const requested = onceEach(input.keywords)
      const question: LookupQuestion = {
        keywords: requested.map(({ text }) => text),
        country: input.country ?? null,
        language: input.language ?? null,
        range: input.range,
        source: input.source ?? null,
      }
      const chain = trendChain(input.source)
      const first = chain[0]!
      const planned = planTrend(chain, requested.length)
      const estimate = {
        units: 1,
        cost_usd: getSum(planned),
        provider: first,
        known_id: null,
      }
      if (input.dry_run) {
        const known_id = await findSameQuestion(db, input.workspace_id, 'trends', question)
        return { ...emptyTrend(first), lookup_id: null, estimate: { ...estimate, known_id } }
      }
      return lookUp(userId, input.workspace_id, 'trends', question, 1, keepAnswer, estimate, (signal) =>
        findTrend(input, requested, chain, planned, signal),
      )
    },

    /** @throws AppError limit_…, upstream_failed when the only source with volumes could not answer */
    async volumes(
      userId: string,
      input: VolumeInput,
      keepAnswer: KeepAnswer,
    ): Promise<VolumeAnswer & { estimate: Estimate }> {
      const requested = onceEach(input.keywords)
      const question: LookupQuestion = {
        keywords: requested.map(({ text }) => text),
        country: input.country,
        language: input.language,
        range: null,
        source: null,
      }
      const source = volumeSource()
      const estimate = {
        units: requested.length,
        cost_usd: getSum(source?.volumeCalls?.(requested.length) ?? []),
        provider: source?.id ?? 'imported',
        known_id: null,
      }
      if (input.dry_run) {
        const known_id = await findSameQuestion(db, input.workspace_id, 'sv', question)
        const nothing = { provider: estimate.provider, items: [], missing: [], cost_usd: 0, notes: [] }
        return { ...nothing, lookup_id: null, estimate: { ...estimate, known_id } }
      }
      return lookUp(userId, input.workspace_id, 'sv', question, requested.length, keepAnswer, estimate, (signal) =>
        findVolumes(input, requested, source, signal),
      )
    },

    async history(workspaceId: string, query: { kind: LookupKind; page: number; limit: number }) {
      const { page, limit } = query
      return { ...(await findLookups(db, workspaceId, query)), page, limit }
    },

    async get(ref: LookupRef) {
      const { lookup, keywords: requested, answer } = await lookupOrRefuse(ref)
      const whole = { ...answer, lookup_id: lookup._id }
      return {
        lookup,
        keywords: requested,
        trends: lookup.kind === 'trends' ? (whole as TrendAnswer) : null,
        volumes: lookup.kind === 'sv' ? (whole as VolumeAnswer) : null,
      }
    },

    remove: (ref: LookupRef) => deleteLookup(db, ref),

    async file(ref: LookupRef, format: ExportFormat): Promise<Response> {
      const { lookup, answer } = await lookupOrRefuse(ref)
      return tableDownload(threads, format, lookupTable(lookup, answer!))
    },

    /** The trend and volume sources, with the reason where one isn't available. */
    async listSources(
      workspaceId: string,
      forStaff: boolean,
    ): Promise<{ items: ResearchSource[]; has_imports: boolean }> {
      const items = trendSources.flatMap((id) => {
        const source = sources.get(id)
        return source
          ? [
              {
                id,
                label: source.label,
                unavailable: source.unavailable && notSetUp(source.label),
                ...(forStaff && source.unavailable ? { unavailable_details: source.unavailable } : {}),
                trends: source.compare !== undefined,
                volumes: source.volumes !== undefined,
              },
            ]
          : []
      })
      return { items, has_imports: await keywords.hasAny(workspaceId) }
    },

    /** Deletes running lookups of a workspace that is being deleted and refunds their units. */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      for (const held of await dropRunning(tx, workspaceId)) await giveBack(tx, held, held.units)
      return () => undefined
    },

    /** Sweeps abandoned lookups and refunds their units. `alone`: no other process can own a running lookup at startup. */
    async watch({ alone }: { alone: boolean }): Promise<() => void> {
      const sweep = (olderThanMs: number) =>
        db
          .transaction()
          .execute(async (tx) => {
            const before = new Date(Date.now() - olderThanMs)
            for (const held of await dropAbandonedOfAllWorkspaces(tx, before)) await giveBack(tx, held, held.units)
          })
          .catch((err) => log.warn({ err }, 'Credits of interrupted lookups could not be refunded'))
      await sweep(alone ? 0 : abandonedAfterMs)
      const timer = setInterval(() => void sweep(abandonedAfterMs), sweepEveryMs)
      timer.unref()
      return () => clearInterval(timer)
    },

    /** Retention: deletes lookups older than 13 months. */
    sweep: () => deleteOldLookups(db),

    /** Graceful shutdown: aborts running lookups and waits until their units are refunded. */
    async settle() {
      stopping.abort()
      await Promise.allSettled([...atWork])
    },
  }

  /** Reserves units, runs the lookup, stores the answer and refunds unused units. */
  async function lookUp<Answer extends LookupAnswer>(
    userId: string,
    workspaceId: string,
    kind: LookupKind,
    question: LookupQuestion,
    units: number,
    keepAnswer: KeepAnswer,
    estimate: Estimate,
    ask: (signal: AbortSignal) => Promise<Found<Answer>>,
  ): Promise<Answer & { lookup_id: string; estimate: Estimate }> {
    const ref = { workspaceId, id: randomUUIDv7() }
    await db.transaction().execute(async (tx) => {
      const taken = await plans.reserve(tx, workspaceId, kind, units)
      const payer = { units, unitsPeriod: taken.periodStart, payerId: taken.userId }
      await insertLookup(tx, { ...ref, kind, question, createdBy: userId, ...payer })
    })
    // Independent of the request's connection: a paid answer is stored even if the client disconnects.
    const work = askAndKeep()
    atWork.add(work)
    try {
      return await work
    } finally {
      atWork.delete(work)
    }

    async function askAndKeep() {
      let found: Found<Answer>
      try {
        found = await ask(AbortSignal.any([stopping.signal, AbortSignal.timeout(maxMs)]))
      } catch (error) {
        await db.transaction().execute(async (tx) => {
          const held = await dropLookup(tx, ref)
          if (held) await giveBack(tx, held, held.units)
        })
        throw error
      }
      const { answer, provider, known, missing, units: worth } = found
      const whole = { ...answer, lookup_id: ref.id, estimate }
      await db.transaction().execute(async (tx) => {
        // Locks the payer before the lookup, in the same order as deleting a workspace, so they can't deadlock.
        await plans.lockPayer(tx, workspaceId)
        const costUsd = answer.cost_usd
        const held = await findHeld(tx, ref)
        if (!held || !(await finishLookup(tx, ref, { answer, provider, known, missing, units: worth, costUsd })))
          throw new AppError('conflict', 'This lookup was interrupted. Try again.', { reason: 'lookup_interrupted' })
        await giveBack(tx, held, held.units - worth)
        await keepAnswer(tx, whole)
      })
      return whole
    }
  }

  function giveBack(tx: Db, held: HeldUnits, amount: number) {
    const { kind, units_period, payer_id } = held
    return plans.refund(tx, { userId: payer_id, tool: kind, amount, periodStart: units_period })
  }

  /** @throws AppError unavailable when the one named is not set up */
  function trendChain(wanted: TrendSource | undefined): TrendSource[] {
    const named = wanted && sources.get(wanted as SourceId)
    if (named?.unavailable)
      throw new AppError('unavailable', notSetUp(named.label), {
        field: 'source',
        reason: 'source_not_set_up',
        params: { source: named.label },
      })
    if (wanted) return [wanted]
    return trendSources.filter((id) => id === 'imported' || sources.get(id)?.unavailable === null)
  }

  /** The paid calls of a lookup: those of the first source that charges. */
  function planTrend(chain: TrendSource[], terms: number): PaidCall[] {
    for (const id of chain) {
      const calls = sources.get(id as SourceId)?.compareCalls?.(terms)
      if (calls) return calls
    }
    return []
  }

  /** Data of the first source that has any: a chart never mixes sources that count differently. */
  async function findTrend(
    input: TrendInput,
    requested: RequestedKeyword[],
    chain: TrendSource[],
    planned: PaidCall[],
    signal: AbortSignal,
  ): Promise<Found<Omit<TrendAnswer, 'lookup_id'>>> {
    const texts = requested.map(({ text }) => text)
    const about = quoted(texts)
    const notes: string[] = []
    const spending = createPlannedSpending(planned)
    const tried: string[] = []
    let failed = false
    for (const id of chain) {
      if (id === 'imported') {
        tried.push(providerLabel(id))
        const histories = await keywords.getHistory(
          input.workspace_id,
          requested.map(({ key }) => key),
        )
        const lines = requested.map(({ key }) => histories.get(key))
        const trend = toImportedTrend(texts, lines, input.range, new Date())
        if (trend) return foundTrend(trend, notes, spending.spentUsd())
        notes.push(`Imported files have no history for ${about} in this time range.`)
        continue
      }
      const source = sources.get(id)
      if (!source?.compare) continue
      // Only planned calls may cost money: after the first paid source, only free ones are used.
      const lacking = source.unsupported?.({ country: input.country ?? 'US', language: input.language ?? 'en' })
      if (lacking) {
        notes.push(lacking)
        continue
      }
      const calls = source.compareCalls?.(texts.length) ?? []
      if (
        calls.some(
          ({ endpoint, source: by }) => !planned.some((call) => call.source === by && call.endpoint === endpoint),
        )
      ) {
        notes.push(
          `${source.label} was skipped because it charges and wasn’t part of the estimate. Select it as the source to use it.`,
        )
        continue
      }
      try {
        const locale = { country: input.country ?? null, language: input.language ?? 'en' }
        const compared = await source.compare(texts, locale, { signal, range: input.range, spending })
        if (compared?.series.some(({ points }) => points.length > 0)) {
          if (compared.incomplete) notes.push(compared.incomplete)
          return foundTrend(toTrend(compared), notes, spending.spentUsd())
        }
        tried.push(source.label)
        notes.push(`${source.label} has no data for ${about}.`)
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        if (signal.aborted) throw brokenOff()
        log.warn({ err: error, source: id }, 'Trend lookup failed')
        if (error.kind !== 'unsupported') {
          failed = true
          tried.push(source.label)
        }
        notes.push(error.message)
      }
    }
    throw new AppError(failed ? 'upstream_failed' : 'not_found', notes.join(' '), {
      field: 'keywords',
      reason: failed ? 'sources_failed' : tried.length > 0 ? 'no_data' : 'locale_not_covered',
      params: { sources: tried },
    })
  }

  function foundTrend(content: TrendContent, notes: string[], costUsd: number) {
    const without = content.series.filter(({ points }) => points.length === 0).map(({ keyword }) => keyword)
    if (without.length > 0) notes.push(`No data for ${quoted(without)}.`)
    return {
      answer: { ...content, notes, cost_usd: costUsd },
      provider: content.provider,
      known: content.series.length - without.length,
      missing: without.length,
      units: 1,
    }
  }

  function volumeSource() {
    return (
      [...sources.values()].find((source) => source.volumes && !source.parentId && source.unavailable === null) ?? null
    )
  }

  async function findVolumes(
    input: VolumeInput,
    requested: RequestedKeyword[],
    source: SearchSource | null,
    signal: AbortSignal,
  ): Promise<Found<Omit<VolumeAnswer, 'lookup_id'>>> {
    const notes: string[] = []
    const [live, imported] = await Promise.all([
      source ? liveVolumes(source, input, requested, notes, signal) : null,
      keywords.getMetrics(
        input.workspace_id,
        requested.map(({ key }) => key),
      ),
    ])
    const own = new Map(imported.map((row) => [row.key, row]))
    const { items, missing } = toVolumeRows(requested, live, own, new Date().toISOString())
    if (source && !live && items.length === 0)
      throw new AppError('upstream_failed', notes.join(' '), {
        field: 'keywords',
        reason: 'sources_failed',
        params: { sources: [source.label] },
      })
    if (!source)
      notes.push('These numbers are from imported files because no source with live search volumes is set up.')
    const provider = live ? live.provider : 'imported'
    return {
      answer: { provider, items, missing, cost_usd: live?.costUsd ?? 0, notes },
      provider,
      known: items.length,
      missing: missing.length,
      units: items.length,
    }
  }

  async function liveVolumes(
    source: SearchSource,
    input: VolumeInput,
    requested: RequestedKeyword[],
    notes: string[],
    signal: AbortSignal,
  ) {
    const { country, language } = input
    try {
      const texts = requested.map(({ text }) => text)
      const spending = createPlannedSpending(source.volumeCalls?.(texts.length) ?? [])
      const answer = await source.volumes!(texts, { country, language }, { signal, spending })
      const metrics = new Map(answer.metrics.map((one) => [keywordKey(one.text), one]))
      return { provider: source.id, metrics, costUsd: spending.spentUsd() }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      if (signal.aborted) throw brokenOff()
      log.warn({ err: error, source: source.id }, 'Volume lookup failed')
      notes.push(error.message)
      return null
    }
  }

  async function lookupOrRefuse(ref: LookupRef) {
    const found = await findLookup(db, ref)
    if (!found)
      throw new AppError('not_found', 'This lookup doesn’t exist or was deleted.', { reason: 'lookup_missing' })
    return found
  }
}

const getSum = (calls: readonly PaidCall[]) => Math.round(calls.reduce((sum, { usd }) => sum + usd, 0) * 1e6) / 1e6

/** Removes duplicates; keeps the first spelling and the order. */
function onceEach(given: readonly string[]): RequestedKeyword[] {
  const once = new Map<string, RequestedKeyword>()
  for (const text of given) {
    const key = keywordKey(text)
    if (!once.has(key)) once.set(key, { key, text: displayText(text) || text })
  }
  return [...once.values()]
}

const emptyTrend = (source: TrendSource): TrendContent & { notes: string[]; cost_usd: number } => ({
  provider: source === 'wikipedia' ? 'wikipedia_pageviews' : source === 'imported' ? 'imported' : 'google_trends',
  scale: source === 'wikipedia' || source === 'imported' ? 'absolute' : 'relative',
  measure: source === 'wikipedia' ? 'page_views' : source === 'imported' ? 'searches' : 'interest',
  series: [],
  related: { top: [], rising: [], by_keyword: [] },
  notes: [],
  cost_usd: 0,
})

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ')

const brokenOff = () =>
  new AppError('unavailable', 'This lookup took too long or was interrupted. No credits were used. Try again.', {
    reason: 'lookup_interrupted',
  })
