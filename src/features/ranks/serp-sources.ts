import { AppError } from '#kit/errors.ts'
import type { Locale, SearchSource, SerpReader, SerpScope, SourceId } from '#providers/search-data/port.ts'
import { type RankDevice, type RankEstimate, type RankSource, rankSources } from './contract.ts'

/** Which sources of results pages there are, and what they cost. */

const sourceIds: Record<RankSource, SourceId> = {
  dataforseo: 'dataforseo_serp',
  serpapi: 'serpapi',
  serper: 'serper',
  searxng: 'searxng',
}

export type SerpSource = SearchSource & { serp: SerpReader }
export type SerpSources = ReturnType<typeof createSerpSources>

export function createSerpSources(sources: Map<SourceId, SearchSource>) {
  const get = (id: RankSource): SerpSource | null => {
    const source = sources.get(sourceIds[id])
    return source?.serp ? (source as SerpSource) : null
  }
  const isReady = (id: RankSource) => get(id)?.unavailable === null

  return {
    get,

    list: () =>
      rankSources.filter(isReady).map((_id) => {
        const { label, serp } = get(_id)!
        return { _id, label, devices: [...serp.devices] }
      }),

    /** The chosen source, or the first that is set up. @throws AppError */
    choose(chosen: RankSource | undefined, device: RankDevice, locale: Locale): RankSource {
      const ready = rankSources.filter(isReady)
      if (ready.length === 0)
        throw new AppError('unavailable', 'No source of results pages is set up on this server.', {
          reason: 'no_serp_source',
        })
      const fits = (id: RankSource) => get(id)!.serp.devices.includes(device) && !get(id)!.unsupported?.(locale)
      const found = chosen ? (ready.includes(chosen) ? chosen : null) : (ready.find(fits) ?? ready[0]!)
      if (!found)
        throw new AppError('invalid_input', 'This source isn’t set up on this server.', {
          field: 'source',
          reason: 'serp_source_not_set_up',
        })
      const { label, serp, unsupported } = get(found)!
      if (!serp.devices.includes(device))
        throw new AppError('invalid_input', `${label} has no results pages for ${device}.`, {
          field: 'device',
          reason: 'device_unsupported',
          params: { source: label },
        })
      const lacking = unsupported?.(locale)
      if (lacking) throw new AppError('invalid_input', lacking, { field: 'country', reason: 'locale_unsupported' })
      return found
    },
  }
}

export const toScope = (device: RankDevice, depth: number): SerpScope => ({ device, depth: Math.ceil(depth / 10) * 10 })

/** The most a run and a month may cost. A month has up to 31 daily or 5 weekly runs. */
export function getEstimate(
  id: RankSource,
  { serp }: SerpSource,
  scope: SerpScope,
  { keywords, frequency, known }: { keywords: number; frequency: 'daily' | 'weekly'; known: number },
): RankEstimate {
  const each = serp.calls(scope).reduce((sum, { usd }) => sum + usd, 0)
  const cost = dollars(each * keywords)
  return {
    keywords,
    source: id,
    requests: keywords * (scope.depth / 10),
    cost_usd: cost,
    month_cost_usd: dollars(cost * (frequency === 'daily' ? 31 : 5)),
    known,
  }
}

const dollars = (usd: number) => Math.round(usd * 1e6) / 1e6
