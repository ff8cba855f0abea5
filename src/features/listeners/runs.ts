import { hash } from 'node:crypto'
import { expand } from '#features/reports/phrasings.ts'
import { type SearchSource, type SourceId, sourceLabels } from '#providers/search-data/port.ts'
import { hear } from './ask.ts'
import type { Closer } from './closing.ts'
import { diff, type Hearing, type Known, nothingKnown } from './diff.ts'
import type { Asked } from './item-store.ts'
import type { ListenerRow } from './store.ts'

/** One run: the sources are asked side by side, and what they said is compared with what was known. */

export type RunDependencies = {
  sources: Map<SourceId, SearchSource>
  /** What a listener's sources brought before. */
  recall(asked: Asked): Promise<Known>
  closer: Closer
  now?: () => Date
}

/** Sources that repeat what they were given: asked only where somebody names them. */
const silent = new Set<string>(['patterns', 'imported', 'sample'])
const runMs = 10 * 60_000
/** A run whose worker died this often is closed as failed: it may be what kills them. */
const mostTries = 5

/** Which sources a listener asks, and why not where one cannot be. */
export function sourcesOf(sources: Map<SourceId, SearchSource>, wanted: readonly string[] | null) {
  const ids =
    wanted ?? [...sources.values()].filter((one) => !one.unavailable && !silent.has(one.id)).map(({ id }) => id)
  // One named twice is asked once: its items would come twice, and a run that holds an item twice is never closed.
  return [...new Set(ids)].map((id) => {
    const source = sources.get(id as SourceId)
    return {
      id,
      label: source?.label ?? sourceLabels[id as SourceId] ?? id,
      source: source?.unavailable ? null : (source ?? null),
      unavailable: source ? source.unavailable : 'This is no source that can be asked.',
    }
  })
}

/**
 * Performs a run that was taken. False: it was stopped, or is somebody else's by now; nothing was written. `listened` is
 * called when the sources were asked and all that is left is writing.
 */
export async function performRun(
  listener: ListenerRow,
  dependencies: RunDependencies,
  signal: AbortSignal,
  listened: () => void = () => undefined,
): Promise<boolean> {
  const { sources, recall, closer, now = () => new Date() } = dependencies
  const startedAt = now()
  const chosen = sourcesOf(sources, listener.wanted_sources)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(runMs)])
  const lost = listener.tries > mostTries
  // The same for each of its sources.
  let terms: string[] | null = null
  const { keyword, country, language } = listener
  const subject = {
    keyword,
    country,
    language,
    terms: () => {
      terms ??= expand(keyword, language).map(({ term }) => term)
      return terms
    },
  }
  const hearings = await Promise.all(
    chosen.map(async ({ id, label, source, unavailable }): Promise<Hearing> => {
      if (source && !lost) return hear(source, subject, deadline)
      const error = lost ? `The run was broken off ${mostTries} times.` : unavailable
      return { source: id, label, outcome: 'failed', error, items: new Map() }
    }),
  )
  if (signal.aborted) return false
  const taken = { workspaceId: listener.workspace_id, id: listener.id, attempt: listener.attempt }
  const digests = new Map(hearings.map((hearing) => [hearing.source, digestOf(hearing)]))
  const moved = hearings.filter(({ source, outcome, items }) =>
    items.size > 0 && outcome !== 'answered'
      ? true
      : outcome === 'answered' && digests.get(source) !== listener.heard[source]?.digest,
  )
  // Only the one who holds the lease changes items: they may be read before the transaction that writes.
  const known =
    moved.length > 0 && listener.run_count > 0
      ? await recall({ place: taken, sources: moved.map(({ source }) => source) })
      : nothingKnown
  listened()
  return closer.close({ taken, listener, startedAt, at: now(), hearings, digests, changes: diff(known, moved) })
}

const digestOf = ({ items }: Hearing) => hash('sha256', [...items.keys()].sort().join('\n'), 'base64url')
