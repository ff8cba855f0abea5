import type { CmsFeature } from '#features/cms/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { createIndexNowKeys } from '#platform/http/index-now-keys.ts'
import { hostAndPort } from '#platform/outbound/host-and-port.ts'
import { indexNowJobs } from './jobs.ts'
import { createIndexNow } from './service.ts'

const publicAddress = 'https://api.indexnow.org/indexnow'

export function createIndexNowFeature(core: Core, { cms }: { cms: CmsFeature }) {
  const { config, db, queue, log, secrets, createOutboundTo } = core
  const address = config.INDEXNOW === 'on' ? (config.INDEXNOW_URL ?? publicAddress) : null
  // The operator's own address is trusted, private or not.
  const outbound = createOutboundTo(config.INDEXNOW_URL ? [hostAndPort(config.INDEXNOW_URL)] : [])
  const indexNow = createIndexNow({
    db,
    queue,
    log,
    fetch: outbound.fetch,
    keys: createIndexNowKeys(secrets),
    address,
  })
  cms.hooks.postChanged.on(async (tx, { url, formerUrl, noindex, change }) => {
    if (change === null || (noindex && change === 'published')) return
    await indexNow.announce(tx, formerUrl ? [url, formerUrl] : [url])
  })
  return { service: indexNow, jobs: indexNowJobs(indexNow), close: () => outbound.close() } satisfies Feature
}
