import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Log } from '#platform/log.ts'
import type { KnownModel } from '#providers/language-model/port.ts'
import type { CatalogueModel, ModelProvider } from './contract-models.ts'
import { findEditedModels, type ModelRow } from './store/model-catalogue-store.ts'

export type ModelCatalogue = ReturnType<typeof createModelCatalogue>

const topic = 'models'
const refreshEveryMs = 10_000

/**
 * What is known of language models: shipped data and, before it, what staff changed. Cached in this process: read at the start, again
 * when any process signals a change, and every ten seconds of use, in case a signal was lost. If the database doesn't respond, the last
 * value stays.
 */
export function createModelCatalogue(
  { db, signals, log }: { db: Database; signals: Signals; log: Log },
  shipped: readonly KnownModel[],
) {
  const shippedByKey = new Map(shipped.map((known) => [getKey(known.provider, known.id), known]))
  let models = shipped
  let readAt = Number.NEGATIVE_INFINITY
  let latest = 0

  async function refresh() {
    readAt = performance.now()
    const turn = ++latest
    try {
      const edited = await findEditedModels(db)
      // A read that began earlier may end later, with an older state.
      if (turn === latest) models = mergeModels(shippedByKey, edited)
    } catch (err) {
      log.warn({ err }, 'Changes of language models could not be read')
    }
  }
  void refresh()
  const unsubscribe = signals.subscribe(topic, 'changed', () => void refresh())

  return {
    /** Shipped data until the first read. */
    current(): readonly KnownModel[] {
      if (performance.now() - readAt > refreshEveryMs) void refresh()
      return models
    },
    /** Call after committing a change: refreshes this process and signals the others. */
    async changed() {
      signals.publish(topic, 'changed')
      await refresh()
    },
    /** Shipped models in their order with what staff changed, then models that staff added. Hidden ones too. */
    async list(): Promise<CatalogueModel[]> {
      const edited = new Map((await findEditedModels(db)).map((row) => [getKey(row.provider, row.model), row]))
      const added = [...edited.keys()].filter((key) => !shippedByKey.has(key)).sort()
      return [...shippedByKey.keys(), ...added].map((key) => presentModel(shippedByKey.get(key), edited.get(key))!)
    },
    /** A model as it is with these changes. Null if it's neither shipped nor added. */
    present: ({ provider, model }: { provider: ModelProvider; model: string }, row: ModelRow | undefined) =>
      presentModel(shippedByKey.get(getKey(provider, model)), row),
    close: unsubscribe,
  }
}

const getKey = (provider: string, model: string) => `${provider} ${model}`

function mergeModels(shipped: Map<string, KnownModel>, edited: ModelRow[]): KnownModel[] {
  const byKey = new Map(shipped)
  for (const row of edited) {
    const key = getKey(row.provider, row.model)
    if (row.hidden) byKey.delete(key)
    else byKey.set(key, toKnownModel(row, byKey.get(key)))
  }
  return [...byKey.values()]
}

/** Shutdown dates stay the shipped ones: staff change figures. */
const toKnownModel = (row: ModelRow, shipped: KnownModel | undefined): KnownModel => ({
  provider: row.provider,
  id: row.model,
  contextTokens: row.context_tokens,
  outputTokens: row.output_tokens,
  price: toPrice(row),
  shutdown: shipped?.shutdown ?? null,
  source: row.source,
  asOf: row.as_of,
})

const toPrice = ({ input_usd, output_usd, cached_usd, price_until }: ModelRow) =>
  input_usd === null || output_usd === null
    ? null
    : { input: input_usd, output: output_usd, cached: cached_usd, until: price_until }

function presentModel(shipped: KnownModel | undefined, row: ModelRow | undefined): CatalogueModel | null {
  if (!shipped && !row) return null
  const { provider, id, contextTokens, outputTokens, price, shutdown, source, asOf } = row
    ? toKnownModel(row, shipped)
    : shipped!
  return {
    provider,
    model: id,
    context_tokens: contextTokens,
    output_tokens: outputTokens,
    price: price && { ...price, cached: price.cached ?? null },
    as_of: asOf,
    source,
    hidden: row?.hidden ?? false,
    shutdown_on: shutdown?.on ?? null,
    shipped: shipped !== undefined,
    edited_at: row?.edited_at.toISOString() ?? null,
    edited_by: row?.edited_by ?? null,
    edited_by_email: row?.edited_by_email ?? null,
  }
}
