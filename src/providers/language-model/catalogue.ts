import type { Dispatcher } from 'undici'
import { anthropicWire } from './anthropic.ts'
import { createEmbeddingClient, type EmbeddingLimits } from './embedding-client.ts'
import { type EmbeddingWire, googleEmbeddings, ollamaEmbeddings, openAiEmbeddings } from './embedding-wires.ts'
import { withFallback } from './fallback.ts'
import { googleWire } from './google.ts'
import { usualEmbeddings } from './known-embeddings.ts'
import { createModelClient, type ModelLimits, type ModelLog } from './model-client.ts'
import type { Voice } from './model-fault.ts'
import { openAiWire } from './openai.ts'
import { openAiResponsesWire } from './openai-responses.ts'
import type { EmbeddingModel, KnownModel, LanguageModel } from './port.ts'
import type { Wire } from './wire-format.ts'

export type ModelVendor = 'openai' | 'anthropic' | 'google' | 'openai-compatible' | 'ollama'

type Vendor = {
  wire: Wire
  /** Null: the vendor has no embeddings. */
  embeddings: EmbeddingWire | null
  label: string | null
  address: string | null
  needsKey: boolean
}

const vendors: Record<ModelVendor, Vendor> = {
  openai: {
    wire: openAiResponsesWire,
    embeddings: openAiEmbeddings,
    label: 'OpenAI',
    address: 'https://api.openai.com',
    needsKey: true,
  },
  anthropic: {
    wire: anthropicWire,
    embeddings: null,
    label: 'Anthropic',
    address: 'https://api.anthropic.com',
    needsKey: true,
  },
  google: {
    wire: googleWire,
    embeddings: googleEmbeddings,
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com',
    needsKey: true,
  },
  'openai-compatible': {
    wire: openAiWire,
    embeddings: openAiEmbeddings,
    label: null,
    address: null,
    needsKey: false,
  },
  ollama: {
    wire: openAiWire,
    embeddings: ollamaEmbeddings,
    label: 'Ollama',
    address: 'http://127.0.0.1:11434',
    needsKey: false,
  },
}

/** One model as it is chosen. What is left out takes the vendor's own. */
export type ModelSetting = {
  provider: ModelVendor
  /** "https://api.groq.com/openai/v1"; the path may be left out where it is the usual one. */
  baseUrl?: string | null
  apiKey?: string | null
  model?: string | null
  /** The vendor's model for embeddings, where it isn't the usual one. */
  embeddingModel?: string | null
}

/** Both null when the built-in writer is to write. */
export type ModelSettings = { main: ModelSetting | null; fallback: ModelSetting | null }

export type LanguageModelsOptions = {
  settings: ModelSettings
  /** Reaches what the operator trusts: `modelAddresses(settings)` among it. */
  platformDispatcher: Dispatcher
  /** SSRF guard: reaches public hosts only, because workspace members enter the URL. */
  workspaceDispatcher: Dispatcher
  userAgent: string
  limits?: Partial<ModelLimits>
  embeddingLimits?: Partial<EmbeddingLimits>
  log?: ModelLog
  /** What is known of models at the moment. Default: shipped data. */
  knownModels?: () => readonly KnownModel[]
}

export type LanguageModels = {
  /** The model of this installation with its fallback; null when none is set and the built-in writer writes. */
  platformModel(): LanguageModel | null
  /**
   * A model that a workspace configured with its own key. Makes no call up front: a wrong setting fails on first
   * use.
   */
  workspaceModel(setting: ModelSetting): LanguageModel
  /** The embeddings of this installation's model, else of its fallback; null when neither vendor has any. */
  platformEmbeddings(): EmbeddingModel | null
  workspaceEmbeddings(setting: ModelSetting): EmbeddingModel | null
  /** Each model of this installation on its own, for health checks. */
  platformParts: { role: 'main' | 'fallback'; model: LanguageModel }[]
}

export function createLanguageModels(options: LanguageModelsOptions): LanguageModels {
  const { settings, userAgent, limits, log, knownModels } = options
  // Read with the first request, because they can be getters that load what makes connections.
  const ofPlatform = () => options.platformDispatcher
  const ofWorkspaces = () => options.workspaceDispatcher

  /** What a client of this vendor needs besides its wire format. */
  function getAccess(setting: ModelSetting, model: string, names: Voice['settings'], getDispatcher: () => Dispatcher) {
    const { label, address, needsKey } = vendors[setting.provider]
    const baseUrl = setting.baseUrl?.trim() || address
    const key = setting.apiKey?.trim() || null
    return {
      baseUrl,
      key,
      // A gateway in front of a vendor may hold the key itself.
      keyNeeded: needsKey && baseUrl === address,
      voice: {
        provider: setting.provider,
        model,
        label: label ?? `The model server${getHost(baseUrl)}`,
        settings: names,
        secrets: key ? [key] : [],
      },
      getDispatcher,
      userAgent,
      log,
    }
  }

  function create(setting: ModelSetting, names: Voice['settings'], getDispatcher: () => Dispatcher): LanguageModel {
    // Servers that run one model take any name for it.
    const model = setting.model?.trim() || (setting.provider === 'openai-compatible' ? 'default' : '')
    return createModelClient({
      ...getAccess(setting, model, names, getDispatcher),
      wire: vendors[setting.provider].wire,
      limits,
      knownModels,
    })
  }

  function createEmbeddings(setting: ModelSetting, names: Voice['settings'], getDispatcher: () => Dispatcher) {
    const wire = vendors[setting.provider].embeddings
    const model = setting.embeddingModel?.trim() || usualEmbeddings[setting.provider]
    if (!wire || !model) return null
    return createEmbeddingClient({
      ...getAccess(setting, model, names, getDispatcher),
      wire,
      limits: options.embeddingLimits,
    })
  }

  const main = settings.main && create(settings.main, getNames('LLM_'), ofPlatform)
  const fallback = settings.fallback && create(settings.fallback, getNames('LLM_FALLBACK_'), ofPlatform)
  const ownEmbeddings =
    (settings.main && createEmbeddings(settings.main, getNames('LLM_'), ofPlatform)) ??
    (settings.fallback && createEmbeddings(settings.fallback, getNames('LLM_FALLBACK_'), ofPlatform))
  const platform = main && fallback ? withFallback(main, fallback, { log }) : main

  return {
    platformModel: () => platform,
    workspaceModel: (setting) => create(setting, workspaceNames, ofWorkspaces),
    platformEmbeddings: () => ownEmbeddings,
    workspaceEmbeddings: (setting) => createEmbeddings(setting, workspaceNames, ofWorkspaces),
    platformParts: [
      ...(main ? [{ role: 'main' as const, model: main }] : []),
      ...(main && fallback ? [{ role: 'fallback' as const, model: fallback }] : []),
    ],
  }
}

const getNames = (prefix: string): Voice['settings'] => ({
  key: `${prefix}API_KEY`,
  address: `${prefix}BASE_URL`,
  model: `${prefix}MODEL`,
})

const workspaceNames: Voice['settings'] = {
  key: 'the API key in the workspace’s model settings',
  address: 'the address in the workspace’s model settings',
  model: 'the model in the workspace’s model settings',
}

function getHost(baseUrl: string | null) {
  const host = baseUrl === null ? null : URL.parse(baseUrl)?.host
  return host ? ` at ${host}` : ''
}

type Variables = Partial<
  Record<
    `LLM_${'' | 'FALLBACK_'}${'PROVIDER' | 'BASE_URL' | 'API_KEY' | 'MODEL'}` | 'LLM_EMBEDDING_MODEL',
    string | undefined
  >
>

/** The settings as the environment names them: `config` of `#config` fits. */
export function modelSettings(environment: Variables): ModelSettings {
  const read = (prefix: 'LLM_' | 'LLM_FALLBACK_'): ModelSetting | null => {
    const provider = environment[`${prefix}PROVIDER`]
    if (!provider || provider === 'builtin') return null
    return {
      provider: provider as ModelVendor,
      baseUrl: environment[`${prefix}BASE_URL`],
      apiKey: environment[`${prefix}API_KEY`],
      model: environment[`${prefix}MODEL`],
      ...(prefix === 'LLM_' ? { embeddingModel: environment.LLM_EMBEDDING_MODEL } : {}),
    }
  }
  return { main: read('LLM_'), fallback: read('LLM_FALLBACK_') }
}

/** Every address the operator's settings point to: trusted, although it may be private. */
export const modelAddresses = ({ main, fallback }: ModelSettings): string[] =>
  [main, fallback].flatMap((setting) => {
    const address = setting ? setting.baseUrl || vendors[setting.provider].address : null
    return address ? [address] : []
  })
