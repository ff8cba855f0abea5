import type { EmbeddingPrice } from './port.ts'

/**
 * Facts about models for embeddings, each with its source and the day it was read. A model that isn't here has no price, never a
 * price of 0.
 */
export type KnownEmbeddings = {
  provider: 'openai' | 'google' | 'ollama'
  id: string
  /** US dollars for a million tokens of input; null when it couldn't be verified. */
  usdPerMillionTokens: number | null
  /** Length that is asked for, where the model can shorten its vectors. */
  dimensions: number | null
  /** What the model was trained to read before a text that is to be grouped. */
  prefix: string
  source: string
  asOf: string
}

/** The start of the vectors holds nearly all of the meaning, and the rest costs memory. */
const shortened = 768

export const knownEmbeddings: KnownEmbeddings[] = [
  ...(
    [
      ['text-embedding-3-small', 0.02],
      ['text-embedding-3-large', 0.13],
    ] as const
  ).map(
    ([id, usdPerMillionTokens]): KnownEmbeddings => ({
      provider: 'openai',
      id,
      usdPerMillionTokens,
      dimensions: shortened,
      prefix: '',
      source:
        'developers.openai.com/api/docs/models/text-embedding-3-large, as stored; the day of reading is that of the entry',
      asOf: '2026-11-28',
    }),
  ),
  {
    provider: 'google',
    id: 'gemini-embedding-001',
    usdPerMillionTokens: 0.15,
    dimensions: shortened,
    prefix: '',
    source: 'tokenmix.ai and embeddingcost.com, which agree. Google’s own page could not be checked',
    asOf: '2026-04-25',
  },
  {
    provider: 'google',
    id: 'gemini-embedding-2-preview',
    usdPerMillionTokens: 0.2,
    dimensions: shortened,
    prefix: 'task: clustering | query: ',
    source: 'tokencost.app and embeddingcost.com, which agree. Google’s own page could not be checked',
    asOf: '2026-04-25',
  },
  {
    provider: 'google',
    id: 'gemini-embedding-2',
    usdPerMillionTokens: null,
    dimensions: shortened,
    prefix: 'task: clustering | query: ',
    source: 'ai.google.dev/gemini-api/docs/embeddings, as stored. Only its preview’s price was found',
    asOf: '2026-11-28',
  },
  ...(
    [
      ['nomic-embed-text', 'clustering: '],
      ['embeddinggemma', 'task: clustering | query: '],
    ] as const
  ).map(
    ([id, prefix]): KnownEmbeddings => ({
      provider: 'ollama',
      id,
      usdPerMillionTokens: null,
      dimensions: null,
      prefix,
      source: 'The model’s own page at huggingface.co. It runs on your own server, so no vendor has a price',
      asOf: '2026-11-28',
    }),
  ),
]

/** Ids as people write them: "models/gemini-…", "nomic-embed-text:latest". */
export function findKnownEmbeddings(provider: string, id: string): KnownEmbeddings | null {
  const name = id
    .trim()
    .replace(/^models\//, '')
    .replace(/:[^:]*$/, '')
  return knownEmbeddings.find((known) => known.provider === provider && known.id === name) ?? null
}

export function findEmbeddingPrice(provider: string, id: string): EmbeddingPrice | null {
  const known = findKnownEmbeddings(provider, id)
  if (known?.usdPerMillionTokens == null) return null
  return { usdPerMillionTokens: known.usdPerMillionTokens, asOf: known.asOf, source: known.source }
}

/** What is used when no other model is named. Null: the vendor has none, or its server may run any. */
export const usualEmbeddings: Record<string, string | null> = {
  openai: 'text-embedding-3-small',
  google: 'gemini-embedding-001',
  ollama: 'nomic-embed-text',
  anthropic: null,
  'openai-compatible': null,
}
