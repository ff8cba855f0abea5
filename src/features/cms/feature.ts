import type { GetTextStats } from '#features/ai-content/checks/text-stats.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import type { Images } from '#features/images/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import { createHook, type Hook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { exportPosts } from './account-export.ts'
import { createBlogAddresses } from './blog-addresses.ts'
import { cmsJobs } from './jobs.ts'
import type { PostChange } from './post-changes.ts'
import { createReaders } from './read-posts.ts'
import { cmsRoutes } from './routes.ts'
import { createPosts } from './service.ts'

type Dependencies = {
  documents: Documents
  getTextStats: GetTextStats
  images: Images
  hosts: MappedHosts
  workspaces: WorkspacesFeature
  /** Asked for links in new texts. */
  findPublished: Hook<[workspaceId: string], { url: string; title: string }[]>
}

/** The latest posts of a blog that new texts can link to. */
const maxLinkedPosts = 200

export type CmsFeature = ReturnType<typeof createCmsFeature>

export function createCmsFeature(core: Core, dependencies: Dependencies) {
  const { documents, getTextStats, images, hosts, workspaces, findPublished } = dependencies
  const { db, replica, queue, signals, secrets, threads, rates, publicUrl } = core
  const hooks = {
    /** A post of any blog was created, changed, published when it was due, or deleted. */
    postChanged: createHook<[tx: Tx, change: PostChange]>(),
  }
  const addresses = createBlogAddresses({ db, signals })
  const posts = createPosts({
    db,
    queue,
    signals,
    secrets,
    publicUrl,
    getTextStats,
    getBranding: hosts.face,
    addresses,
    onChanged: async (tx, change) => void (await hooks.postChanged.run(tx, change)),
  })
  const readers = createReaders({
    db,
    replica,
    threads,
    signals,
    secrets,
    rates,
    publicUrl,
    getBranding: hosts.face,
    addresses,
    findImageWidths: images.widthsIn,
  })
  // The blog is deleted with its workspace: no process goes on showing what it cached of it.
  workspaces.hooks.removing.on(async () => () => void signals.publish('blogs', 'changed'))
  findPublished.on(async (workspaceId) => {
    const { items } = await posts.list(workspaceId, { status: 'published', page: 1, limit: maxLinkedPosts })
    return items.map(({ url, title }) => ({ url, title }))
  })
  return {
    service: { ...posts, readers },
    hooks,
    routes: cmsRoutes({ posts, readers, documents, secure: publicUrl.startsWith('https:') }),
    jobs: cmsJobs(posts),
    cleanup: [() => posts.thinVersions()],
    accountExport: [exportPosts(db)],
    close: () => readers.close(),
  } satisfies Feature
}
