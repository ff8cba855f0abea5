import type { CtrCurve } from '../search/ctr-curve.ts'
import type { QueryFigures } from '../search/query-views.ts'
import { ctrAt } from './ctr-at.ts'

/** Clicks lost (below 0) or gained, by cause. They add up to the change. */
export type Causes = { demand: number; position: number; ctr: number }
export type Cause = keyof Causes

export type QueryChange = { query: string | null; before: QueryFigures | null; after: QueryFigures | null }

/** Where a first page of results ends. */
const firstPage = 10
/** As much as so many expected clicks say about a query’s own CTR, its page says. */
const ownClicks = 5

const hasShown = (figures: QueryFigures | null): figures is QueryFigures => figures !== null && figures.impressions > 0

/**
 * Splits a page’s change of clicks. Each query’s expected clicks are its impressions times the CTR that the site has at its position,
 * times how much better or worse the page did there before. What impressions changed is demand; what positions changed is position; what
 * the expectation doesn’t explain is CTR. A query that fell off the first page loses its impressions to its position. Queries that
 * Google hides count as one, with what is left of the page’s figures.
 */
export function splitCauses(page: QueryChange, queries: readonly QueryChange[], curve: CtrCurve): Causes {
  const [clicksBefore, clicksAfter] = [page.before?.clicks ?? 0, page.after?.clicks ?? 0]
  const all = [...queries, getRest(page, queries)].filter(({ before, after }) => hasShown(before) || hasShown(after))
  const expect = (figures: QueryFigures | null) =>
    hasShown(figures) ? figures.impressions * ctrAt(curve, figures.position) : 0
  const scale =
    clicksBefore /
    Math.max(
      1e-9,
      all.reduce((sum, { before }) => sum + expect(before), 0),
    )
  const scales = all.map(({ before }) => ((before?.clicks ?? 0) + ownClicks * scale) / (expect(before) + ownClicks))
  const sumBefore = all.reduce((sum, { before }, at) => sum + expect(before) * scales[at]!, 0)
  const fit = sumBefore > 0 ? clicksBefore / sumBefore : 0
  const causes: Causes = { demand: 0, position: 0, ctr: clicksAfter }
  all.forEach(({ before, after }, at) => {
    const factor = scales[at]! * fit
    const [was, is] = [expect(before) * factor, expect(after) * factor]
    causes.ctr -= is
    if (!hasShown(before)) causes[hasShown(after) && after.position > firstPage ? 'position' : 'demand'] += is
    else if (!hasShown(after)) causes[before.position > firstPage * 0.7 ? 'position' : 'demand'] -= was
    else {
      const isOff = before.position <= firstPage && after.position > firstPage && after.impressions < before.impressions
      const weight = is === was ? was : (is - was) / Math.log(is / was)
      const demand = weight * Math.log(after.impressions / before.impressions)
      causes.position += is - was - demand
      causes[isOff ? 'position' : 'demand'] += demand
    }
  })
  return causes
}

/** What the queries leave of their page’s figures. */
function getRest(page: QueryChange, queries: readonly QueryChange[]): QueryChange {
  const subtract = (when: 'before' | 'after'): QueryFigures | null => {
    const whole = page[when]
    if (!whole) return null
    const known = queries.flatMap((query) => query[when] ?? [])
    const clicks = Math.max(0, whole.clicks - known.reduce((sum, one) => sum + one.clicks, 0))
    const impressions = Math.max(0, whole.impressions - known.reduce((sum, one) => sum + one.impressions, 0))
    if (impressions < 1) return null
    const weighted =
      whole.position * whole.impressions - known.reduce((sum, one) => sum + one.position * one.impressions, 0)
    return { clicks, impressions, position: Math.min(100, Math.max(1, weighted / impressions)) }
  }
  return { query: null, before: subtract('before'), after: subtract('after') }
}

/** What took most of the lost clicks. */
export const getMainCause = (causes: Causes): Cause =>
  (Object.keys(causes) as Cause[]).reduce((worst, cause) => (causes[cause] < causes[worst] ? cause : worst))
