import { LRUCache } from 'lru-cache'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type EmbeddingModel, type LanguageModel, ModelError } from '#providers/language-model/port.ts'
import type { ModelChoice, ModelProvider } from '../contract.ts'
import { modelReasons } from '../rules/generation/model-errors.ts'
import {
  deleteWorkspaceModel,
  findWorkspaceModel,
  findWorkspacePrice,
  upsertWorkspaceModel,
  type WorkspaceModelRow,
} from '../store/workspace-model-store.ts'

/** Chooses the model: the workspace's own, else the installation's, else the built-in writer. */

export type ModelSettings = {
  provider: ModelProvider
  model: string
  /** Null: the vendor's usual one. */
  embeddingModel: string | null
  baseUrl: string | null
  apiKey: string | null
}

/** The models this server can reach. */
export type ReachableModels = {
  installation(): LanguageModel | null
  /** Users set its URL, so requests go through the SSRF guard. */
  ofWorkspace(settings: ModelSettings): LanguageModel
  installationEmbeddings(): EmbeddingModel | null
  embeddingsOfWorkspace(settings: ModelSettings): EmbeddingModel | null
}

export type Models = ReturnType<typeof createModels>

type Input = {
  workspace_id: string
  provider: ModelProvider
  model: string
  embedding_model?: string
  base_url?: string
  api_key?: string
}

const sealPurpose = 'workspace-model'
const testMs = 20_000
/** Local servers such as Ollama don't need a key. */
const keyless = new Set<ModelProvider>(['ollama', 'openai-compatible'])

export function createModels({
  db,
  secrets,
  reachable,
}: {
  db: Database
  secrets: Secrets
  reachable: ReachableModels
}) {
  /** Cached per setting, because decrypting the key takes time and a client remembers what its server rejects. */
  const modelsByWorkspace = new LRUCache<string, { of: string; model: LanguageModel }>({ max: 1000 })

  return {
    /** Null: no model is set, or "builtin" was requested. @throws AppError invalid_input; see `at` */
    async choose(workspaceId: string, requested: string | null): Promise<LanguageModel | null> {
      return (await this.createChooser(workspaceId))(requested)
    },

    /**
     * Returns a function that chooses a model, for callers that get the requested model later.
     * @throws AppError invalid_input from that function: only workspaces with their own key can name another model
     */
    async createChooser(workspaceId: string): Promise<(requested: string | null) => LanguageModel | null> {
      const own = (await findWorkspaceModel(db, workspaceId)) ?? null
      return (requested) => this.pick(workspaceId, own, requested)
    },

    /**
     * The same with what shares its rate limit: all requests to one model with one key. `price`: what the workspace set
     * for its own model.
     */
    async chooseWithKey(workspaceId: string, requested: string | null) {
      const own = (await findWorkspaceModel(db, workspaceId)) ?? null
      const model = this.pick(workspaceId, own, requested)
      const key = model ? `${own ? workspaceId : 'server'} ${model.provider} ${model.model}` : 'builtin'
      return { model, key, isOwn: own !== null, price: own ? await findWorkspacePrice(db, workspaceId) : null }
    },

    /**
     * Chooses a model for callers that already know the workspace's own one, or that it has none. @throws AppError
     * invalid_input; see `at`
     */
    pick(workspaceId: string, own: WorkspaceModelRow | null, requested: string | null): LanguageModel | null {
      if (requested === 'builtin') return null
      if (own) return ownModel(workspaceId, { ...own, model: requested || own.model })
      const installation = reachable.installation()
      if (requested && requested !== installation?.model)
        throw new AppError(
          'invalid_input',
          `model must be "builtin"${installation ? ` or "${installation.model}"` : ''} unless the workspace has its own API key.`,
          { field: 'model', reason: 'model_not_offered' },
        )
      return installation
    },

    /** The model for embeddings: of the workspace's own vendor, else of the installation's. Null when that vendor has none. */
    async findEmbeddings(workspaceId: string): Promise<EmbeddingModel | null> {
      const own = await findWorkspaceModel(db, workspaceId)
      return own ? reachable.embeddingsOfWorkspace(getSettings(workspaceId, own)) : reachable.installationEmbeddings()
    },

    async find(workspaceId: string) {
      const installation = reachable.installation()
      const own = await findWorkspaceModel(db, workspaceId)
      return {
        installation: installation && { provider: installation.provider, model: installation.model },
        workspace: own ? present(own) : null,
      }
    },

    async save(userId: string, input: Input): Promise<ModelChoice> {
      const { workspace_id: workspaceId, api_key: apiKey } = input
      const settings = await complete(input)
      await upsertWorkspaceModel(db, workspaceId, userId, {
        provider: settings.provider,
        model: settings.model,
        embedding_model: settings.embeddingModel,
        base_url: settings.baseUrl,
        sealed_key: settings.apiKey ? secrets.seal(sealPurpose, settings.apiKey, workspaceId) : null,
        key_hint: (apiKey ?? settings.apiKey)?.slice(-4) ?? null,
      })
      return present((await findWorkspaceModel(db, workspaceId))!)
    },

    /** Returns the vendor's error instead of throwing it. */
    async test(input: Input, signal: AbortSignal) {
      const model = reachable.ofWorkspace(await complete(input))
      const started = performance.now()
      try {
        const found = await model.check(AbortSignal.any([signal, AbortSignal.timeout(testMs)]))
        return { ok: true, ms: elapsed(started), message: `${found.model} responds.`, reason: null }
      } catch (error) {
        if (!(error instanceof ModelError || error instanceof AppError)) throw error
        const reason = error instanceof ModelError ? modelReasons[error.code] : (error.options.reason ?? null)
        return { ok: false, ms: elapsed(started), message: error.message, reason }
      }
    },

    remove: (workspaceId: string) => deleteWorkspaceModel(db, workspaceId),
  }

  function ownModel(workspaceId: string, row: WorkspaceModelRow): LanguageModel {
    const of = JSON.stringify(row)
    const known = modelsByWorkspace.get(workspaceId)
    if (known?.of === of) return known.model
    const model = reachable.ofWorkspace(getSettings(workspaceId, row))
    modelsByWorkspace.set(workspaceId, { of, model })
    return model
  }

  /** An omitted key means the stored one, as long as it's sent to the same server. */
  async function complete(input: Input): Promise<ModelSettings> {
    const stored = await findWorkspaceModel(db, input.workspace_id)
    const baseUrl = input.base_url ?? null
    const sameServer = stored?.provider === input.provider && stored.base_url === baseUrl
    const apiKey = input.api_key ?? (stored && sameServer ? getSettings(input.workspace_id, stored).apiKey : null)
    if (!apiKey && !keyless.has(input.provider))
      throw new AppError('invalid_input', 'api_key is missing. This provider needs one.', {
        field: 'api_key',
        reason: 'missing',
      })
    if (input.provider === 'openai-compatible' && !baseUrl)
      throw new AppError('invalid_input', 'base_url is missing. Enter the server’s URL.', {
        field: 'base_url',
        reason: 'missing',
      })
    const embeddingModel = input.embedding_model?.trim() || null
    return { provider: input.provider, model: input.model, embeddingModel, baseUrl, apiKey }
  }

  function getSettings(workspaceId: string, row: WorkspaceModelRow): ModelSettings {
    return {
      provider: row.provider,
      model: row.model,
      embeddingModel: row.embedding_model,
      baseUrl: row.base_url,
      apiKey: row.sealed_key ? secrets.open(sealPurpose, row.sealed_key, workspaceId) : null,
    }
  }
}

const present = (row: WorkspaceModelRow): ModelChoice => ({
  provider: row.provider,
  model: row.model,
  embedding_model: row.embedding_model,
  base_url: row.base_url,
  key_hint: row.key_hint,
})

const elapsed = (started: number) => Math.round(performance.now() - started)
