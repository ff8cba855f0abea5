import { LRUCache } from 'lru-cache'
import { imagePath } from '#features/images/rules/image-url.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { MappedHost } from '#platform/http/context.ts'
import type { ShownBrand } from './contract.ts'
import { hostName } from './rules/host-name.ts'
import { findActiveDomain, findBrandingRow, isWorkspaceImage } from './store/store.ts'

export type MappedHosts = ReturnType<typeof createMappedHosts>

/** Branding of a workspace's public pages, and their base URLs on its custom domain. */
export type PublicBranding = { brand: ShownBrand | null; reports: string | null; blog: string | null }

export const domainsTopic = 'domains'
export const domainsChanged = 'changed'

const ttlMs = 60_000
const maxEntries = 2000
const plain: PublicBranding = { brand: null, reports: null, blog: null }

/**
 * Resolves a request's Host to a workspace, and a workspace to its branding. Cached in this process, including unknown hosts;
 * cleared when any process changes a domain or a brand.
 */
export function createMappedHosts({ db, plans, signals }: { db: Database; plans: Plans; signals: Signals }) {
  const hosts = new LRUCache<string, Promise<MappedHost | null>>({ max: maxEntries, ttl: ttlMs })
  const brandings = new LRUCache<string, Promise<PublicBranding>>({ max: maxEntries, ttl: ttlMs })
  const stop = signals.subscribe(domainsTopic, domainsChanged, () => {
    hosts.clear()
    brandings.clear()
  })

  return {
    close: stop,

    /** The workspace with this active domain; null: none. */
    find(host: string): Promise<MappedHost | null> {
      const name = hostName(host)
      return name.includes('.') ? cached(hosts, name, () => findMapping(name)) : Promise.resolve(null)
    },

    face: (workspaceId: string): Promise<PublicBranding> =>
      cached(brandings, workspaceId, () => readBranding(workspaceId)),

    /** Images of other workspaces aren't shown on a custom domain. */
    ownsImage: (workspaceId: string, imageId: string) => isWorkspaceImage(db, workspaceId, imageId),
  }

  async function findMapping(name: string): Promise<MappedHost | null> {
    const row = await findActiveDomain(db, name)
    if (!row) return null
    const icon = row.logo ? imagePath(row.logo, '320') : null
    return { workspaceId: row.workspace_id, domain: row.domain, target: row.target, icon }
  }

  async function readBranding(workspaceId: string): Promise<PublicBranding> {
    const row = await findBrandingRow(db, workspaceId)
    if (!row || (!row.branded && !row.domain)) return plain
    const { allowances } = await plans.getWorkspaceUsage(workspaceId)
    if ((allowances.domain ?? 0) === 0) return plain
    const address = row.domain ? `https://${row.domain}` : null
    return {
      brand: {
        name: row.brand_name || row.name,
        logo: row.brand_logo ? imagePath(row.brand_logo, '320') : null,
        color: row.brand_color ?? row.color,
      },
      reports: row.target === 'reports' ? address : null,
      blog: row.target === 'blog' ? address : null,
    }
  }
}

/** Caches the promise, so that concurrent requests share one query. Failures aren't cached. */
function cached<T extends object | null>(cache: LRUCache<string, Promise<T>>, key: string, load: () => Promise<T>) {
  const known = cache.get(key)
  if (known) return known
  const value = load()
  cache.set(key, value)
  value.catch(() => cache.peek(key) === value && cache.delete(key))
  return value
}
