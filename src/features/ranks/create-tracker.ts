import { randomUUIDv7 } from 'node:crypto'
import { nextRun } from '#features/listeners/rules/next-run.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { parseSiteTarget, type SiteTarget } from '#kit/site-target.ts'
import type { Database } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { maxTrackers, type RankEstimate, type RankTracker, type ranksContract } from './contract.ts'
import { presentTracker } from './present-tracker.ts'
import { refuseMissingTracker } from './run-rank-check.ts'
import { getEstimate, type SerpSources, toScope } from './serp-sources.ts'
import { countTrackers, findTrackerWithFacts, insertTracker } from './store/tracker-store.ts'

export type AddInput = ParsedInputOf<typeof ranksContract.add>

/** More keywords than this aren’t looked up in the cache for an estimate. */
const maxLookedUp = 200

/**
 * Estimates a rank tracker, and creates it unless it's a dry run: then the tracker is null.
 * @throws AppError invalid_input, unavailable without a source, conflict with too many trackers
 */
export async function createTracker(
  { db, serps, now }: { db: Database; serps: SerpSources; now: () => Date },
  { userId, input, storeResponse }: { userId: string; input: AddInput; storeResponse: StoreResponse },
): Promise<{ tracker: RankTracker | null; estimate: RankEstimate }> {
  const { country, language, device, pixels, frequency, max_cost_usd } = input
  const keywords = [
    ...new Map(input.keywords.toReversed().map((text) => [keywordKeyIn(text, language), text])).values(),
  ].reverse()
  const source = serps.choose(input.source, input, { country, language })
  const scope = toScope(input)
  const chosen = serps.get(source)!
  const looked = await Promise.all(
    keywords
      .slice(0, maxLookedUp)
      .map((text) => chosen.serp.findCached?.(text, { country, language }, scope, null) ?? null),
  )
  const known = looked.filter((answer) => answer !== null).length
  const estimate = getEstimate(source, chosen, scope, { keywords: keywords.length, frequency, known })
  if (input.dry_run) return { tracker: null, estimate }
  const id = randomUUIDv7()
  const ref = { workspaceId: input.workspace_id, id }
  const domain = toStored(input.domain)
  return db.transaction().execute(async (tx) => {
    if ((await countTrackers(tx, input.workspace_id)) >= maxTrackers)
      throw new AppError('conflict', `A workspace can have up to ${maxTrackers} rank trackers.`, {
        reason: 'too_many_trackers',
        params: { max: maxTrackers },
      })
    const competitors = [...new Set(input.competitors.map(toStored))].filter((one) => one !== domain)
    const at = now()
    await insertTracker(
      tx,
      {
        ...{ workspace_id: input.workspace_id, id, created_by: userId, domain, competitors },
        ...{ country, language, device, depth: scope.depth, pixels, frequency, source, max_cost_usd },
        next_run_at: nextRun(id, frequency, at),
        take_at: at,
      },
      keywords,
    )
    const tracker = presentTracker((await findTrackerWithFacts(tx, ref)) ?? refuseMissingTracker(), now())
    const answer = { tracker, estimate }
    await storeResponse(tx, answer)
    return answer
  })
}

/** Host in ASCII and path, as it is compared. */
function toStored(value: string): string {
  const { host, path } = parseSiteTarget(value) as SiteTarget
  return `${host}${path}`
}
