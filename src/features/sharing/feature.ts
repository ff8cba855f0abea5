import type { Audit } from '#features/audit/service.ts'
import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import type { Reports } from '#features/reports/service.ts'
import type { TeamsFeature } from '#features/teams/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { startSendWorker } from '#platform/jobs/send-worker.ts'
import { getPagesUrl } from '#platform/pages/pages-url.ts'
import type { PdfPrinter } from '#platform/pages/print-pdf.ts'
import { exportShares } from './account-export.ts'
import { createMailingLinks } from './mailing-links.ts'
import { createMailings } from './mailings.ts'
import { createReportPrinting } from './print-report.ts'
import { createReportExtras, type ExtraSources } from './report-extras.ts'
import { sharingRoutes } from './routes.ts'
import { createMailingSender } from './send-mailings.ts'
import { createSharing } from './service.ts'

const pdfsPerAddress = { max: 60, windowSeconds: 3600 }

type SharingDependencies = {
  reports: Reports
  hosts: MappedHosts
  audit: Audit
  teams: TeamsFeature
  printer: PdfPrinter
  shown: ExtraSources
}

export function createSharingFeature(core: Core, dependencies: SharingDependencies) {
  const { reports, hosts, audit, teams, printer, shown } = dependencies
  const { config, db, secrets, rates, publicUrl, mailer, log } = core
  const sharing = createSharing({ db, reports, secrets, rates, publicUrl, face: hosts.face })
  const links = createMailingLinks({ secrets, publicUrl })
  const extras = createReportExtras({ sources: shown, log })
  const mailings = createMailings({ db, audit, reports, rates, printer, links, extras })
  const printing = createReportPrinting({
    reports,
    sharing,
    secrets,
    printer,
    face: hosts.face,
    isMailed: async (ref) => (await mailings.find(ref)) !== null,
    extras,
    publicUrl,
    pagesUrl: getPagesUrl(config, publicUrl),
  })
  const sender = createMailingSender({
    db,
    mailer,
    log,
    reports,
    printing,
    extras,
    links,
    face: hosts.face,
    publicUrl,
  })
  teams.hooks.memberRemoved.on((tx, workspaceId, email) => mailings.forgetAddress(tx, workspaceId, email))
  return {
    service: sharing,
    routes: sharingRoutes({
      sharing,
      printing,
      mailings,
      extras,
      reports,
      countPdf: (address) => rates.countAddress('pdf', address, pdfsPerAddress),
    }),
    accountExport: [exportShares(db)],
    async start({ alone }) {
      const worker = await startSendWorker([{ failureMessage: 'Could not email reports', atOnce: 1, ...sender }], {
        log,
        alone,
      })
      return () => worker.stop()
    },
    close: () => printer.close(),
  } satisfies Feature
}
