import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { windowDays } from '../rules/decay/windows.ts'
import {
  getOutcomeWindows,
  measureOutcome,
  type Outcome,
  type WindowClicks,
} from '../rules/outcomes/measure-outcome.ts'
import { type ActionRow, findTouchedPages, findUnmeasured, saveOutcome } from '../store/action-store.ts'
import { findPageClicks, findPageId, findShownPages, findSiteClicks } from '../store/page-days-store.ts'

export type MeasuredAction = { site: ResourceRef; action: ActionRow; outcome: Outcome }
/** Of the sister pages, those with most impressions. */
const maxSisters = 400

const noClicks = () => new Array<number>(windowDays).fill(0)

/** Measures the actions whose 28 days are complete. Returns what was measured. */
export async function measureActions(db: Database, site: ResourceRef, lastDay: string): Promise<MeasuredAction[]> {
  const measured: MeasuredAction[] = []
  for (const action of await findUnmeasured(db, site, lastDay)) {
    const outcome = await measure(db, site, action)
    if (!outcome) continue
    await saveOutcome(db, site, action.id, outcome)
    measured.push({ site, action, outcome })
  }
  return measured
}

async function measure(db: Database, site: ResourceRef, { page, day }: ActionRow): Promise<Outcome | null> {
  const { before, after } = getOutcomeWindows(day)
  const [siteBefore, siteAfter, pageId, touched, shown] = await Promise.all([
    findSiteClicks(db, site, before),
    findSiteClicks(db, site, after),
    findPageId(db, site, page),
    findTouchedPages(db, site, { from: before.from, to: after.to }),
    findShownPages(db, site, before, { minImpressions: 100, limit: maxSisters }),
  ])
  // Days that Search Console didn’t have can’t be measured later either, but may come with an export.
  if (!siteBefore || !siteAfter) return null
  const sisters = shown.filter((one) => one.page !== page && !touched.has(one.page)).map(({ id }) => id)
  const ids = pageId === null ? sisters : [pageId, ...sisters]
  const [a, b] = await Promise.all([findPageClicks(db, site, ids, after), findPageClicks(db, site, ids, before)])
  const toWindows = (id: number): WindowClicks => ({ before: b.get(id) ?? noClicks(), after: a.get(id) ?? noClicks() })
  const own = pageId === null ? { before: noClicks(), after: noClicks() } : toWindows(pageId)
  return measureOutcome({ before: siteBefore, after: siteAfter }, own, sisters.map(toWindows))
}
