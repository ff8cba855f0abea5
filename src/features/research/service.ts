import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { displayText, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { Log } from '#platform/log.ts'
import type { ExportFormat } from '#platform/table-export/export-file.ts'
import { tableDownload } from '#platform/table-export/table-download.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { notSetUp, type PaidCall, type SearchSource, type SourceId } from '#providers/search-data/port.ts'
import {
  type LookupKind,
  type ResearchSource,
  type researchContract,
  type TrendAnswer,
  type TrendSource,
  trendSources,
  type VolumeAnswer,
} from './contract.ts'
import { findKnownVolumes } from './find-known-volumes.ts'
import { createTrendSearch } from './find-trend.ts'
import { createVolumeSearch } from './find-volumes.ts'
import { lookupTable } from './lookup-table.ts'
import type { TrendContent } from './rules/trend-series.ts'
import type { RequestedKeyword } from './rules/volume-rows.ts'
import { createLookupRuns } from './run-lookup.ts'
import {
  deleteLookup,
  deleteOldLookups,
  findLookup,
  findLookups,
  findSameQuestion,
  locateLookup,
} from './store/store.ts'
import type { LookupQuestion } from './store/tables.ts'

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

/** Trend and volume lookups. */
export function createResearch({ db, plans, keywords, sources, threads, log }: ResearchDependencies) {
  const runs = createLookupRuns({ db, plans, log })
  const { trendChain, planTrend, findTrend } = createTrendSearch({ keywords, sources, log })
  const { volumeSource, findVolumes } = createVolumeSearch({ keywords, sources, log })

  return {
    endAll: runs.endAll,
    watch: runs.watch,
    settle: runs.settle,

    locate: (workspaceIds: string[], id: string) => locateLookup(db, workspaceIds, id),

    /** @throws AppError limit_…, upstream_failed when a source failed, not_found when no source has data */
    async trends(
      userId: string,
      input: TrendInput,
      storeResponse: StoreResponse,
    ): Promise<TrendAnswer & { estimate: Estimate }> {
      const requested = onceEach(input.keywords, input.language ?? null)
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
      return runs.lookUp({
        userId,
        workspaceId: input.workspace_id,
        kind: 'trends',
        question,
        units: 1,
        estimate,
        fetchAnswer: (signal) => findTrend(input, requested, chain, planned, signal),
        storeResponse,
      })
    },

    /** @throws AppError limit_…, upstream_failed when the only source with volumes could not answer */
    async volumes(
      userId: string,
      input: VolumeInput,
      storeResponse: StoreResponse,
    ): Promise<VolumeAnswer & { estimate: Estimate }> {
      const requested = onceEach(input.keywords, input.language ?? null)
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
      return runs.lookUp({
        userId,
        workspaceId: input.workspace_id,
        kind: 'sv',
        question,
        units: requested.length,
        estimate,
        fetchAnswer: (signal) => findVolumes(input, requested, source, signal),
        storeResponse,
      })
    },

    async history(workspaceId: string, query: { kind: LookupKind; page: number; limit: number }) {
      const { page, limit } = query
      return { ...(await findLookups(db, workspaceId, query)), page, limit }
    },

    async get(ref: ResourceRef) {
      const { lookup, keywords: requested, answer } = await lookupOrRefuse(ref)
      const whole = { ...answer, lookup_id: lookup._id }
      return {
        lookup,
        keywords: requested,
        trends: lookup.kind === 'trends' ? (whole as TrendAnswer) : null,
        volumes: lookup.kind === 'sv' ? (whole as VolumeAnswer) : null,
      }
    },

    getKnownVolumes: (workspaceId: string, locale: { country: string; language: string }, texts: string[]) =>
      findKnownVolumes({ db, keywords }, workspaceId, locale, texts),

    remove: (ref: ResourceRef) => deleteLookup(db, ref),

    async file(ref: ResourceRef, format: ExportFormat): Promise<Response> {
      const { lookup, answer } = await lookupOrRefuse(ref)
      return tableDownload(threads, format, lookupTable(lookup, answer!))
    },

    /** The trend and volume sources, with the reason where one isn't available. */
    async listSources(
      workspaceId: string,
      forStaff: boolean,
    ): Promise<{ items: ResearchSource[]; has_imports: boolean }> {
      const items = trendSources.flatMap((id) => presentSource(id, sources.get(id), forStaff))
      return { items, has_imports: await keywords.hasAny(workspaceId) }
    },

    /** Retention: deletes lookups older than 13 months. */
    cleanUp: () => deleteOldLookups(db),
  }

  async function lookupOrRefuse(ref: ResourceRef) {
    const found = await findLookup(db, ref)
    if (!found)
      throw new AppError('not_found', 'This lookup doesn’t exist or was deleted.', { reason: 'lookup_missing' })
    return found
  }
}

function presentSource(id: TrendSource, source: SearchSource | undefined, forStaff: boolean): ResearchSource[] {
  if (!source) return []
  return [
    {
      id,
      label: source.label,
      unavailable: source.unavailable && notSetUp(source.label),
      ...(forStaff && source.unavailable ? { unavailable_details: source.unavailable } : {}),
      trends: source.compare !== undefined,
      volumes: source.volumes !== undefined,
    },
  ]
}

const getSum = (calls: readonly PaidCall[]) => Math.round(calls.reduce((sum, { usd }) => sum + usd, 0) * 1e6) / 1e6

/** Removes duplicates; keeps the first spelling and the order. */
function onceEach(given: readonly string[], language: string | null): RequestedKeyword[] {
  const once = new Map<string, RequestedKeyword>()
  for (const text of given) {
    const key = keywordKeyIn(text, language)
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
