import type { Keywords } from '#features/keywords/service.ts'
import { createPlannedSpending } from '#features/reports/rules/planned-spending.ts'
import { toSourceAppError } from '#features/reports/rules/source-errors.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#platform/log.ts'
import { notSetUp, type PaidCall, type SearchSource, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { type researchContract, type TrendAnswer, type TrendSource, trendSources } from './contract.ts'
import { brokenOff, type Found } from './found-lookup.ts'
import {
  joinNotes,
  keywordsNotLookedUp,
  keywordsWithoutData,
  noImportedHistory,
  paidSourceSkipped,
  sourceWithoutData,
  toAnswerNotes,
} from './rules/lookup-notes.ts'
import { providerLabel } from './rules/research-labels.ts'
import { type TrendContent, toImportedTrend, toTrend } from './rules/trend-series.ts'
import type { RequestedKeyword } from './rules/volume-rows.ts'

type SearchDependencies = { keywords: Keywords; sources: Map<SourceId, SearchSource>; log: Log }
type TrendInput = ParsedInputOf<typeof researchContract.trends>

export function createTrendSearch({ keywords, sources, log }: SearchDependencies) {
  return { trendChain, planTrend, findTrend }

  /** @throws AppError unavailable when the one named is not set up */
  function trendChain(requested: TrendSource | undefined): TrendSource[] {
    const named = requested && sources.get(requested as SourceId)
    if (named?.unavailable)
      throw new AppError('unavailable', notSetUp(named.label), {
        field: 'source',
        reason: 'source_not_set_up',
        params: { source: named.label },
      })
    if (requested) return [requested]
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
    const notes: AppError[] = []
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
        notes.push(noImportedHistory(texts))
        continue
      }
      const source = sources.get(id)
      if (!source?.compare) continue
      // Only planned calls may cost money: after the first paid source, only free ones are used.
      const lacking = source.unsupported?.({ country: input.country ?? 'US', language: input.language ?? 'en' })
      if (lacking) {
        notes.push(toSourceAppError(new SourceError(id, 'unsupported', lacking)))
        continue
      }
      const calls = source.compareCalls?.(texts.length) ?? []
      if (
        calls.some(
          ({ endpoint, source: by }) => !planned.some((call) => call.source === by && call.endpoint === endpoint),
        )
      ) {
        notes.push(paidSourceSkipped(source.label))
        continue
      }
      try {
        const locale = { country: input.country ?? null, language: input.language ?? 'en' }
        const compared = await source.compare(texts, locale, { signal, range: input.range, spending })
        if (compared?.series.some(({ points }) => points.length > 0)) {
          if (compared.incomplete) notes.push(toSourceAppError(compared.incomplete))
          return foundTrend(toTrend(compared), notes, spending.spentUsd(), compared.failed)
        }
        tried.push(source.label)
        notes.push(sourceWithoutData(source.label, texts))
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        if (signal.aborted) throw brokenOff()
        log.warn({ err: error, source: id }, 'Trend lookup failed')
        if (error.kind !== 'unsupported') {
          failed = true
          tried.push(source.label)
        }
        notes.push(toSourceAppError(error))
      }
    }
    throw new AppError(failed ? 'upstream_failed' : 'not_found', joinNotes(notes), {
      field: 'keywords',
      reason: failed ? 'sources_failed' : tried.length > 0 ? 'no_data' : 'locale_not_covered',
      params: { sources: tried },
    })
  }

  function foundTrend(content: TrendContent, notes: AppError[], costUsd: number, failed: string[] = []) {
    const without = content.series.filter(({ points }) => points.length === 0).map(({ keyword }) => keyword)
    const empty = without.filter((keyword) => !failed.includes(keyword))
    if (failed.length > 0) notes.push(keywordsNotLookedUp(failed))
    if (empty.length > 0) notes.push(keywordsWithoutData(empty))
    return {
      answer: { ...content, ...toAnswerNotes(notes), cost_usd: costUsd },
      provider: content.provider,
      known: content.series.length - without.length,
      missing: without.length,
      units: 1,
    }
  }
}
