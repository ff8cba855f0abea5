import type { Keywords } from '#features/keywords/service.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { createPlannedSpending } from '#features/reports/rules/planned-spending.ts'
import { toSourceAppError } from '#features/reports/rules/source-errors.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#platform/log.ts'
import { type SearchSource, SourceError, type SourceId } from '#providers/search-data/port.ts'
import type { researchContract, VolumeAnswer } from './contract.ts'
import { brokenOff, type Found } from './found-lookup.ts'
import { importedVolumesOnly, joinNotes, toAnswerNotes } from './rules/lookup-notes.ts'
import { type RequestedKeyword, toVolumeRows } from './rules/volume-rows.ts'

type SearchDependencies = { keywords: Keywords; sources: Map<SourceId, SearchSource>; log: Log }
type VolumeInput = ParsedInputOf<typeof researchContract.volumes>

export function createVolumeSearch({ keywords, sources, log }: SearchDependencies) {
  return { volumeSource, findVolumes }

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
    const notes: AppError[] = []
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
      throw new AppError('upstream_failed', joinNotes(notes), {
        field: 'keywords',
        reason: 'sources_failed',
        params: { sources: [source.label] },
      })
    if (!source) notes.push(importedVolumesOnly())
    const provider = live ? live.provider : 'imported'
    return {
      answer: { provider, items, missing, cost_usd: live?.costUsd ?? 0, ...toAnswerNotes(notes) },
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
    notes: AppError[],
    signal: AbortSignal,
  ) {
    const { country, language } = input
    try {
      const texts = requested.map(({ text }) => text)
      const spending = createPlannedSpending(source.volumeCalls?.(texts.length) ?? [])
      const answer = await source.volumes!(texts, { country, language }, { signal, spending })
      const metrics = new Map(answer.metrics.map((one) => [keywordKeyIn(one.text, language), one]))
      return { provider: source.id, metrics, costUsd: spending.spentUsd() }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      if (signal.aborted) throw brokenOff()
      log.warn({ err: error, source: source.id }, 'Volume lookup failed')
      notes.push(toSourceAppError(error))
      return null
    }
  }
}
