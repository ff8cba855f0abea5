import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { putPaymentsTogether } from './app-payments.ts'
import type { Config } from './config.ts'
import { healthChecks } from './features/admin/health-checks.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { createAdmin } from './features/admin/service.ts'
import { exportDocuments } from './features/ai-content/account-export.ts'
import { createVoices } from './features/ai-content/brand-voices.ts'
import { createChecks } from './features/ai-content/check-document.ts'
import { createPassages } from './features/ai-content/edit-passage.ts'
import { createDocumentExports } from './features/ai-content/export.ts'
import { createWriting } from './features/ai-content/generate-document.ts'
import { documentJobs, scoreEverySeconds, scoreJob } from './features/ai-content/jobs.ts'
import { aiContentRoutes } from './features/ai-content/routes.ts'
import { createDocuments } from './features/ai-content/service.ts'
import { thinVersions } from './features/ai-content/store.ts'
import { createModels } from './features/ai-content/workspace-model.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { createAnalytics } from './features/analytics/service.ts'
import { apiWords } from './features/api-keys/api-descriptions.ts'
import { exportKeys } from './features/api-keys/export.ts'
import { apiFields } from './features/api-keys/field-descriptions.ts'
import { apiKeysRoutes, openApiRoutes } from './features/api-keys/routes.ts'
import { createApiKeys } from './features/api-keys/service.ts'
import { exportAudit } from './features/audit/export.ts'
import { createAudit } from './features/audit/service.ts'
import { createAccountExport } from './features/auth/account-export.ts'
import { createAccount } from './features/auth/account-settings.ts'
import { createEmailChange } from './features/auth/email-change.ts'
import { createEmailProof } from './features/auth/email-proof.ts'
import { createPasswordless } from './features/auth/email-sign-in.ts'
import { createGoogleSignIn } from './features/auth/google.ts'
import { authRoutes } from './features/auth/routes.ts'
import { createAuth } from './features/auth/service.ts'
import { createTwoFactor } from './features/auth/two-factor.ts'
import { exportPosts } from './features/cms/export.ts'
import { cmsJobs } from './features/cms/jobs.ts'
import { createReaders } from './features/cms/read-posts.ts'
import { cmsRoutes } from './features/cms/routes.ts'
import { createPosts } from './features/cms/service.ts'
import { thinPostVersions } from './features/cms/store.ts'
import { createMappedHosts, domainsChanged, domainsTopic } from './features/domains/custom-domain-hosts.ts'
import { exportDomains } from './features/domains/export.ts'
import { domainJobs } from './features/domains/jobs.ts'
import { domainsRoutes } from './features/domains/routes.ts'
import { createDomains } from './features/domains/service.ts'
import { exportHumanizerRuns } from './features/humanizer/export.ts'
import { humanizerRoutes } from './features/humanizer/routes.ts'
import { createHumanizer } from './features/humanizer/service.ts'
import { exportImages } from './features/images/export.ts'
import { createImageRenderer } from './features/images/image-renderer.ts'
import { imagesRoutes } from './features/images/routes.ts'
import { createImages } from './features/images/service.ts'
import { exportImports } from './features/keywords/export.ts'
import { exportLists } from './features/keywords/list-export.ts'
import { createLists } from './features/keywords/lists.ts'
import { importsRoutes, listsRoutes } from './features/keywords/routes.ts'
import { createKeywords } from './features/keywords/service.ts'
import { exportListeners } from './features/listeners/export.ts'
import { createListenerQuota } from './features/listeners/listener-quota.ts'
import { listenersRoutes } from './features/listeners/routes.ts'
import { startScheduler } from './features/listeners/scheduler.ts'
import { createListeners } from './features/listeners/service.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { createAssistants } from './features/mcp/service.ts'
import { createDigests } from './features/notifications/digests.ts'
import { startNotificationWorker } from './features/notifications/notification-worker.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { createNotifications } from './features/notifications/service.ts'
import { createDeliveries } from './features/notifications/webhook-deliveries.ts'
import { exportPlan } from './features/plans/export.ts'
import { plansRoutes } from './features/plans/routes.ts'
import { createPlans } from './features/plans/service.ts'
import { exportTransfers } from './features/portability/export.ts'
import { portabilityJobs } from './features/portability/jobs.ts'
import { portabilityRoutes } from './features/portability/routes.ts'
import { createPortability } from './features/portability/service.ts'
import { exportReports } from './features/reports/account-export.ts'
import { createAnswerCacheStore } from './features/reports/answer-cache-store.ts'
import { createDemoReports } from './features/reports/demo-report.ts'
import { createReportExports } from './features/reports/export.ts'
import { reportJobs, stageJob } from './features/reports/jobs.ts'
import { createPageFetcher } from './features/reports/page-fetch.ts'
import { createRobotsReader } from './features/reports/page-reader.ts'
import { patternSource } from './features/reports/pattern-source.ts'
import { createPipeline } from './features/reports/pipeline.ts'
import { reportsRoutes } from './features/reports/routes.ts'
import { createReports } from './features/reports/service.ts'
import { exportResearch } from './features/research/export.ts'
import { researchRoutes } from './features/research/routes.ts'
import { createResearch } from './features/research/service.ts'
import { exportShares } from './features/sharing/export.ts'
import { sharingRoutes } from './features/sharing/routes.ts'
import { createSharing } from './features/sharing/service.ts'
import { sourceOutcome } from './features/status/health-status.ts'
import { createMaintenance } from './features/status/maintenance.ts'
import { maintenanceMiddleware } from './features/status/maintenance-middleware.ts'
import { withModelMetrics } from './features/status/model-metrics.ts'
import { createOutcomeCounter } from './features/status/outcome-counter.ts'
import { statusRoutes } from './features/status/routes.ts'
import { createChecks as createStatusChecks } from './features/status/run-checks.ts'
import { compactSamples, startHeartbeat, startSampling } from './features/status/sample-status.ts'
import { createStatus } from './features/status/service.ts'
import { createOwnership } from './features/teams/ownership.ts'
import { teamsRoutes } from './features/teams/routes.ts'
import { createTeams } from './features/teams/service.ts'
import { exportUserDocuments } from './features/user-documents/export.ts'
import { userDocumentJobs } from './features/user-documents/jobs.ts'
import { userDocumentsRoutes } from './features/user-documents/routes.ts'
import { createUserDocuments } from './features/user-documents/service.ts'
import { exportWorkspaces } from './features/workspaces/export.ts'
import { workspacesRoutes } from './features/workspaces/routes.ts'
import { createWorkspaces } from './features/workspaces/service.ts'
import { createLater } from './platform/background-tasks.ts'
import { botUserAgent } from './platform/bot-user-agent.ts'
import { isLoopbackAddress, isPublicAddress } from './platform/client-address.ts'
import { chooseStorage, hostAndPort } from './platform/create-storage.ts'
import { createCsrfCheck } from './platform/csrf.ts'
import type { DatabaseHandle, Db } from './platform/database.ts'
import { hostGuard } from './platform/host-check.ts'
import { createHttp, type Route, tokenCookie } from './platform/http.ts'
import { createIdempotency } from './platform/idempotency.ts'
import type { Log } from './platform/log.ts'
import { createMailer, type Mailer } from './platform/mail.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Signals } from './platform/notify-signals.ts'
import { openApiDocument } from './platform/openapi.ts'
import { createOutbound } from './platform/outbound-fetch.ts'
import type { Queue } from './platform/queue.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { createReadiness } from './platform/readiness.ts'
import { hashToken, type Secrets } from './platform/secrets.ts'
import { createStreams } from './platform/server-sent-events.ts'
import { createThreads } from './platform/worker-threads.ts'
import { createDnsLookup } from './providers/dns/node-resolver.ts'
import { createFirestoreMirror, readFirestoreCredentials } from './providers/document-mirror/firestore.ts'
import { createLanguageModels, modelAddresses, modelSettings } from './providers/language-model/catalogue.ts'
import { modelLife } from './providers/language-model/known-models.ts'
import { createMemoryCache, layeredCache } from './providers/search-data/answer-cache.ts'
import { createSearchSources, searchSettings, searchVariables } from './providers/search-data/catalogue.ts'
import { isSampleTopic, samplePage, sampleSource } from './providers/search-data/sample.ts'

/** The composition root: the only list of slices. Everything a slice needs is handed to it here. */

export type Platform = {
  config: Config
  database: DatabaseHandle
  queue: Queue
  signals: Signals
  secrets: Secrets
  metrics: Metrics
  log: Log
  /** Where people reach this installation. */
  publicUrl: string
  version: string
  /** Check our own answers against the contract. */
  checkOutputs: boolean
}

export type App = ReturnType<typeof createApp>

/** host:port of every vendor address that was set. */
const vendorHosts = (config: Config) =>
  Object.entries(config).flatMap(([name, value]) =>
    name.endsWith('_URL') &&
    (name in searchVariables || name === 'GOOGLE_IDENTITY_URL') &&
    typeof value === 'string' &&
    !value.includes('{')
      ? [hostAndPort(value)]
      : [],
  )

/** Wraps the mailer and reports each email as sent or failed. */
function watchMailer(mailer: Mailer, report: (good: boolean) => void): Mailer {
  return {
    verify: () => mailer.verify(),
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        report(false)
        throw error
      }
      report(true)
    },
  }
}

const demoRate = { most: 30, windowSeconds: 3600 }

export function createApp(platform: Platform) {
  const { config, database, queue, signals, secrets, metrics, log, publicUrl } = platform
  const { db } = database
  const threads = createThreads()
  const userAgent = botUserAgent({ version: platform.version, publicUrl, contact: config.BOT_CONTACT })
  const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW, userAgent })
  // Where the operator points a vendor is trusted with that vendor's questions, private or not; pages and webhooks are not.
  const vendorOutbound = createOutbound({ allow: [...config.OUTBOUND_ALLOW, ...vendorHosts(config)], userAgent })
  const chosenModels = modelSettings(config)
  const modelOutbound = createOutbound({
    allow: [...config.OUTBOUND_ALLOW, ...modelAddresses(chosenModels).map(hostAndPort)],
    userAgent,
  })
  const languageModels = createLanguageModels({
    settings: chosenModels,
    platformDispatcher: modelOutbound.dispatcher,
    // Workspace members enter this URL, so it goes through the SSRF guard.
    workspaceDispatcher: outbound.dispatcher,
    userAgent,
    log,
  })
  const ownModel = languageModels.platformModel()
  const platformModel = ownModel && withModelMetrics(ownModel, (good) => outcomes.count('model', good))
  const store = chooseStorage(config, userAgent)
  const { storage } = store
  const outcomes = createOutcomeCounter(db)
  const maintenance = createMaintenance({ db, signals, log })
  const mailer = watchMailer(
    createMailer({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
      outboxDir: path.join(config.DATA_DIR, 'outbox'),
    }),
    (good) => outcomes.count('mail', good),
  )
  const streams = createStreams(metrics)
  const rates = createRateLimiter({ db, isExempt: isLoopbackAddress })

  const sources = createSearchSources({
    settings: searchSettings(config),
    fetch: vendorOutbound.fetch,
    cache: layeredCache(createMemoryCache(), createAnswerCacheStore(db)),
    log,
    onAsk: (source, outcome) => {
      metrics.sourceAsks.inc({ source, outcome })
      if (outcome !== 'cancelled')
        outcomes.count(sourceOutcome(sources.get(source)?.parentId ?? source), outcome === 'ok')
    },
  })
  sources.set('patterns', patternSource)
  sources.set('sample', sampleSource)
  // A real site deserves a rest between two pages; our own doubles and intranets need none.
  const pages = createPageFetcher({
    fetch: outbound.fetch,
    readRobots: createRobotsReader(threads),
    perHostSpacingMs: config.OUTBOUND_ALLOW.length > 0 ? 0 : 500,
  })
  const fetchPage: typeof pages.fetchPage = async (url, options) => {
    const html = samplePage(url)
    return html === null
      ? pages.fetchPage(url, options)
      : { ok: true, url, status: 200, contentType: 'text/html; charset=utf-8', bytes: new TextEncoder().encode(html) }
  }

  const later = createLater(log)
  const audit = createAudit({ db })
  const plans = createPlans({
    db,
    rates,
    defaultPlan: config.DEFAULT_PLAN,
    onPlanRecalculated: (tx, userId) => listenerQuota.enforce(tx, userId),
  })
  const endWork = async (tx: Db, workspaceId: string) => {
    const ended = [
      await reports.endAll(tx, workspaceId),
      await writing.endAll(tx, workspaceId),
      await humanizer.endAll(tx, workspaceId),
      await research.endAll(tx, workspaceId),
    ]
    await listeners.endAll(tx, workspaceId)
    return () => {
      for (const finish of ended) finish()
      // Its blog and its domain are gone with it: no process goes on showing what it has cached of them.
      signals.publish('blogs', 'changed')
      signals.publish(domainsTopic, domainsChanged)
    }
  }
  const hosts = createMappedHosts({ db, plans, signals })
  const hostNames = [publicUrl, config.API_URL, config.EVENTS_HOST].flatMap((url) =>
    url ? [new URL(url).hostname] : [],
  )
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
    ownHosts: hostNames,
  })
  const workspaces = createWorkspaces({
    db,
    plans,
    audit,
    listMembers: (id) => teams.list(id),
    listVoices: (id) => voices.list(id),
    findDomain: (id) => domains.head(id),
    endWork,
  })
  const teams = createTeams({
    db,
    plans,
    workspaces,
    audit,
    mailer,
    rates,
    log,
    publicUrl,
    forgetAddress: async (tx, workspaceId, email) => {
      await listeners.forgetAddress(tx, workspaceId, email)
      await digests.forgetAddress(tx, workspaceId, email)
    },
    proveEmail: async (tx, actor, address) =>
      (await proof.prove(tx, { userId: actor.userId, actor, method: 'invitation', address })).afterCommit,
  })
  const ownership = createOwnership({
    db,
    plans,
    workspaces,
    audit,
    mailer,
    later,
    publicUrl,
    countListeners: (tx, workspaceId) => listeners.countActive(tx, workspaceId),
  })
  const twoFactor = createTwoFactor({ db, secrets, rates, audit, mailer, later, publicUrl })
  const { payments, ...paying } = putPaymentsTogether({
    config,
    db,
    plans,
    audit,
    mailer,
    queue,
    rates,
    secrets,
    metrics,
    log,
    publicUrl,
    userAgent,
  })
  const { claim } = payments
  const proof = createEmailProof({ audit, mailer, later, publicUrl, claim })
  const mailing = { db, audit, mailer, rates, later, twoFactor, proof, publicUrl }
  const emailChange = createEmailChange({ ...mailing, claim })
  const account = createAccount({
    ...mailing,
    emailChange,
    acceptInvite: teams.acceptInvite,
    endWork,
    endSubscriptions: payments.leave,
  })
  const passwordless = createPasswordless(mailing)
  const auth = createAuth({
    db,
    hotRead: database.hotRead,
    plans,
    workspaces,
    rates,
    twoFactor,
    mailVerification: account.mailVerification,
    defaultPlan: config.DEFAULT_PLAN,
    identitySecret: config.MESSENGER_SECRET ?? secrets.sign('identity', 'user_hash'),
  })
  const google = createGoogleSignIn({
    db,
    auth,
    audit,
    twoFactor,
    rates,
    fetch: vendorOutbound.fetch,
    clientId: config.GOOGLE_CLIENT_ID,
    keysUrl: `${config.GOOGLE_IDENTITY_URL ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
    proof,
  })
  const keywords = createKeywords({ db, threads })
  const lists = createLists({ db, threads })
  const research = createResearch({ db, plans, keywords, sources, threads, log })
  const enqueue: Parameters<typeof createReports>[0]['enqueue'] = (tx, stage, report) =>
    queue.send(tx, stageJob(stage), { workspace_id: report.workspaceId, report_id: report.id })
  const getRunDetails = (runIds: string[]) => listeners.getRunDetails(runIds)
  const digests = createDigests({ db, mailer, secrets, log, publicUrl, getRunDetails })
  const deliveries = createDeliveries({ db, fetch: outbound.fetch, log, getRunDetails })
  const notifications = createNotifications({ db, digests, deliveries })
  const listenerQuota = createListenerQuota({ db, plans, notifyPaused: notifications.notifyPaused })
  const listeners = createListeners({
    db,
    plans,
    sources,
    secrets,
    rates,
    signals,
    deliveries,
    updateNotificationCounts: notifications.updateCounts,
    checkUrl: outbound.checkUrl,
    publicUrl,
  })
  const reports = createReports({
    db,
    hotRead: database.hotRead,
    plans,
    keywords,
    sources,
    signals,
    enqueue,
    countNew: listeners.sumNew,
  })
  const exports = createReportExports({ reports, threads })
  const demo = createDemoReports({
    sources,
    isSampleTopic,
    fetchPage,
    threads,
    countOrRefuse: (address) => rates.countAddress('demo', address, demoRate),
  })
  const sharing = createSharing({ db, reports, secrets, rates, publicUrl, face: hosts.face })
  const pipeline = createPipeline({ db, sources, keywords, plans, threads, signals, log, fetchPage, enqueue })

  const checks = healthChecks({
    db,
    dataDir: config.DATA_DIR,
    storage,
    mailer,
    models: languageModels.platformParts,
    modelLife,
    sources: sources.values(),
    paying,
  })
  const admin = createAdmin({ db, plans, audit, queue, checks })
  const statusChecks = createStatusChecks({
    db,
    storage,
    maintenance,
    outcomes,
    mailIsSetUp: config.SMTP_URL !== undefined,
    modelIsSetUp: platformModel !== null,
    sources: [...sources.values()].filter(({ parentId }) => !parentId),
    log,
  })
  const status = createStatus({ db, audit, checks: statusChecks, maintenance, version: platform.version })

  const models = createModels({
    db,
    secrets,
    reachable: { installation: () => platformModel, ofWorkspace: languageModels.workspaceModel },
  })
  const enqueueScore = (tx: Db, document: { workspaceId: string; id: string }) =>
    queue.send(
      tx,
      scoreJob,
      { workspace_id: document.workspaceId, document_id: document.id },
      { singletonKey: document.id, singletonSeconds: scoreEverySeconds },
    )
  const pictures = createImageRenderer()
  const images = createImages({ db, storage, pictures, publicUrl, log })
  const writing = createWriting({
    db,
    hotWrite: database.hotWrite,
    gate: auth.gate,
    plans,
    reports,
    models,
    signals,
    threads,
    log,
    enqueueScore,
  })
  const voices = createVoices({ db })
  const content = {
    documents: createDocuments({ db, reports, signals, enqueueScore, endWriting: writing.endAll }),
    writing,
    passages: createPassages({ db, plans, reports, models, log }),
    checks: createChecks({ db, reports, threads }),
    exports: createDocumentExports({ db, threads, publicUrl, findPictures: images.forWord }),
    voices,
    models,
    reports,
  }
  const humanizer = createHumanizer({ db, plans, models, documents: content.documents, voices, log })

  const posts = createPosts({ db, queue, signals, secrets, publicUrl, getBranding: hosts.face })
  const readers = createReaders({
    db,
    threads,
    signals,
    secrets,
    rates,
    publicUrl,
    getBranding: hosts.face,
    pictures: images.widthsIn,
  })

  const analytics = createAnalytics({
    db,
    given: { publicKey: config.EVENTS_PUBLIC_KEY, workspaceId: config.EVENTS_WORKSPACE_ID },
    host: config.EVENTS_HOST ?? publicUrl,
    ownPagesHost: config.EVENTS_HOST ?? null,
    log,
    metrics,
  })

  const assistants = createAssistants({
    plans,
    // Asked as anybody would, without the network between: the same checks, the same answers.
    ask: async (path, init) => http.request(path, init, {} as never),
    fields: apiFields,
    version: platform.version,
    log,
  })

  const firestoreKey = config.FIRESTORE_CREDENTIALS && readFirestoreCredentials(config.FIRESTORE_CREDENTIALS)
  const mirrorOutbound = createOutbound({
    allow: [
      ...config.OUTBOUND_ALLOW,
      ...(config.FIRESTORE_URL ? [hostAndPort(config.FIRESTORE_URL)] : []),
      ...(firestoreKey ? [hostAndPort(firestoreKey.token_uri)] : []),
    ],
    userAgent,
  })
  const userDocuments = createUserDocuments({
    db,
    queue,
    mirror:
      firestoreKey && config.FIRESTORE_PROJECT_ID
        ? createFirestoreMirror({
            projectId: config.FIRESTORE_PROJECT_ID,
            credentials: firestoreKey,
            url: config.FIRESTORE_URL,
            fetch: mirrorOutbound.fetch,
          })
        : null,
    log,
  })

  const tableParts = [exportReports(db, { reports, exports }), exportImports(db), exportLists(db), exportResearch(db)]
  const portability = createPortability({
    db,
    pool: database.pool,
    storage,
    queue,
    audit,
    rates,
    workspaces,
    pictures,
    parts: tableParts,
    // As the slice of the listeners seals its own.
    sealSecret: (id) => secrets.seal('listener-webhook', `whsec_${randomBytes(24).toString('base64url')}`, id),
    checkUrl: outbound.checkUrl,
    publicUrl,
    version: platform.version,
    workFolder: path.join(config.DATA_DIR, 'transfers'),
    maxBytes: config.ARCHIVE_MAX_MB * 1_000_000,
  })

  // Each feature that stores personal data adds a part; a missing part is missing from the export.
  const accountExport = createAccountExport({
    db,
    audit,
    rates,
    log,
    publicUrl,
    parts: [
      exportPlan(db),
      paying.exportPart,
      exportKeys(db),
      exportAudit(db),
      exportWorkspaces(db, teams.list),
      ...tableParts,
      exportTransfers(db),
      exportShares(db),
      exportDomains(db, publicUrl),
      exportDocuments(db),
      exportPosts(db),
      exportHumanizerRuns(db),
      exportImages(db, storage),
      exportListeners(db),
      exportUserDocuments(db),
    ],
  })

  const routes: Route[] = [
    ...authRoutes({ auth, account, emailChange, passwordless, twoFactor, google, accountExport }),
    ...workspacesRoutes(workspaces),
    ...portabilityRoutes(portability),
    ...teamsRoutes(teams, ownership),
    ...apiKeysRoutes(createApiKeys({ db, audit })),
    ...plansRoutes(plans),
    ...paying.routes,
    ...adminRoutes(admin),
    ...analyticsRoutes(analytics),
    ...userDocumentsRoutes(userDocuments),
    ...importsRoutes(keywords),
    ...listsRoutes(lists),
    ...researchRoutes(research),
    ...reportsRoutes({ reports, exports, demo }),
    ...listenersRoutes(listeners),
    ...notificationsRoutes({ notifications, digests }),
    ...sharingRoutes({ sharing, reports }),
    ...aiContentRoutes(content),
    ...humanizerRoutes(humanizer),
    ...cmsRoutes({ posts, readers, documents: content.documents, secure: publicUrl.startsWith('https:') }),
    ...imagesRoutes(images),
    ...domainsRoutes(domains),
    ...mcpRoutes(assistants),
    ...statusRoutes({
      readiness: createReadiness({ database, dataDir: config.DATA_DIR }),
      metrics,
      version: platform.version,
      status,
      metricsToken: {
        token: config.METRICS_TOKEN,
        required: config.METRICS_TOKEN !== undefined || isPublicAddress(config.PUBLIC_URL),
      },
    }),
    ...openApiRoutes(
      (): Record<string, unknown> => openApiDocument(routes, { publicUrl, version: platform.version, words: apiWords }),
    ),
  ]
  const idempotency = createIdempotency(db, secrets)
  const door = maintenanceMiddleware({
    maintenance,
    identify: (token) => auth.gate.identify(hashToken(token)),
    cookieName: tokenCookie,
  })
  const guard = hostGuard({
    publicUrl: config.PUBLIC_URL,
    apiUrl: config.API_URL,
    eventsHost: config.EVENTS_HOST,
    trustedProxies: config.TRUSTED_PROXIES,
    mapped: hosts,
  })
  const csrf = createCsrfCheck({ publicUrl: config.PUBLIC_URL, trustedProxies: config.TRUSTED_PROXIES })
  const http = createHttp(routes, {
    door,
    gate: auth.gate,
    log,
    metrics,
    streams,
    idempotency,
    trustedProxies: config.TRUSTED_PROXIES,
    csrf,
    checkOutputs: platform.checkOutputs,
    guard,
  })

  return {
    checks,
    http,
    guard,
    csrf,
    /** For pages served without the API beside them. */
    door,
    routes,
    auth,
    plans,
    teams,
    domains,
    streams,
    idempotency,
    audit,
    storage,
    mailer,
    jobs: [
      ...reportJobs(() => pipeline),
      ...documentJobs(() => content.checks),
      ...cmsJobs(() => posts),
      ...userDocumentJobs(() => userDocuments),
      ...domainJobs(() => domains),
      ...portabilityJobs(() => portability),
      ...paying.jobs,
    ],
    /** What slices take away when it has had its time. */
    sweeps: [
      () => analytics.sweep(),
      () => thinVersions(db),
      () => thinPostVersions(db),
      () => compactSamples(db),
      reports.sweep,
      humanizer.deleteOld,
      research.sweep,
      lists.sweep,
      notifications.sweep,
      listenerQuota.sweep,
      listeners.sweep,
      images.sweep,
      userDocuments.sweep,
      payments.sweep,
      domains.sweep,
      portability.sweep,
    ],
    /** Writes down how things are; every process does. */
    observe: () => startSampling({ db, checks: statusChecks, outcomes, log }),
    /** Looks after work whose process died. `alone`: this is the only process on its database. */
    async watch(how: { alone: boolean }) {
      const stops = [await writing.watch(how), await humanizer.watch(how), await research.watch(how)]
      const isPaused = async () => (await maintenance.current()) !== null
      const { admit } = listenerQuota
      const { notify } = notifications
      const scheduler = await startScheduler(
        { db, sources, signals, log, notify, updateNotificationCounts: notifications.updateCounts, admit, isPaused },
        how,
      )
      const notificationWorker = await startNotificationWorker({ digests, deliveries, log }, how)
      const endBeats = await startHeartbeat(db, log)
      const unwatchEvents = analytics.watch()
      return async () => {
        unwatchEvents()
        for (const stop of stops) stop()
        await Promise.all([scheduler.stop(), notificationWorker.stop(), endBeats()])
      }
    },
    /** Ends what the slices hold open. */
    async close() {
      await assistants.close()
      await writing.drain()
      await humanizer.settle()
      await research.settle()
      readers.close()
      hosts.close()
      maintenance.close()
      await analytics.close()
      await later.settle()
      await threads.stop()
      await pictures.stop()
      await store.close()
      await paying.close()
      await outbound.close()
      await vendorOutbound.close()
      await modelOutbound.close()
      await mirrorOutbound.close()
    },
  }
}
