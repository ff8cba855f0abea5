import { inParallel } from '#features/reports/pipeline/in-parallel.ts'
import { toSourceAppError, toSourceError } from '#features/reports/rules/source-errors.ts'
import { AppError } from '#kit/errors.ts'
import { parseSiteTarget, type SiteTarget } from '#kit/site-target.ts'
import type { Database } from '#platform/database/database.ts'
import { sleepUnlessAborted } from '#platform/jobs/abortable-sleep.ts'
import { toLease } from '#platform/jobs/leases.ts'
import type { Log } from '#platform/log.ts'
import { storable } from '#platform/sanitize-text.ts'
import { type SourceAnswer, SourceError } from '#providers/search-data/port.ts'
import { checkThroughQueue } from './check-through-queue.ts'
import type { GapReason } from './contract.ts'
import { createRankSpending } from './rank-spending.ts'
import { findAiOverview, findPlacement, listFeatures } from './rules/read-serp.ts'
import { getQueue, type SerpSource, type SerpSources, toScope } from './serp-sources.ts'
import { type CheckResult, findOpenKeywords, type OpenKeyword, openRun, saveCheck } from './store/check-store.ts'
import type { TrackerRow } from './store/tracker-store.ts'

export type RunDependencies = { db: Database; serps: SerpSources; log: Log }

/** Rounds over keywords that a paused source left unasked. */
const maxRounds = 4
const maxWaitSeconds = 60
/** Failures after which nothing more is asked in this run: the next request would fail the same way. */
const finalKinds = ['unauthorized', 'blocked', 'unsupported', 'budget']
const maxFailedInARow = 20
const maxUrlLength = 4000

/**
 * Checks every keyword of a leased tracker that the run in progress has no result for. A keyword whose page couldn’t be had is stored
 * as a gap with its reason. Returns false, with the rest left open, when it was stopped or the lease was lost.
 */
export async function runRankCheck(
  tracker: TrackerRow,
  { db, serps, log }: RunDependencies,
  signal: AbortSignal,
): Promise<{ runNo: number } | null> {
  const lease = toLease(tracker)
  const run = await openRun(db, lease, tracker.by_hand)
  const runNo = run.no
  const source = serps.get(tracker.source)
  const reader = createPageReader(tracker, source)
  const stop = new AbortController()
  const lost = AbortSignal.any([signal, stop.signal])
  let open = await findOpenKeywords(db, lease, runNo)
  let givenUp: SourceError | null = source ? getObstacle(source, tracker) : null
  let failedInARow = 0
  const save = async (no: number, result: CheckResult) => {
    if (!(await saveCheck(db, lease, { no, runNo, result }))) stop.abort()
  }
  await askQueue()

  for (let round = 1; open.length > 0 && !lost.aborted; round++) {
    const later: OpenKeyword[] = []
    let waitSeconds = 0
    await inParallel(open, source?.concurrency ?? 1, async (keyword) => {
      if (lost.aborted) return
      const checked = await check(keyword)
      if (lost.aborted || checked === null) return
      if (checked instanceof SourceError && checked.kind === 'circuit_open' && round < maxRounds) {
        later.push(keyword)
        waitSeconds = Math.max(waitSeconds, Math.min(maxWaitSeconds, checked.retryAfterSeconds ?? 5))
        return
      }
      await save(keyword.no, checked instanceof SourceError ? toGap(checked) : checked)
    })
    open = later
    if (open.length > 0) await sleepUnlessAborted(waitSeconds * 1000, lost)
  }
  return lost.aborted ? null : { runNo }

  /** What it leaves open is asked for live, or becomes a gap once nothing more can be asked. */
  async function askQueue() {
    const queue = source && !givenUp ? getQueue(source, run) : null
    for (let round = 1; source && queue && open.length > 0 && !lost.aborted; round++) {
      try {
        open = await checkThroughQueue({
          ...{ db, lease, runNo, source, queue, open, underWay: serps.underWay, signal: lost },
          locale: { country: tracker.country, language: tracker.language },
          scope: toScope(tracker),
          maxCostUsd: tracker.max_cost_usd,
          findKnown: reader.findKnown,
          onAnswer: (no, answer) => save(no, reader.toResult(answer)),
          onFailure: (no, error) => save(no, toGap(error)),
        })
        return
      } catch (error) {
        if (lost.aborted) return
        const failure = toSourceError(source, error)
        if (failure.kind === 'cancelled') return stop.abort()
        if (!(error instanceof SourceError)) log.error({ err: error, tracker_id: tracker.id }, 'A rank check failed')
        open = await findOpenKeywords(db, lease, runNo)
        if (failure.kind !== 'circuit_open' || round === maxRounds) {
          givenUp = failure
          return
        }
        await sleepUnlessAborted(Math.min(maxWaitSeconds, failure.retryAfterSeconds ?? 5) * 1000, lost)
      }
    }
  }

  async function check(keyword: OpenKeyword): Promise<CheckResult | SourceError | null> {
    if (!source || givenUp) return givenUp ?? notThere(tracker)
    try {
      if (keyword.wasRequested) {
        // A worker died after it had asked. What it was told may be in the cache; a paid request isn’t sent again.
        const known = await reader.findKnown(keyword.text)
        return known ? reader.toResult(known) : interrupted(source)
      }
      const options = { keywords: [{ no: keyword.no }], runNo, maxCostUsd: tracker.max_cost_usd, signal: lost }
      const answer = await reader.read(keyword.text, {
        signal: lost,
        newerThan: tracker.last_run_at,
        spending: createRankSpending(db, lease, options),
      })
      failedInARow = 0
      return reader.toResult(answer)
    } catch (error) {
      if (lost.aborted) return null
      const failure = toSourceError(source, error)
      if (failure.kind === 'cancelled') {
        stop.abort()
        return null
      }
      if (!(error instanceof SourceError)) log.error({ err: error, tracker_id: tracker.id }, 'A rank check failed')
      if (failure.kind !== 'circuit_open') failedInARow++
      if (finalKinds.includes(failure.kind) || failedInARow >= maxFailedInARow) givenUp ??= failure
      return failure
    }
  }
}

function createPageReader(tracker: TrackerRow, source: SerpSource | null) {
  const { country, language, competitors, last_run_at } = tracker
  const scope = toScope(tracker)
  const locale = { country, language }
  const site = parseSiteTarget(tracker.domain)!
  const others = competitors.flatMap((domain): { domain: string; site: SiteTarget }[] => {
    const parsed = parseSiteTarget(domain)
    return parsed ? [{ domain, site: parsed }] : []
  })
  return {
    read: (term: string, options: Parameters<SerpSource['serp']['read']>[3]) =>
      source!.serp.read(term, locale, scope, options),
    findKnown: async (term: string) => (await source?.serp.findCached?.(term, locale, scope, last_run_at)) ?? null,
    toResult(answer: SourceAnswer): CheckResult {
      const { position, url, pixels } = findPlacement(answer, site, scope.depth)
      const overview = findAiOverview(answer, site)
      return {
        position,
        // A page that another tracker measured has them too.
        pixels: tracker.pixels ? pixels : null,
        url: url && storable(url.slice(0, maxUrlLength)),
        reason: position === null ? 'not_in_depth' : null,
        failure: null,
        features: storable(listFeatures(answer)),
        aiPresent: overview.present,
        aiCited: overview.cited,
        competitors: others.map(({ domain, site: other }) => ({
          domain,
          position: findPlacement(answer, other, scope.depth).position,
        })),
        serpAt: new Date(answer.fetchedAt),
      }
    },
  }
}

/** Why nothing can be asked at all; null when it can. */
function getObstacle(source: SerpSource, { device, pixels, country, language }: TrackerRow): SourceError | null {
  if (source.unavailable) return notSetUpError(source)
  const lacking = source.unsupported?.({ country, language })
  if (lacking) return new SourceError(source.id, 'unsupported', lacking)
  if (!source.serp.devices.includes(device))
    return new SourceError(source.id, 'unsupported', `${source.label} has no results pages for ${device}.`)
  if (pixels && !source.serp.pixels)
    return new SourceError(source.id, 'unsupported', `${source.label} doesn’t measure positions in pixels.`)
  return null
}

const notSetUpError = ({ id, label, unavailable }: SerpSource) =>
  new SourceError(id, 'unauthorized', `${label} isn’t set up on this server.`, {
    reason: 'source_not_set_up',
    details: unavailable,
  })

const notThere = ({ source }: TrackerRow) =>
  new SourceError(source === 'dataforseo' ? 'dataforseo_serp' : source, 'unauthorized', 'The source isn’t set up.', {
    reason: 'source_not_set_up',
  })

const interrupted = ({ id, label }: SerpSource) =>
  new SourceError(id, 'unplanned', `The server stopped after it had asked ${label}. The request may have been charged.`)

function toGap(error: SourceError): CheckResult {
  return {
    position: null,
    pixels: null,
    url: null,
    reason: toReason(error),
    failure: toSourceAppError(error).toFailure(),
    features: [],
    aiPresent: null,
    aiCited: null,
    competitors: [],
    serpAt: null,
  }
}

/** `skipped`: the source couldn’t be asked at all. */
function toReason({ kind, reason }: SourceError): GapReason {
  if (kind === 'budget') return 'budget'
  return kind === 'unsupported' || reason === 'source_not_set_up' ? 'skipped' : 'failed'
}

export const refuseMissingTracker = (): never => {
  throw new AppError('not_found', 'Rank tracker not found, or it’s in a workspace you can’t access.', {
    reason: 'tracker_missing',
  })
}
