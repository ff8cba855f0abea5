import { createActivityFeature } from './features/activity/feature.ts'
import { createAdminFeature } from './features/admin/feature.ts'
import { createAiContentFeature } from './features/ai-content/feature.ts'
import { createAnalyticsFeature } from './features/analytics/feature.ts'
import { createAnswersFeature } from './features/answers/feature.ts'
import { createApiKeysFeature } from './features/api-keys/feature.ts'
import { createAuditFeature } from './features/audit/feature.ts'
import { createAuthFeature } from './features/auth/feature.ts'
import { createBulkWritingFeature } from './features/bulk-writing/feature.ts'
import { createCmsFeature } from './features/cms/feature.ts'
import { createContentPlanFeature } from './features/content-plan/feature.ts'
import { createDataFeedsFeature } from './features/data-feeds/feature.ts'
import { createDomainsFeature } from './features/domains/feature.ts'
import { createEventsOutFeature } from './features/events-out/feature.ts'
import { createGoogleExportFeature } from './features/google-export/feature.ts'
import { createHomeFeature } from './features/home/feature.ts'
import { createHumanizerFeature } from './features/humanizer/feature.ts'
import { createImagesFeature } from './features/images/feature.ts'
import { createIndexNowFeature } from './features/index-now/feature.ts'
import { createKeywordsFeature } from './features/keywords/feature.ts'
import { createLinkPreviewsFeature } from './features/link-previews/feature.ts'
import { createListenersFeature } from './features/listeners/feature.ts'
import { createMcpFeature } from './features/mcp/feature.ts'
import { createNotificationsFeature } from './features/notifications/feature.ts'
import { createPaymentsFeature } from './features/payments/feature.ts'
import { createPlansFeature } from './features/plans/feature.ts'
import { createPortabilityFeature } from './features/portability/feature.ts'
import { createPublishingFeature } from './features/publishing/feature.ts'
import { createRanksFeature } from './features/ranks/feature.ts'
import { createReportsFeature } from './features/reports/feature.ts'
import { createResearchFeature } from './features/research/feature.ts'
import { createReviewFeature } from './features/review/feature.ts'
import { createSharingFeature } from './features/sharing/feature.ts'
import { createSitesFeature } from './features/sites/feature.ts'
import { createOwnPages } from './features/sites/own/own-pages.ts'
import { createStatusFeature } from './features/status/feature.ts'
import type { Maintenance } from './features/status/maintenance.ts'
import type { OutcomeCounter } from './features/status/outcome-counter.ts'
import { createTeamsFeature } from './features/teams/feature.ts'
import { createUserDocumentsFeature } from './features/user-documents/feature.ts'
import { createWorkspacesFeature } from './features/workspaces/feature.ts'
import type { Core } from './platform/core.ts'
import type { Feature } from './platform/feature.ts'
import { createPdfPrinter } from './platform/pages/print-pdf.ts'
import type { Vendors } from './vendors.ts'

/** The only list of features. A feature gets what was created before it; hooks carry what goes the other way. */
export function createFeatures(core: Core, shared: Shared) {
  const { vendors, outcomes, maintenance } = shared
  const { sources } = vendors
  const accounts = createAccountFeatures(core)
  const { auditing, audit, acting, planning, plans, workspaces, domains, teams, paying } = accounts
  const activity = acting.service
  const { hosts } = domains.service
  const { keywords, research, notifications, listeners, own, reporting } = createKeywordResearch(core, accounts, shared)
  const reports = reporting.service
  const imaging = createImagesFeature(core)
  const { images, renderer } = imaging.service
  const printer = createPdfPrinter({ chromiumPath: core.config.CHROMIUM_PATH })
  const content = createAiContentFeature(core, {
    ...{ plans, activity, audit, reports, images, workspaces, hosts, printer },
    notifications: notifications.service.notifications,
    reachable: vendors.models,
  })
  keywords.hooks.findEmbeddingModel.on((workspaceId) => content.service.models.findEmbeddings(workspaceId))
  const modelIsSetUp = vendors.models.installation() !== null
  const status = createStatusFeature(core, { audit, outcomes, maintenance, modelIsSetUp, sources })
  const tables = [reporting, keywords, research].flatMap(({ accountExport }) => accountExport)
  const cms = createCmsFeature(core, { ...content.service, ...content.hooks, images, hosts, workspaces })
  const publishing = createPublishingFeature(core, { activity, audit, content: content.service, cms, images })
  const planned = createContentPlanFeature(core, {
    ...{ activity, audit, keywords, reports, teams: teams.service, content, publishing, own },
  })
  const humanizing = createHumanizerFeature(core, { plans, ...content.service, workspaces })
  const bulkWriting = createBulkWritingFeature(core, {
    plans,
    audit,
    content: content.service,
    contentPlans: planned.service,
    humanizer: humanizing.service,
    notifications: notifications.service.notifications,
    knownModels: vendors.catalogue.current,
  })
  const review = createReviewFeature(core, {
    ...{ activity, audit, content, hosts, locatePlan: planned.service.locate },
    notifications: notifications.service.notifications,
  })
  const sites = createSitesFeature(core, {
    ...{ audit, publishing, contentPlans: planned.service, documents: content.service.documents },
    notifications: notifications.service.notifications,
    keywords,
  })
  const googleExport = createGoogleExportFeature(core, {
    ...{ audit, reports, exports: reporting.exports, documents: content.service.exports },
  })
  const ranks = createRanksFeature(core, { workspaces, sources, own, maintenance })
  const asking = { workspaces, engines: vendors.engines, maintenance, own, fetchPage: reporting.fetchPage }
  const answers = createAnswersFeature(core, asking)
  const sharing = createSharingFeature(core, {
    ...{ reports, hosts, audit, teams, printer },
    shown: {
      ...{ ranks: ranks.service, answers: answers.service, sites: sites.service },
      ...{ plans: planned.service, listeners: listeners.service },
    },
  })
  const features: Feature[] = [
    planning,
    paying,
    createApiKeysFeature(core, { audit }),
    auditing,
    acting,
    workspaces,
    teams,
    reporting,
    keywords,
    research,
    createPortabilityFeature(core, { audit, workspaces: workspaces.service, renderer, tables }),
    sharing,
    createLinkPreviewsFeature(core, { readers: cms.service.readers, sharing: sharing.service, images, renderer }),
    domains,
    content,
    cms,
    review,
    planned,
    humanizing,
    bulkWriting,
    sites,
    publishing,
    createEventsOutFeature(core, {
      ...{ audit, content, reporting, notifications, publishing },
      ...{ plans: planned, bulkWriting, ranks, answers, sites },
    }),
    createIndexNowFeature(core, { cms }),
    createDataFeedsFeature(core, {
      audit,
      reports,
      exports: reporting.exports,
      lists: keywords.service.lists,
      listeners: listeners.service,
      plans: planned.service,
      ranks: ranks.feed,
    }),
    googleExport,
    imaging,
    notifications,
    listeners,
    ranks,
    answers,
    createHomeFeature(core, {
      ...{ reports, listeners: listeners.service, keywords: keywords.service },
      ...{ ranks: ranks.service, answers: answers.service, batches: bulkWriting.service },
      siteWork: sites.service.work,
      feedback: review.service.feedback,
    }),
    createAnalyticsFeature(core),
    createUserDocumentsFeature(core),
    createMcpFeature(core, {
      plans,
      endpoints: () => features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint)),
    }),
    status,
  ]
  const auth = createAuthFeature(core, {
    plans,
    audit,
    workspaces,
    teams,
    payments: paying.service,
    fetch: vendors.fetch,
    endConnections: googleExport.service.endOfUser,
    accountExport: features.flatMap(({ accountExport = [] }) => accountExport),
  })
  features.unshift(auth)
  const admin = createAdminFeature(core, {
    plans,
    audit,
    paying,
    emails: features.flatMap(({ emails = [] }) => emails),
    catalogue: vendors.catalogue,
    ...vendors.checked,
  })
  features.push(admin)

  return {
    features,
    hosts,
    auth: auth.service,
    admin: admin.service,
    domains: domains.service,
    plans,
    audit,
    status: status.service,
  }
}

/** Who works here, in which workspaces, and what their plans include. */
function createAccountFeatures(core: Core) {
  const auditing = createAuditFeature(core)
  const audit = auditing.service
  const acting = createActivityFeature(core)
  const planning = createPlansFeature(core)
  const plans = planning.service
  const workspaces = createWorkspacesFeature(core, { plans, audit })
  const domains = createDomainsFeature(core, { plans, audit, workspaces })
  const teams = createTeamsFeature(core, { plans, audit, workspaces })
  const paying = createPaymentsFeature({ ...core, plans, audit })
  return { auditing, audit, acting, planning, plans, workspaces, domains, teams, paying }
}

type Accounts = ReturnType<typeof createAccountFeatures>

/** What finds keywords: imports, lookups, listeners and reports. */
function createKeywordResearch(core: Core, accounts: Accounts, { vendors: { sources }, maintenance }: Shared) {
  const { planning, plans, workspaces, teams } = accounts
  const keywords = createKeywordsFeature(core)
  const research = createResearchFeature(core, { plans, keywords: keywords.service, sources, workspaces })
  const notifications = createNotificationsFeature(core, { teams })
  const listeners = createListenersFeature(core, {
    ...{ plans: planning, workspaces, teams, notifications, sources, maintenance },
    research: research.service,
  })
  const own = createOwnPages(core)
  const reporting = createReportsFeature(core, {
    own,
    plans,
    keywords: keywords.service,
    workspaces,
    sources,
    countNew: (...input) => listeners.service.sumNew(...input),
  })
  return { keywords, research, notifications, listeners, own, reporting }
}

type Shared = { vendors: Vendors; outcomes: OutcomeCounter; maintenance: Maintenance }
