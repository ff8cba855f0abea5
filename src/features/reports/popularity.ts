/**
 * How often and how high the sources offered a keyword, 0 to 100. It orders rows where nobody gave a volume; it is a
 * reading of suggestion lists and says nothing about searches a month.
 *
 * For each source: place = the best relevance it gave (a rank becomes 1, 1/√2, 1/√3 …),
 * breadth = 1 − 1/√asks, where asks counts the different questions it came back for,
 * strength = 0.5 · place + 0.5 · breadth.
 * Sources add up as independent witnesses: 100 · (1 − Π (1 − 0.6 · strength)). It rises with every better place,
 * further ask and further source, and never falls by hearing more. A list without order is no witness.
 */
import type { SourceId } from './contract.ts'

export type Hearing = {
  source: SourceId
  /** What was asked when the keyword came back. */
  ask: string
  /** The source's own 0..1, or its rank as such; null when its list has no order. */
  relevance: number | null
}

const witnessWeight = 0.6
// They propose or repeat what the person brought along; that is no sign of what others search.
const silent = new Set<SourceId>(['patterns', 'imported'])

/** 0..100 with one decimal; null when no source that listens heard it. */
export function getPopularity(hearings: Hearing[]): number | null {
  const sources = new Map<SourceId, { place: number; asks: Set<string> }>()
  for (const { source, ask, relevance } of hearings) {
    if (silent.has(source) || relevance === null) continue
    const heard = sources.get(source) ?? { place: 0, asks: new Set() }
    heard.place = Math.max(heard.place, clampToUnit(relevance))
    heard.asks.add(ask)
    sources.set(source, heard)
  }
  return popularityOfHeard(
    Object.fromEntries([...sources].map(([source, { place, asks }]) => [source, [place, asks.size] as const])),
  )
}

/** What a row remembers of each source: its best place (0..1) and how many different asks brought it. */
export type Heard = Record<string, readonly [place: number, asks: number]>

/** The same from what a row remembers. */
export function popularityOfHeard(heard: Heard): number | null {
  const witnesses = Object.entries(heard).filter(([source]) => !silent.has(source as SourceId))
  if (witnesses.length === 0) return null
  let unheard = 1
  for (const [, [place, asks]] of witnesses) unheard *= 1 - witnessWeight * getStrength(place, asks)
  return Math.round((1 - unheard) * 1000) / 10
}

function getStrength(place: number, asks: number): number {
  return 0.5 * place + 0.5 * (1 - 1 / Math.sqrt(asks))
}

/** `heard` with one more sighting; the same when the source's list has no order. */
export function withSighting(heard: Heard, source: string, relevance: number | null): Heard {
  if (relevance === null) return heard
  const [place, asks] = heard[source] ?? [0, 0]
  return { ...heard, [source]: [Math.max(place, clampToUnit(relevance)), asks + 1] }
}

const clampToUnit = (value: number) => Math.min(1, Math.max(0, value))
