import type { Activity } from '#features/activity/service.ts'
import type { Audit } from '#features/audit/service.ts'
import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import type { Images } from '#features/images/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Reports } from '#features/reports/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import { createHook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Core } from '#platform/core.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { getPagesUrl } from '#platform/pages/pages-url.ts'
import type { PdfPrinter } from '#platform/pages/print-pdf.ts'
import { exportDocuments } from './account-export.ts'
import { createAssignments } from './assign-document.ts'
import { createVoices } from './brand-voices.ts'
import { createContentBriefs } from './briefing/content-briefs.ts'
import { createOwnPages } from './briefing/own-pages.ts'
import { createProposals } from './briefing/propose-briefing.ts'
import { createChecks } from './checks/check-document.ts'
import { createLinkChecks } from './checks/check-links.ts'
import { createTextStats } from './checks/text-stats.ts'
import type { TemplateName } from './contract.ts'
import type { PlannedPage } from './create-document.ts'
import { createDocumentExports } from './export/export-document.ts'
import { documentJobs, scoreEverySeconds, scoreJob } from './jobs.ts'
import { createLiveSessions } from './live/live-sessions.ts'
import { aiContentRoutes } from './routes.ts'
import { createDocuments } from './service.ts'
import { createBackgroundWriting } from './writing/background-writing.ts'
import { createPassages } from './writing/edit-passage.ts'
import { createWriting } from './writing/generate-document.ts'
import type { OnFinished } from './writing/run-generation.ts'
import { createModels } from './writing/workspace-model.ts'

type Dependencies = {
  activity: Activity
  audit: Audit
  notifications: Notifications
  plans: Plans
  reports: Reports
  images: Images
  workspaces: WorkspacesFeature
  hosts: MappedHosts
  reachable: Parameters<typeof createModels>[0]['reachable']
  printer: PdfPrinter
}

export type AiContentFeature = ReturnType<typeof createAiContentFeature>

export function createAiContentFeature(core: Core, dependencies: Dependencies) {
  const { activity, audit, notifications, plans, reports, images, workspaces, hosts, reachable, printer } = dependencies
  const { db, queue, signals, secrets, threads, log, publicUrl, outbound } = core
  const hooks = {
    /** What a workspace has published, newest first, for links in new texts. */
    findPublished: createHook<[workspaceId: string], { url: string; title: string }[]>(),
    /** What an item of a content plan is about. */
    readPlanItem: createHook<[workspaceId: string, itemId: string], PlannedPage>(),
    /** The whole text of a document was written, or written to its end. */
    documentFinished: createHook<[tx: Tx, document: ResourceRef, about: { title: string; words: number }]>(),
    /** A document was created, perhaps from an item of a content plan. */
    documentCreated:
      createHook<[tx: Tx, document: ResourceRef, about: { planItemId: string | null; template: TemplateName }]>(),
  }
  const models = createModels({ db, secrets, reachable })
  const enqueueScore = (tx: Db, document: ResourceRef) =>
    queue.send(
      tx,
      scoreJob,
      { workspace_id: document.workspaceId, document_id: document.id },
      { singletonKey: document.id, singletonSeconds: scoreEverySeconds },
    )
  const onFinished: OnFinished = async (tx, document, about) =>
    void (await hooks.documentFinished.run(tx, document, about))
  const writing = createWriting({ db, plans, reports, models, signals, threads, log, enqueueScore, onFinished })
  const background = createBackgroundWriting({ db, plans, reports, threads, enqueueScore, onFinished })
  const voices = createVoices({ db })
  const getTextStats = createTextStats(threads)
  const documents = createDocuments({
    db,
    activity,
    reports,
    signals,
    getTextStats,
    enqueueScore,
    readPlanItem: async (workspaceId, itemId) => (await hooks.readPlanItem.run(workspaceId, itemId))[0],
    onCreated: async (tx, document, about) => void (await hooks.documentCreated.run(tx, document, about)),
    endWriting: (tx, workspaceId) => writing.endAll(tx, workspaceId),
  })
  const assignments = createAssignments({ db, activity, audit, notify: notifications.notifyAssigned })
  const live = createLiveSessions({ db, signals, threads, log })
  const passages = createPassages({ db, plans, reports, models, log })
  const checks = createChecks({ db, reports, threads, getOwnPages: createOwnPages({ db, hosts, publicUrl }) })
  const proposals = createProposals({
    reports,
    threads,
    findPublished: async (workspaceId) => (await hooks.findPublished.run(workspaceId)).flat(),
  })
  const briefs = createContentBriefs({
    ...{ db, reports, threads, secrets, printer },
    pagesUrl: getPagesUrl(core.config, publicUrl),
  })
  const linkChecks = createLinkChecks({ db, fetch: outbound.fetch })
  const exports = createDocumentExports({ db, threads, publicUrl, findImages: images.forWord })
  workspaces.hooks.removing.on((tx, workspaceId) => writing.endAll(tx, workspaceId))
  workspaces.hooks.readParts.on(async (workspaceId) => ({ voices: await voices.list(workspaceId) }))
  return {
    service: { documents, exports, models, voices, getTextStats, background, checks, briefs },
    hooks,
    routes: aiContentRoutes({
      ...{
        documents,
        assignments,
        live,
        writing,
        passages,
        checks,
        proposals,
        linkChecks,
        exports,
        voices,
        models,
        reports,
        briefs,
      },
    }),
    jobs: documentJobs(checks),
    cleanup: [() => documents.thinVersions(), () => live.clean()],
    accountExport: [exportDocuments(db)],
    start: (options) => writing.watch(options),
    close: () => writing.drain(),
  } satisfies Feature
}
