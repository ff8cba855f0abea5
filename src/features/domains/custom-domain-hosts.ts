import { LRUCache } from 'lru-cache'
import { imagePath } from '#features/images/image-url.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database.ts'
import type { MappedHost } from '#platform/host-check.ts'
import type { Signals } from '#platform/notify-signals.ts'
import type { ShownBrand } from './contract.ts'
import { hostName } from './domain-name.ts'
import { findFace, findServed, isImageOf } from './store.ts'

export type MappedHosts = ReturnType<typeof createMappedHosts>

/** How a workspace's public pages look, and below which address they stand when that is its own. */
export type Face = { brand: ShownBrand | null; reports: string | null; blog: string | null }

export const domainsTopic = 'domains'
export const domainsChanged = 'changed'

const keptMs = 60_000
const maxKept = 2000
const plain: Face = { brand: null, reports: null, blog: null }

/**
 * What every request asks: whose a Host is, and how a workspace looks. Kept in the process, names that are nobody's too;
 * dropped when any domain or brand changes, here or elsewhere.
 */
export function createMappedHosts({ db, plans, signals }: { db: Database; plans: Plans; signals: Signals }) {
  const hosts = new LRUCache<string, Promise<MappedHost | null>>({ max: maxKept, ttl: keptMs })
  const faces = new LRUCache<string, Promise<Face>>({ max: maxKept, ttl: keptMs })
  const stop = signals.subscribe(domainsTopic, domainsChanged, () => {
    hosts.clear()
    faces.clear()
  })

  return {
    close: stop,

    /** The workspace a `Host` is mapped to and active for. */
    find(host: string): Promise<MappedHost | null> {
      const name = hostName(host)
      return name.includes('.') ? kept(hosts, name, () => served(name)) : Promise.resolve(null)
    },

    face: (workspaceId: string): Promise<Face> => kept(faces, workspaceId, () => getFace(workspaceId)),

    /** Pictures of other workspaces are not shown under somebody's name. */
    ownsImage: (workspaceId: string, imageId: string) => isImageOf(db, workspaceId, imageId),
  }

  async function served(name: string): Promise<MappedHost | null> {
    const row = await findServed(db, name)
    if (!row) return null
    const icon = row.logo ? imagePath(row.logo, '320') : null
    return { workspaceId: row.workspace_id, domain: row.domain, target: row.target, icon }
  }

  async function getFace(workspaceId: string): Promise<Face> {
    const row = await findFace(db, workspaceId)
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

/** The promise itself is kept: many who ask at once ask the database once. What failed is asked again. */
function kept<T extends object | null>(cache: LRUCache<string, Promise<T>>, key: string, load: () => Promise<T>) {
  const known = cache.get(key)
  if (known) return known
  const value = load()
  cache.set(key, value)
  value.catch(() => cache.peek(key) === value && cache.delete(key))
  return value
}
