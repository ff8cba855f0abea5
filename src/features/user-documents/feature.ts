import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { hostAndPort } from '#platform/outbound/host-and-port.ts'
import { createFirestoreMirror, readFirestoreCredentials } from '#providers/document-mirror/firestore.ts'
import { exportUserDocuments } from './account-export.ts'
import { userDocumentJobs } from './jobs.ts'
import { userDocumentsRoutes } from './routes.ts'
import { createUserDocuments } from './service.ts'

export function createUserDocumentsFeature({ config, db, queue, log, createOutboundTo }: Core) {
  const credentials = config.FIRESTORE_CREDENTIALS && readFirestoreCredentials(config.FIRESTORE_CREDENTIALS)
  const outbound = createOutboundTo([
    ...(config.FIRESTORE_URL ? [hostAndPort(config.FIRESTORE_URL)] : []),
    ...(credentials ? [hostAndPort(credentials.token_uri)] : []),
  ])
  const userDocuments = createUserDocuments({
    db,
    queue,
    mirror:
      credentials && config.FIRESTORE_PROJECT_ID
        ? createFirestoreMirror({
            projectId: config.FIRESTORE_PROJECT_ID,
            credentials,
            url: config.FIRESTORE_URL,
            fetch: outbound.fetch,
          })
        : null,
    log,
  })
  return {
    service: userDocuments,
    routes: userDocumentsRoutes(userDocuments),
    jobs: userDocumentJobs(userDocuments),
    cleanup: [() => userDocuments.cleanUp()],
    accountExport: [exportUserDocuments(db)],
    close: () => outbound.close(),
  } satisfies Feature
}
