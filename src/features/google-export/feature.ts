import type { DocumentExports } from '#features/ai-content/export/export-document.ts'
import type { Audit } from '#features/audit/service.ts'
import type { ReportExports } from '#features/reports/export/export-report.ts'
import { sectionLabels } from '#features/reports/rules/rows/section-labels.ts'
import type { Reports } from '#features/reports/service.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { hostAndPort } from '#platform/outbound/host-and-port.ts'
import { createGoogleDrive } from '#providers/google-drive/google-drive.ts'
import { exportGoogleConnections } from './account-export.ts'
import { createGoogleConnections } from './connections.ts'
import { googleExportRoutes } from './routes.ts'
import { createGoogleExport, type ExportSources } from './service.ts'

type Dependencies = {
  audit: Audit
  reports: Reports
  exports: ReportExports
  documents: DocumentExports
}

export function createGoogleExportFeature(core: Core, dependencies: Dependencies) {
  const { config, db, rates, secrets, publicUrl } = core
  const { audit, reports, exports, documents } = dependencies
  const { GOOGLE_OAUTH_BASE: oauthBase, GOOGLE_DRIVE_URL: apiBase } = config
  // The operator’s addresses are trusted, private or not.
  const google = core.createOutboundTo([oauthBase, apiBase].filter((url) => url !== undefined).map(hostAndPort))
  const drive = createGoogleDrive({
    ...{ fetch: google.fetch, oauthBase, apiBase },
    clientId: config.GOOGLE_CLIENT_ID,
    clientSecret: config.GOOGLE_CLIENT_SECRET,
  })
  const isAvailable = config.GOOGLE_DRIVE === 'on' && drive.canAskConsent
  const connections = createGoogleConnections({ db, audit, secrets, drive, isAvailable, publicUrl })
  const sources: ExportSources = {
    document: {
      fileKind: 'document',
      getName: (ref) => documents.getTitle(ref),
      getFile: (ref) => documents.file(ref, 'html'),
    },
    report: {
      fileKind: 'spreadsheet',
      async getName(ref, section) {
        const { query } = await reports.get(ref, [])
        return section && section !== 'keywords' ? `${query} ${sectionLabels[section]}` : query
      },
      getFile: (ref, section) => exports.file(ref, 'csv', { section: section ?? 'keywords' }),
    },
  }
  const exportToGoogle = createGoogleExport({ db, audit, rates, drive, connections, sources })
  return {
    service: connections,
    routes: googleExportRoutes({ connections, exportToGoogle }),
    accountExport: [exportGoogleConnections(db)],
    close: () => google.close(),
  } satisfies Feature
}
