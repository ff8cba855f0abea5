import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { EmbeddingModel } from '#providers/language-model/port.ts'
import { toVector } from './rules/clustering/meaning-vectors.ts'
import type { Meanings } from './rules/clustering/nearest-meanings.ts'
import { deleteOldEmbeddings, findEmbeddingKeys, findEmbeddings, upsertEmbeddings } from './store/embedding-store.ts'

/** What keywords mean to a workspace's model. Each keyword is asked about once per model, and its price is known before. */

export type KeywordMeanings = ReturnType<typeof createMeanings>

export type MeaningEstimate = {
  /** Keywords the model must be asked about. */
  open: number
  /** US dollars at most, to a millionth; null when the model's price isn't known, unless nothing is to be asked. */
  usd: number | null
}

export type MeaningSpending = {
  /** US dollars; null without a limit. */
  limitUsd: number | null
  /** Records money before a request and what it cost less afterwards. */
  record(usd: number): Promise<void>
}

export type ReadMeanings = Meanings & { indexByText: Map<string, number>; requested: number; usd: number | null }

/** Thrown before anything is asked: the price isn't known, or more than the limit. */
export class OverMeaningLimit extends Error {
  readonly usd: number | null
  constructor(usd: number | null) {
    super('The embeddings may cost more than the limit.')
    this.usd = usd
  }
}

/** Requests at once. A model on a server of your own works on one. */
const lanes = (provider: string) => (provider === 'ollama' ? 1 : 4)
/** Errors that say that nothing was worked on, so nothing was charged. */
const unchargedCodes = new Set(['unauthorized', 'no_credit', 'unavailable', 'rate_limited', 'invalid_request'])

export function createMeanings({
  db,
  findModel,
}: {
  db: Database
  findModel(workspaceId: string): Promise<EmbeddingModel | null>
}) {
  return {
    cleanUp: () => deleteOldEmbeddings(db),

    /** The workspace's model for embeddings; null when none is connected. */
    findModel,

    /** What reading these keywords' meanings costs. */
    async estimate(workspaceId: string, model: EmbeddingModel, texts: readonly string[]): Promise<MeaningEstimate> {
      const keyed = toKeyedTexts(model, texts)
      const known = await findEmbeddingKeys(
        db,
        workspaceId,
        keyed.map(({ key }) => key),
      )
      const open = keyed.filter(({ hex }) => !known.has(hex)).map(({ text }) => text)
      return { open: open.length, usd: getPrice(model, open) }
    },

    /**
     * Reads the meanings of keywords, from the model where they aren't stored. What was paid for is stored at once, so that trying
     * again after an error goes on from there.
     * @throws OverMeaningLimit before anything is asked; ModelError
     */
    async read(
      workspaceId: string,
      model: EmbeddingModel,
      texts: readonly string[],
      { limitUsd, record }: MeaningSpending,
      signal: AbortSignal,
    ): Promise<ReadMeanings> {
      const keyed = toKeyedTexts(model, texts)
      const vectors = await findEmbeddings(
        db,
        workspaceId,
        keyed.map(({ key }) => key),
      )
      const open = keyed.filter(({ hex }) => !vectors.has(hex))
      const price = getPrice(
        model,
        open.map(({ text }) => text),
      )
      if (limitUsd !== null && (price === null || price > limitUsd)) throw new OverMeaningLimit(price)
      const stop = new AbortController()
      const queue = chunk(open, model.maxTexts)
      let usd: number | null = 0
      let failure: unknown = null
      const work = async () => {
        for (let part = queue.shift(); part && !stop.signal.aborted; part = queue.shift()) {
          const cost = await ask(workspaceId, model, part, vectors, record, AbortSignal.any([signal, stop.signal]))
          usd = usd === null || cost === null ? null : usd + cost
        }
      }
      // All end before this does, so that what each has cost is recorded.
      await Promise.all(
        Array.from({ length: lanes(model.provider) }, () =>
          work().catch((error: unknown) => {
            failure ??= error
            stop.abort()
          }),
        ),
      )
      if (failure) throw failure
      return { ...join(keyed, vectors), requested: open.length, usd: usd === null ? null : toMillionths(usd) }
    },
  }

  /** Asks the model about some keywords and stores what it answers. @returns US dollars; null when the price isn't known */
  async function ask(
    workspaceId: string,
    model: EmbeddingModel,
    part: readonly KeyedText[],
    vectors: Map<string, Buffer>,
    record: MeaningSpending['record'],
    signal: AbortSignal,
  ): Promise<number | null> {
    const texts = part.map(({ text }) => text)
    const maxUsd = getPrice(model, texts)
    if (maxUsd !== null) await record(maxUsd)
    const answer = await model.embed(texts, signal).catch(async (error: { code?: string }) => {
      if (maxUsd !== null && unchargedCodes.has(error.code ?? '')) await record(-maxUsd)
      throw error
    })
    const price = model.getPrice(new Date())
    const usd =
      price && answer.tokens !== null ? toMillionths((answer.tokens * price.usdPerMillionTokens) / 1e6) : maxUsd
    if (maxUsd !== null && usd !== null && usd !== maxUsd) await record(usd - maxUsd)
    const entries = part.map(({ key, hex }, at) => {
      const numbers = answer.vectors.subarray(at * answer.dimensions, (at + 1) * answer.dimensions)
      const vector = Buffer.from(toVector(numbers).buffer)
      vectors.set(hex, vector)
      return { key, vector }
    })
    await upsertEmbeddings(db, workspaceId, entries)
    return usd
  }
}

type KeyedText = { text: string; key: Buffer; hex: string; spellings: string[] }

/** Each text once: case and spaces don't change what a keyword means. */
function toKeyedTexts({ space }: EmbeddingModel, texts: readonly string[]): KeyedText[] {
  const byText = Map.groupBy(new Set(texts), (text) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase())
  return [...byText].map(([text, spellings]) => {
    const key = createHash('sha256').update(`${space}\n${text}`).digest()
    return { text, key, hex: key.toString('hex'), spellings }
  })
}

const toMillionths = (usd: number) => Math.ceil(usd * 1e6 - 1e-6) / 1e6

/** The most that asking about these texts costs; 0 for none, whatever the model. */
function getPrice(model: EmbeddingModel, texts: readonly string[]): number | null {
  if (texts.length === 0) return 0
  const price = model.getPrice(new Date())
  return price && toMillionths((model.countTokens(texts) * price.usdPerMillionTokens) / 1e6)
}

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** Puts vectors into one array. Those of another length are of a model that has changed since, and say nothing here. */
function join(
  keyed: readonly KeyedText[],
  vectors: ReadonlyMap<string, Buffer>,
): Omit<ReadMeanings, 'requested' | 'usd'> {
  const counts = new Map<number, number>()
  for (const { length } of vectors.values()) counts.set(length, (counts.get(length) ?? 0) + 1)
  const dimensions = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1
  const joined = new Int8Array(keyed.length * dimensions)
  const indexByText = new Map<string, number>()
  keyed.forEach(({ hex, spellings }, index) => {
    const vector = vectors.get(hex)
    if (vector?.length !== dimensions) return
    joined.set(new Int8Array(vector.buffer, vector.byteOffset, dimensions), index * dimensions)
    for (const spelling of spellings) indexByText.set(spelling, index)
  })
  return { dimensions, vectors: joined, indexByText }
}
