import type { ContentPlans } from '#features/content-plan/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { addDays } from '../rules/days.ts'
import { isPageOfUrl } from '../rules/search/page-of-url.ts'
import { findSeenPages } from '../store/search-store.ts'

/** A page needs this long in Google before its figures say anything. */
const measuredAfterDays = 28

type Dependencies = { db: Database; contentPlans: Pick<ContentPlans, 'findUnmeasured' | 'itemsMeasured'> }

/** Marks items of content plans as measured: published four weeks ago, and Google has shown their page since. */
export function createMeasuring({ db, contentPlans }: Dependencies) {
  return async function measureItems(ref: ResourceRef, lastDay: string): Promise<void> {
    const before = new Date(`${addDays(lastDay, 1 - measuredAfterDays)}T00:00:00Z`)
    const items = await contentPlans.findUnmeasured(ref.workspaceId, before)
    if (items.length === 0) return
    const pages = await findSeenPages(db, ref, addDays(lastDay, -measuredAfterDays))
    const seen = items.filter(({ url }) => pages.some((page) => isPageOfUrl(page, url)))
    await contentPlans.itemsMeasured(ref.workspaceId, seen)
  }
}
