import { diff } from '#features/listeners/rules/diff-run.ts'
import type { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { deleteOldCrawls, endCrawl, type Lease } from '../store/crawl-store.ts'
import { countInlinks, insertChanges, type PageState, setPageStates } from '../store/page-store.ts'

/** The page engine’s one source. */
const source = 'crawl'

/**
 * Ends a crawl: decides which pages are new, missing and gone, and counts links. A page is gone after two complete crawls without it.
 * `error`: why nothing could be read.
 */
export async function finishCrawl(
  db: Database,
  lease: Lease,
  { complete, error, pages }: { complete: boolean; error: AppError | null; pages: readonly PageState[] },
) {
  const { added, returned, removed, missing } = comparePages(pages, lease.no, complete)
  await db.transaction().execute(async (tx) => {
    await setPageStates(tx, lease, toKeys(removed), 'gone')
    await setPageStates(tx, lease, toKeys(missing), 'missing')
    await setPageStates(tx, lease, toKeys(pages.filter(isBack)), 'live')
    // In the first crawl everything is new.
    const isFirst = pages.every(({ first_crawl }) => first_crawl === lease.no)
    await insertChanges(tx, lease, [
      ...(isFirst ? [] : added.map(({ key, url }) => ({ key, url, kind: 'added' as const }))),
      ...returned.map(({ key, url }) => ({ key, url, kind: 'returned' as const })),
      ...removed.map(({ key, url }) => ({ key, url, kind: 'removed' as const })),
    ])
    await countInlinks(tx, lease)
    await deleteOldCrawls(tx, lease)
    const counts = { added: added.length, removed: removed.length }
    await endCrawl(tx, lease, { state: error ? 'failed' : 'done', complete, ...counts, error })
  })
}

const toKeys = (pages: readonly PageState[]) => pages.map(({ key }) => key)
const isBack = ({ state, present }: PageState) => state !== 'live' && present === true

/** Pages by what this crawl changed, by the same rules as keywords of listeners: only a complete crawl takes away. */
export function comparePages(pages: readonly PageState[], no: number, complete: boolean) {
  const byKey = new Map(pages.map((page) => [page.key, page]))
  const known = new Map<string, { text: string; active: boolean }>()
  const items = new Map<string, string>()
  const missing: PageState[] = []
  for (const page of pages) {
    const { key, url, state, present, seen } = page
    if (page.first_crawl < no && seen) known.set(key, { text: url, active: state !== 'gone' })
    const isAbsent = present === false || page.last_crawl < no
    if (!isAbsent) {
      if (present === true || state !== 'gone') items.set(key, url)
    } else if (state === 'live' && complete && seen) {
      // Missing once: it stays until the next complete crawl.
      missing.push(page)
      items.set(key, url)
    }
  }
  const outcome = complete ? ('answered' as const) : ('cut_short' as const)
  const [changes] = diff(new Map([[source, known]]), [{ source, label: source, outcome, error: null, items }])
  const get = (keys: ReadonlyMap<string, string> = new Map()) => [...keys.keys()].map((key) => byKey.get(key)!)
  return {
    added: get(changes?.added).filter(({ present, seen, first_crawl }) => present && seen && first_crawl === no),
    returned: get(changes?.returned),
    removed: get(changes?.removed),
    missing,
  }
}
