import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { addDays, type DayRange } from '../rules/days.ts'
import { type QueryChange, splitCauses } from '../rules/decay/causes.ts'
import {
  findChangeDay,
  findDecays,
  minImpressions,
  type PageChange,
  type PageClicks,
} from '../rules/decay/find-decay.ts'
import { getWindows, windowDays } from '../rules/decay/windows.ts'
import { type CtrCurve, fitCtrCurve } from '../rules/search/ctr-curve.ts'
import type { DecayFigures } from '../store/decay-store.ts'
import { findPageClicks, findShownPages, findSiteClicks, sumPage } from '../store/page-days-store.ts'
import { sumQueries } from '../store/search-store.ts'
import type { LostQuery } from '../store/tables.ts'

const maxPages = 5000
/** Pages whose clicks are in memory at once. */
const pagesAtOnce = 500
const maxQueries = 8
/** Below it a page that was called decaying is back. */
const backP = 0.2

/** Which pages of a site lost clicks, why, and which are back. Null without 56 days of data. */
export async function findSiteDecays(db: Database, site: ResourceRef, lastDay: string) {
  const windows = getWindows(lastDay)
  const [after, before, yearAfter, yearBefore] = await Promise.all(
    [windows.after, windows.before, windows.yearAfter, windows.yearBefore].map((range) =>
      findSiteClicks(db, site, range),
    ),
  )
  if (!after || !before) return null
  const options = { minImpressions, limit: maxPages }
  const shown = await Promise.all([
    findShownPages(db, site, windows.before, options),
    yearAfter ? findShownPages(db, site, windows.yearAfter, options) : [],
  ])
  const names = new Map(shown.flat().map(({ id, page }) => [id, page]))
  const ids = [...names.keys()].slice(0, maxPages)
  const [shownBefore, shownLastYear] = shown.map(
    (list) => new Map(list.map(({ id, impressions }) => [id, impressions])),
  )
  const pages: PageClicks[] = []
  for (let from = 0; from < ids.length; from += pagesAtOnce) {
    const some = ids.slice(from, from + pagesAtOnce)
    const read = (range: DayRange) => findPageClicks(db, site, some, range)
    const [a, b, ya, yb] = await Promise.all([
      read(windows.after),
      read(windows.before),
      yearAfter ? read(windows.yearAfter) : null,
      yearBefore ? read(windows.yearBefore) : null,
    ])
    for (const id of some)
      pages.push({
        after: a.get(id) ?? noClicks(),
        before: b.get(id) ?? noClicks(),
        yearAfter: ya?.get(id) ?? null,
        yearBefore: yb?.get(id) ?? null,
        impressionsBefore: shownBefore!.get(id) ?? 0,
        impressionsYearBefore: shownLastYear!.get(id) ?? 0,
      })
  }
  const found = findDecays({ after, before, yearAfter: yearAfter ?? null, yearBefore: yearBefore ?? null }, pages)
  const curve = fitCtrCurve(await sumQueries(db, site, windows.after))
  const decays: DecayFigures[] = []
  for (const [at, change] of found.entries())
    if (change?.isDecay)
      decays.push(await describe(db, site, { id: ids[at]!, page: names.get(ids[at]!)!, change, lastDay, curve }))
  const decaying = new Set(decays.map(({ page }) => page))
  const back = ids.flatMap((id, at) => {
    const page = names.get(id)!
    return !decaying.has(page) && (found[at]?.p ?? 1) > backP ? [page] : []
  })
  return { decays, back }
}

const noClicks = () => new Array<number>(windowDays).fill(0)

type Decaying = { id: number; page: string; change: PageChange; lastDay: string; curve: CtrCurve }

async function describe(
  db: Database,
  site: ResourceRef,
  { id, page, change, lastDay, curve }: Decaying,
): Promise<DecayFigures> {
  const windows = getWindows(lastDay)
  const past = change.against === 'year' ? windows.yearAfter : windows.before
  const span = { from: change.against === 'year' ? past.from : addDays(lastDay, 1 - 3 * windowDays), to: lastDay }
  const [now, then, days] = await Promise.all([
    sumPage(db, site, id, windows.after),
    sumPage(db, site, id, past),
    findPageClicks(db, site, [id], span),
  ])
  const queries = [...new Set([...then.queries.keys(), ...now.queries.keys()])].map(
    (query): QueryChange => ({ query, before: then.queries.get(query) ?? null, after: now.queries.get(query) ?? null }),
  )
  const causes = splitCauses({ query: null, before: then.page, after: now.page }, queries, curve)
  const lost = queries
    .map(
      ({ query, before, after }): LostQuery => ({
        query: query!,
        clicks: after?.clicks ?? 0,
        clicks_before: before?.clicks ?? 0,
        position: after?.position ?? null,
        position_before: before?.position ?? 0,
      }),
    )
    .filter((one) => one.clicks < one.clicks_before)
    .sort((a, b) => a.clicks - a.clicks_before - (b.clicks - b.clicks_before))
  return {
    page,
    against: change.against,
    change: change.change,
    ...change.interval,
    clicks: change.clicks,
    clicks_before: change.clicksBefore,
    ...causes,
    seasonal: change.seasonal,
    queries: lost.slice(0, maxQueries),
    since: addDays(span.from, findChangeDay(days.get(id) ?? noClicks())),
    last_day: lastDay,
  }
}
