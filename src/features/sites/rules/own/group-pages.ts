import type { OwnRequest } from '#features/reports/contract-own.ts'
import type { OwnSource } from './choose-own-source.ts'

/** Which of your pages cover a group of keywords: a topic of a report, or an item of a plan. */

/** Sums of a page over the queries of a group, which don’t overlap. */
export type GroupPage = {
  group_id: string
  site_id: string
  page: string
  clicks: number
  impressions: number
  position: number
  keywords: number
  top_10: number
}

export type Sources = ReadonlyMap<string, OwnSource>

/** A page with this share of a topic’s impressions competes for it. */
const minShare = 0.2
const maxOthers = 5

/**
 * The pages of each group, most clicked a day first. A parent’s pages are those of its topics, added up. Sites may overlap, such as a
 * domain and its blog: figures of a page are those of one site, so that nothing counts twice.
 */
export function groupPages(
  shown: readonly GroupPage[],
  topics: readonly OwnRequest[],
  sources: Sources,
): Map<string, GroupPage[]> {
  const parents = new Map(topics.map(({ id, parentId }) => [id, parentId ?? null]))
  const siteOfPage = chooseSites(shown, sources)
  const groups = new Map<string, Map<string, GroupPage>>()
  const add = (group: string, page: GroupPage) => {
    const pages = groups.get(group) ?? new Map<string, GroupPage>()
    groups.set(group, pages)
    const known = pages.get(page.page)
    pages.set(page.page, known ? addPages(known, page) : page)
  }
  for (const page of shown) {
    if (!parents.has(page.group_id) || siteOfPage.get(page.page) !== page.site_id) continue
    add(page.group_id, page)
    const parent = parents.get(page.group_id)
    if (parent) add(parent, page)
  }
  const toDaily = (count: number, { site_id }: GroupPage) => count / (sources.get(site_id)?.weight ?? 1)
  const first = (a: GroupPage, b: GroupPage) =>
    toDaily(b.clicks, b) - toDaily(a.clicks, a) ||
    toDaily(b.impressions, b) - toDaily(a.impressions, a) ||
    (a.page < b.page ? -1 : 1)
  return new Map([...groups].map(([group, pages]) => [group, [...pages.values()].sort(first)]))
}

/** The site whose figures a page has: one with days of a connection, then the one that Google shows it most for, a day. */
function chooseSites(shown: readonly GroupPage[], sources: Sources): Map<string, string> {
  const sums = new Map<string, Map<string, number>>()
  for (const { page, site_id, impressions } of shown) {
    const bySite = sums.get(page) ?? new Map<string, number>()
    sums.set(page, bySite)
    bySite.set(site_id, (bySite.get(site_id) ?? 0) + impressions)
  }
  const isUpload = (site: string) => (sources.get(site)?.upload ? 1 : 0)
  const toDaily = (site: string, impressions: number) => impressions / (sources.get(site)?.weight ?? 1)
  return new Map(
    [...sums].map(([page, bySite]) => {
      const [best] = [...bySite].sort(
        ([a, ofA], [b, ofB]) => isUpload(a) - isUpload(b) || toDaily(b, ofB) - toDaily(a, ofA) || (a < b ? -1 : 1),
      )
      return [page, best![0]]
    }),
  )
}

const addPages = (a: GroupPage, b: GroupPage): GroupPage => ({
  ...a,
  clicks: a.clicks + b.clicks,
  impressions: a.impressions + b.impressions,
  position: (a.position * a.impressions + b.position * b.impressions) / (a.impressions + b.impressions),
  keywords: a.keywords + b.keywords,
  top_10: a.top_10 + b.top_10,
})

/** Other pages with a fifth or more of the impressions. Shares are of one source: totals of different periods don’t compare. */
export function findCompeting([first, ...rest]: readonly GroupPage[], sources: Sources): GroupPage[] {
  if (!first) return []
  const getKey = ({ site_id }: GroupPage) => sources.get(site_id)?.upload?._id ?? null
  const others = rest.filter((other) => getKey(other) === getKey(first))
  const all = others.reduce((sum, other) => sum + other.impressions, first.impressions)
  return others.filter((other) => other.impressions >= minShare * all).slice(0, maxOthers)
}
