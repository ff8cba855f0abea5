import { AppError } from '#kit/errors.ts'
import type { Locale, SearchSource, SerpQueue, SerpReader, SerpScope, SourceId } from '#providers/search-data/port.ts'
import { type RankDevice, type RankEstimate, type RankSource, rankSources } from './contract.ts'

/** Which sources of results pages there are, and what they cost. */

const sourceIds: Record<RankSource, SourceId> = {
  dataforseo: 'dataforseo_serp',
  serpapi: 'serpapi',
  serper: 'serper',
  searxng: 'searxng',
}

export type SerpNeeds = { device: RankDevice; pixels: boolean }
export type SerpSource = SearchSource & { serp: SerpReader }
export type SerpSources = ReturnType<typeof createSerpSources>

export function createSerpSources(sources: Map<SourceId, SearchSource>) {
  const get = (id: RankSource): SerpSource | null => {
    const source = sources.get(sourceIds[id])
    return source?.serp ? (source as SerpSource) : null
  }
  /** Results pages that a tracker of this process waits for in a queue: others that need them wait too. */
  const underWay = new Map<string, Promise<void>>()
  const isReady = (id: RankSource) => get(id)?.unavailable === null

  return {
    get,
    underWay,

    list: () =>
      rankSources.filter(isReady).map((_id) => {
        const { label, serp } = get(_id)!
        return { _id, label, devices: [...serp.devices], pixels: serp.pixels === true }
      }),

    /** The chosen source, or the first that is set up. @throws AppError */
    choose(chosen: RankSource | undefined, { device, pixels }: SerpNeeds, locale: Locale): RankSource {
      const ready = rankSources.filter(isReady)
      if (ready.length === 0)
        throw new AppError('unavailable', 'No source of results pages is set up on this server.', {
          reason: 'no_serp_source',
        })
      const fits = (id: RankSource) => {
        const { serp, unsupported } = get(id)!
        return serp.devices.includes(device) && (!pixels || serp.pixels === true) && !unsupported?.(locale)
      }
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
      if (pixels && !serp.pixels)
        throw new AppError('invalid_input', `${label} doesn’t measure positions in pixels.`, {
          field: 'pixels',
          reason: 'pixels_unsupported',
          params: { source: label },
        })
      const lacking = unsupported?.(locale)
      if (lacking) throw new AppError('invalid_input', lacking, { field: 'country', reason: 'locale_unsupported' })
      return found
    },
  }
}

/** Of a tracker, or of what is sent to create one. */
export const toScope = ({ device, depth, pixels }: SerpNeeds & { depth: number }): SerpScope => ({
  device,
  depth: Math.ceil(depth / 10) * 10,
  pixels,
})

/** Scheduled runs of so many keywords wait in the source’s queue, for a lower price. Runs by hand don’t. */
export const getQueue = ({ queue }: SerpSource, run: { total: number; by_hand: boolean }): SerpQueue | null =>
  queue && !run.by_hand && run.total >= queue.fewest ? queue : null

/** The most a scheduled run and a month of them may cost. A month has up to 31 daily or 5 weekly runs. */
export function getEstimate(
  id: RankSource,
  source: SerpSource,
  scope: SerpScope,
  { keywords, frequency, known }: { keywords: number; frequency: 'daily' | 'weekly'; known: number },
): RankEstimate {
  const queue = getQueue(source, { total: keywords, by_hand: false })
  const getPrice = (one: SerpScope) =>
    queue
      ? (queue.getCost?.(one) ?? queue.costPerTaskUsd)
      : source.serp.calls(one).reduce((sum, { usd }) => sum + usd, 0)
  const cost = dollars(getPrice(scope) * keywords)
  return {
    keywords,
    source: id,
    requests: keywords * (scope.depth / 10),
    cost_usd: cost,
    pixels_usd: dollars(cost - getPrice({ ...scope, pixels: false }) * keywords),
    month_cost_usd: dollars(cost * (frequency === 'daily' ? 31 : 5)),
    known,
    queued: queue !== null,
  }
}

const dollars = (usd: number) => Math.round(usd * 1e6) / 1e6
