import type { Activity } from '#features/activity/service.ts'
import type { AiContentFeature } from '#features/ai-content/feature.ts'
import type { Audit } from '#features/audit/service.ts'
import type { CmsFeature } from '#features/cms/feature.ts'
import type { ImagesFeature } from '#features/images/feature.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { createLeasedRuns } from '#platform/jobs/leased-runs.ts'
import { createAdapterFactory } from '#providers/publishing/catalogue.ts'
import { exportPublishing } from './account-export.ts'
import { createDestinations } from './destinations.ts'
import { publishingJobs } from './jobs.ts'
import { createOpenDestination } from './open-destination.ts'
import { createPublications } from './publications.ts'
import { createPublish } from './publish-document.ts'
import { createBlogPublishing } from './publish-on-blog.ts'
import type { PublicationChange } from './record-post.ts'
import { publishingRoutes } from './routes.ts'
import { createSender } from './send-attempt.ts'

type Dependencies = {
  activity: Activity
  audit: Audit
  content: AiContentFeature['service']
  cms: CmsFeature
  images: ImagesFeature['service']['images']
}

export type PublishingFeature = ReturnType<typeof createPublishingFeature>

/** Documents published on other sites and on the workspace's own blog. */
export function createPublishingFeature(core: Core, { activity, audit, content, cms, images }: Dependencies) {
  const { db, queue, log, secrets, rates, threads, outbound, publicUrl } = core
  const hooks = {
    /** A post became public, changed or went away, on any destination or blog. */
    publicationChanged: createHook<[tx: Tx, change: PublicationChange]>(),
  }
  hooks.publicationChanged.on((tx, change) => activity.recordPublished(tx, change))
  const onChanged = async (tx: Tx, change: PublicationChange) => void (await hooks.publicationChanged.run(tx, change))
  const webflowUrl = core.config.WEBFLOW_URL
  const webflowOutbound = webflowUrl ? core.createOutboundTo([new URL(webflowUrl).host]) : null
  const createAdapter = createAdapterFactory({
    fetch: outbound.fetch,
    webflow: {
      url: webflowUrl ?? 'https://api.webflow.com',
      fetch: (webflowOutbound ?? outbound).fetch,
    },
  })
  const openDestination = createOpenDestination({ secrets, createAdapter })
  const blog = createBlogPublishing({ db, posts: cms.service, publicUrl, onChanged })
  cms.hooks.postChanged.on(blog.followPost)

  let resume = async (_alone: boolean) => {}
  const runs = createLeasedRuns({ log, name: 'Publications', closeAbandoned: (alone) => resume(alone) })
  const sender = createSender({ db, threads, images, publicUrl, runs, openDestination, onChanged })
  const destinations = createDestinations({
    ...{ db, audit, secrets, rates, createAdapter },
    getBlogUrl: async (workspaceId) => (await cms.service.blog(workspaceId)).url,
  })
  const { documents } = content
  const publish = createPublish({
    ...{ db, queue, rates, documents, sender, openDestination },
    publishOnBlog: blog.publish,
  })
  const publications = createPublications({
    ...{ db, log, runs, sender, openDestination },
    unpublishOnBlog: blog.unpublish,
  })
  resume = publications.resumeAbandoned
  return {
    service: { publications, destinations },
    hooks,
    routes: publishingRoutes({ destinations, publications, publish, documents }),
    jobs: publishingJobs(publications),
    accountExport: [exportPublishing(db)],
    start: (options) => runs.watch(options),
    async close() {
      await runs.drain()
      await webflowOutbound?.close()
    },
  } satisfies Feature
}
