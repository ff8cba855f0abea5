import type { Audit } from '#features/audit/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { createDnsLookup } from '#providers/dns/node-resolver.ts'
import { exportDomains } from './account-export.ts'
import { createMappedHosts, domainsChanged, domainsTopic } from './custom-domain-hosts.ts'
import { domainJobs } from './jobs.ts'
import { domainsRoutes } from './routes.ts'
import { domainEmailSamples } from './rules/email-samples.ts'
import { createDomains } from './service.ts'

export function createDomainsFeature(
  core: Core,
  { plans, audit, workspaces }: { plans: Plans; audit: Audit; workspaces: WorkspacesFeature },
) {
  const { config, db, queue, signals, rates, secrets, mailer, publicUrl } = core
  const hosts = createMappedHosts({ db, plans, signals })
  const domains = createDomains({
    db,
    dns: createDnsLookup({ server: config.DNS_SERVER }),
    plans,
    audit,
    queue,
    signals,
    rates,
    secrets,
    mailer,
    hosts,
    publicUrl,
    cnameTarget: config.CNAME_TARGET,
    ownHosts: [publicUrl, config.API_URL, config.EVENTS_HOST].flatMap((url) => (url ? [new URL(url).hostname] : [])),
  })
  workspaces.hooks.readParts.on(async (workspaceId) => ({ domain: await domains.head(workspaceId) }))
  // The domain is deleted with its workspace: no process goes on showing what it cached of it.
  workspaces.hooks.removing.on(async () => () => void signals.publish(domainsTopic, domainsChanged))
  return {
    service: { domains, hosts },
    routes: domainsRoutes(domains),
    jobs: domainJobs(domains),
    cleanup: [() => domains.cleanUp()],
    accountExport: [exportDomains(db, publicUrl)],
    emails: domainEmailSamples(publicUrl),
    close: () => hosts.close(),
  } satisfies Feature
}
