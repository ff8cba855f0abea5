import { hash } from 'node:crypto'
import { expand } from '#features/reports/rules/questions/question-templates.ts'
import { toSourceAppError } from '#features/reports/rules/source-errors.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import {
  type Locale,
  type SearchSource,
  SourceError,
  type SourceId,
  sourceLabels,
  sourceNotSetUp,
} from '#providers/search-data/port.ts'
import type { Closer } from './commit-runs.ts'
import { querySource } from './query-source.ts'
import { alignKeys } from './rules/align-keys.ts'
import { diff, type KnownItems, nothingKnown, type SourceResult, toPhraseChanges } from './rules/diff-run.ts'
import type { ListenerRow } from './store/store.ts'

/** Performs one run: queries all sources in parallel and compares their answers with the known items. */

export type RunDependencies = {
  sources: Map<SourceId, SearchSource>
  /** Loads the known items of a listener, by source. */
  loadKnown(ref: ResourceRef): Promise<KnownItems>
  closer: Closer
  now?: () => Date
}

/** Sources that only repeat their input: queried only when a listener names them. */
const excludedSources = new Set<string>(['patterns', 'imported', 'sample'])
const runMs = 10 * 60_000
/** Runs interrupted this often are closed as failed, since they may be what crashes the worker. */
const maxTries = 5

/** The sources a listener queries, each with the reason if it isn't available. `locale` null skips the locale check. */
export function getSources(
  sources: Map<SourceId, SearchSource>,
  requested: readonly string[] | null,
  locale: Locale | null,
) {
  const getUnsupportedReason = (source: SearchSource | undefined) => (locale && source?.unsupported?.(locale)) || null
  const ids = requested
    ? requested.flatMap((id) => sources.get(id as SourceId)?.parts?.filter((part) => !sources.get(part)?.adds) ?? [id])
    : [...sources.values()]
        .filter(
          (one) =>
            !one.unavailable &&
            !one.isOptIn &&
            !one.parts &&
            !one.adds &&
            !excludedSources.has(one.id) &&
            !getUnsupportedReason(one),
        )
        .map(({ id }) => id)
  // Removes duplicates: a run that holds an item twice can't be committed.
  return [...new Set(ids)].map((id) => {
    const source = sources.get(id as SourceId)
    return {
      id,
      label: source?.label ?? sourceLabels[id as SourceId] ?? id,
      source: source?.unavailable || source?.adds || getUnsupportedReason(source) ? null : (source ?? null),
      isSkipped: getUnsupportedReason(source) !== null,
      unavailable: getRefusal(source, getUnsupportedReason(source)),
    }
  })
}

function getRefusal(source: SearchSource | undefined, unsupported: string | null): AppError | null {
  if (!source) return new AppError('not_found', 'This source isn’t supported.', { reason: 'source_unknown' })
  if (source.adds)
    return new AppError('conflict', 'This source only adds metrics. It doesn’t find keywords.', {
      reason: 'source_finds_no_keywords',
    })
  if (source.unavailable) return toSourceAppError(sourceNotSetUp(source.id, source.unavailable))
  return unsupported ? toSourceAppError(new SourceError(source.id, 'unsupported', unsupported)) : null
}

const interruptedTooOften = () =>
  new AppError('unavailable', `The run was interrupted ${maxTries} times.`, {
    reason: 'run_interrupted',
    params: { times: maxTries },
  })

/**
 * Performs a leased run. Returns false, with nothing written, when it was stopped or the lease was lost. `onQueried` is
 * called once all sources have answered and only the commit is left.
 */
export async function performRun(
  listener: ListenerRow,
  dependencies: RunDependencies,
  signal: AbortSignal,
  onQueried: () => void = () => undefined,
): Promise<boolean> {
  const { sources, loadKnown, closer, now = () => new Date() } = dependencies
  const startedAt = now()
  const chosen = getSources(sources, listener.wanted_sources, listener)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(runMs)])
  const hasFailedTooOften = listener.tries > maxTries
  // Expanded once and shared by all sources.
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
  const results = await Promise.all(
    chosen.map(async ({ id, label, source, isSkipped, unavailable }): Promise<SourceResult> => {
      if (source && !hasFailedTooOften) return querySource(source, subject, deadline)
      const error = hasFailedTooOften ? interruptedTooOften() : unavailable
      const outcome = isSkipped && !hasFailedTooOften ? 'skipped' : 'failed'
      return { source: id, label, outcome, error, items: new Map(), spentUsd: 0 }
    }),
  )
  if (signal.aborted) return false
  const lease = { workspaceId: listener.workspace_id, id: listener.id, attempt: listener.attempt }
  const digests = new Map(results.map((result) => [result.source, getDigest(result)]))
  const changedResults = results.filter(({ source, outcome, items }) =>
    items.size > 0 && outcome !== 'answered'
      ? true
      : outcome === 'answered' && digests.get(source) !== listener.heard[source]?.digest,
  )
  // Reads outside the transaction, which is safe because only the lease holder changes items.
  const known = changedResults.length > 0 && listener.run_count > 0 ? await retry(() => loadKnown(lease)) : nothingKnown
  const at = now()
  const changes = diff(known, alignKeys(known, changedResults, language))
  const phrases = toPhraseChanges(known, changes)
  onQueried()
  return retry(() => closer.close({ lease, listener, startedAt, at, results, digests, changes, phrases }))

  /** Retries while the database is unavailable, so that answers aren't queried twice; the lease guards the late write. */
  function retry<T>(write: () => Promise<T>) {
    return retryWhileUnavailable(write, { signal: deadline })
  }
}

const getDigest = ({ items }: SourceResult) => hash('sha256', [...items.keys()].sort().join('\n'), 'base64url')
