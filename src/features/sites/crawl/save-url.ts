import { urlKey } from '#features/content-plan/rules/item-url.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import { storable } from '#platform/sanitize-text.ts'
import { getShape, isLooping } from '../rules/crawl/crawl-traps.ts'
import { type FetchedUrl, getChangedFields, getIndexability, isPresent } from '../rules/crawl/page-record.ts'
import { isInSite } from '../rules/site-url.ts'
import {
  countFetched,
  countFound,
  countShapes,
  insertUrls,
  type Lease,
  type NewUrl,
  type NextUrl,
} from '../store/crawl-store.ts'
import { insertChanges, type KnownPage, savePage } from '../store/page-store.ts'
import type { SkippedUrls } from '../store/tables.ts'
import { getPageKey } from './page-key.ts'

/** URLs of one crawl: what comes beyond would never be fetched. */
const maxUrls = 30_000
/** Redirects in a row. */
const maxHops = 5

export type FetchedEntry = {
  next: NextUrl
  fetched: FetchedUrl
  /** The page as an earlier crawl left it. */
  earlier: KnownPage | null
}

class LeaseLost extends Error {}

/**
 * Stores what some URLs brought, with the URLs they lead to, in one transaction. Null when the crawl isn’t this worker’s any more.
 */
export async function saveUrls(db: Database, lease: Lease, given: readonly FetchedEntry[]) {
  const entries = given.map((entry) =>
    entry.fetched.kind === 'page'
      ? { ...entry, fetched: { ...entry.fetched, facts: storable(entry.fetched.facts) } }
      : entry,
  )
  const { links, skipped } = await chooseLinks(db, lease, entries)
  const count = (kind: FetchedUrl['kind']) => entries.filter(({ fetched }) => fetched.kind === kind).length
  const [files, robots, unchanged] = [count('file'), count('blocked'), count('unchanged')]
  if (files > 0) skipped.files = files
  if (robots > 0) skipped.robots = robots
  try {
    return await db.transaction().execute(async (tx) => {
      let changed = 0
      for (const entry of entries)
        if (isStored(entry.fetched, entry.next) && (await store(tx, lease, entry)).length > 0) changed++
      const keys = entries.map(({ next }) => next.key)
      const counted = await countFetched(tx, lease, keys, { unchanged, changed, skipped })
      if (!counted) throw new LeaseLost()
      if (counted.found < maxUrls) await countFound(tx, lease, (await insertUrls(tx, lease, links)).size)
      return counted
    })
  } catch (error) {
    if (error instanceof LeaseLost) return null
    throw error
  }
}

/** Files aren’t pages. What robots.txt blocks is listed only where the site itself names it. */
const isStored = ({ kind }: FetchedUrl, { origin }: NextUrl) =>
  kind !== 'file' && (kind !== 'blocked' || ['start', 'page', 'sitemap'].includes(origin))

async function store(tx: Tx, lease: Lease, { next, fetched, earlier }: FetchedEntry): Promise<string[]> {
  const { indexable, reason } = getIndexability(next.url, fetched)
  const facts = fetched.kind === 'page' ? fetched.facts : null
  await savePage(tx, lease, next, {
    urlKey: urlKey(next.url).slice(0, 600),
    fetched,
    present: isPresent(fetched),
    indexable,
    reason,
    contentLinks: (facts?.contentLinks ?? []).map(getPageKey),
    navigationLinks: (facts?.navigationLinks ?? []).map(getPageKey),
  })
  if (!earlier || fetched.kind === 'unchanged' || fetched.kind === 'failed') return []
  const fields = getChangedFields(earlier, {
    ...earlier,
    indexable,
    status: 'status' in fetched ? fetched.status : null,
    redirect_to: fetched.kind === 'redirect' ? fetched.target : null,
    ...(facts ? { title: facts.title, h1: facts.h1, canonical: facts.canonical, digest: facts.digest } : {}),
  })
  if (fields.length > 0) await insertChanges(tx, lease, [{ key: next.key, kind: 'changed', url: next.url, fields }])
  return fields
}

/** The URLs that pages and redirects lead to, each once, without those of traps. */
async function chooseLinks(db: Db, lease: Lease, entries: readonly FetchedEntry[]) {
  const found = entries.flatMap((entry) => findLinks(lease, entry))
  const links = new Map<string, NewUrl>()
  let traps = 0
  const shaped = found.flatMap(({ url, ...link }) => {
    if (link.origin === 'link' && isLooping(url)) {
      traps++
      return []
    }
    const limit = link.origin === 'link' ? getShape(url) : null
    return [{ link: { ...link, url: url.href, key: getPageKey(url.href), shape: limit?.shape ?? null }, limit }]
  })
  const limited = shaped.filter(({ limit }) => limit !== null)
  const { counts, known } = await countShapes(
    db,
    lease,
    [...new Set(limited.map(({ limit }) => limit!.shape))],
    limited.map(({ link }) => link.key),
  )
  for (const { link, limit } of shaped) {
    if (links.has(link.key)) continue
    if (limit && !known.has(link.key)) {
      const total = counts.get(limit.shape) ?? 0
      if (total >= limit.max) {
        traps++
        continue
      }
      counts.set(limit.shape, total + 1)
    }
    links.set(link.key, link)
  }
  return { links: [...links.values()], skipped: (traps > 0 ? { traps } : {}) as SkippedUrls }
}

type FoundLink = { url: URL; origin: 'link' | 'redirect'; depth: number; hops: number }

function findLinks(lease: Lease, { next, fetched }: FetchedEntry): FoundLink[] {
  const { depth, hops } = next
  if (fetched.kind === 'redirect') {
    const target = fetched.target === null ? null : URL.parse(fetched.target)
    const follows = target && target.href !== next.url && isInSite(lease.site, target) && hops < maxHops
    return follows ? [{ url: target, origin: 'redirect', depth, hops: hops + 1 }] : []
  }
  if (fetched.kind !== 'page' || fetched.facts.nofollow) return []
  const { contentLinks, navigationLinks, unfollowed } = fetched.facts
  const left = new Set(unfollowed)
  return [...contentLinks, ...navigationLinks]
    .filter((link) => !left.has(link))
    .map((link) => ({ url: new URL(link), origin: 'link', depth: depth + 1, hops: 0 }))
}
