import type { Config } from './config.ts'
import { createModelCatalogue } from './features/admin/model-catalogue.ts'
import { createAnswerCacheStore } from './features/reports/pipeline/answer-cache.ts'
import { createVendorPacing } from './features/reports/pipeline/vendor-pacing.ts'
import { patternSource } from './features/reports/rules/questions/pattern-source.ts'
import { withModelMetrics } from './features/status/model-metrics.ts'
import type { OutcomeCounter } from './features/status/outcome-counter.ts'
import { sourceOutcome } from './features/status/rules/health-status.ts'
import type { Core } from './platform/core.ts'
import { hostAndPort } from './platform/outbound/host-and-port.ts'
import { createAnswerEngines } from './providers/answer-engines/catalogue.ts'
import { createLanguageModels, modelAddresses, modelSettings } from './providers/language-model/catalogue.ts'
import { knownModels, modelLife } from './providers/language-model/known-models.ts'
import type { ModelFacts } from './providers/language-model/port.ts'
import { createMemoryCache, layeredCache } from './providers/search-data/answer-cache.ts'
import { createSearchSources, searchSettings, searchVariables } from './providers/search-data/catalogue.ts'
import { sampleSource } from './providers/search-data/sample.ts'

/** Search sources and language models that several features share, with the outcome of each request counted. */
export type Vendors = ReturnType<typeof createVendors>

export function createVendors(core: Core, outcomes: OutcomeCounter) {
  const { config, db, log, metrics, outbound, userAgent, createOutboundTo } = core
  // The operator's vendor addresses are trusted with requests to that vendor, private or not; pages and webhooks aren't.
  const searchOutbound = createOutboundTo(vendorHosts(config))
  const chosenModels = modelSettings(config)
  const modelOutbound = createOutboundTo(modelAddresses(chosenModels).map(hostAndPort))
  const catalogue = createModelCatalogue(core, knownModels)
  const languageModels = createLanguageModels({
    settings: chosenModels,
    // Made with the first request.
    get platformDispatcher() {
      return modelOutbound.dispatcher
    },
    // Workspace members enter this URL, so it goes through the SSRF guard.
    get workspaceDispatcher() {
      return outbound.dispatcher
    },
    userAgent,
    log,
    knownModels: catalogue.current,
  })
  const ownModel = languageModels.platformModel()
  const platformModel = ownModel && withModelMetrics(ownModel, (good) => outcomes.count('model', good))
  // The embedded database serves this process only.
  const pacing = config.DATABASE_URL ? createVendorPacing(db, log) : undefined
  const sources = createSearchSources({
    settings: searchSettings(config),
    fetch: searchOutbound.fetch,
    cache: layeredCache(createMemoryCache(), createAnswerCacheStore(db)),
    log,
    pacing,
    onAsk(source, outcome) {
      metrics.sourceAsks.inc({ source, outcome })
      if (outcome !== 'cancelled')
        outcomes.count(sourceOutcome(sources.get(source)?.parentId ?? source), outcome === 'ok')
    },
  })
  sources.set('patterns', patternSource)
  sources.set('sample', sampleSource)
  return {
    sources,
    /** Assistants whose answers are watched. */
    engines: createAnswerEngines({
      settings: config,
      fetch: searchOutbound.fetch,
      log,
      pacing,
      sources,
      knownModels: catalogue.current,
    }),
    /** `installation`: null without a model of its own. */
    models: {
      installation: () => platformModel,
      ofWorkspace: languageModels.workspaceModel,
      installationEmbeddings: languageModels.platformEmbeddings,
      embeddingsOfWorkspace: languageModels.workspaceEmbeddings,
    },
    /** What the health page checks. */
    checked: {
      models: languageModels.platformParts,
      modelLife: (provider: string, id: string, day: Date, facts: ModelFacts | null) =>
        modelLife(provider, id, day, facts, catalogue.current()),
      sources: sources.values(),
    },
    catalogue,
    fetch: searchOutbound.fetch,
    async close() {
      catalogue.close()
      await searchOutbound.close()
      await modelOutbound.close()
    },
  }
}

/** host:port of every vendor address that was set. */
const vendorHosts = (config: Config) =>
  Object.entries(config).flatMap(([name, value]) =>
    name.endsWith('_URL') &&
    (name in searchVariables || name === 'GOOGLE_IDENTITY_URL' || name.endsWith('_ANSWERS_URL')) &&
    typeof value === 'string' &&
    !value.includes('{')
      ? [hostAndPort(value)]
      : [],
  )
