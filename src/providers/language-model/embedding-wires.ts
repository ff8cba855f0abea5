import { type Fields, getFields, toList, toTokenCount, type WireRequest } from './wire-format.ts'

/** How vendors are asked for embeddings. */

export type EmbeddingRequest = {
  model: string
  texts: readonly string[]
  key: string | null
  dimensions: number | null
}

export type EmbeddingWire = {
  /** Path prefix of the calls, used when the base URL has no path. */
  basePath: string
  /** Ends of an address people paste along, or that belong to the vendor's other calls; cut off. */
  pastedPath: RegExp
  /** Maximum texts per request. */
  maxTexts: number
  request(request: EmbeddingRequest): WireRequest
  /** Vectors in the order of the texts, not checked yet. */
  read(body: Fields): { vectors: unknown[]; tokens: number | null }
}

/** Source: https://developers.openai.com/api/reference/resources/embeddings. At most 2,048 texts and 300,000 tokens. */
export const openAiEmbeddings: EmbeddingWire = {
  basePath: '/v1',
  pastedPath: /\/(?:embeddings|chat\/completions|responses)$/,
  maxTexts: 256,
  request: ({ model, texts, key, dimensions }) => ({
    path: '/embeddings',
    headers: { authorization: key === null ? undefined : `Bearer ${key}` },
    body: { model, input: texts, encoding_format: 'float', ...(dimensions === null ? {} : { dimensions }) },
  }),
  read(body) {
    const entries = toList(body.data).map(getFields)
    // Each says where it belongs; some servers leave that out.
    const vectors: unknown[] = []
    entries.forEach(({ index, embedding }, at) => {
      vectors[typeof index === 'number' && index >= 0 && index < entries.length ? index : at] = embedding
    })
    return { vectors, tokens: toTokenCount(getFields(body.usage).prompt_tokens) }
  },
}

/** Source: https://docs.ollama.com/api/embed */
export const ollamaEmbeddings: EmbeddingWire = {
  basePath: '',
  // Its other calls are those of OpenAI, below /v1.
  pastedPath: /(?:\/v1)?(?:\/api)?(?:\/embed|\/chat\/completions)?$/,
  // A server without a graphics card takes seconds for more.
  maxTexts: 64,
  request: ({ model, texts, key }) => ({
    path: '/api/embed',
    headers: { authorization: key === null ? undefined : `Bearer ${key}` },
    body: { model, input: texts, truncate: true },
  }),
  read: (body) => ({ vectors: toList(body.embeddings), tokens: toTokenCount(body.prompt_eval_count) }),
}

/** Source: https://ai.google.dev/api/embeddings. At most 100 texts. */
export const googleEmbeddings: EmbeddingWire = {
  basePath: '/v1beta',
  pastedPath: /\/models(\/.*)?$/,
  maxTexts: 100,
  request({ model, texts, key, dimensions }) {
    const name = model.replace(/^models\//, '')
    // Later models read the task in the text instead.
    const takesTask = /^gemini-embedding-0/.test(name)
    return {
      path: `/models/${encodeURIComponent(name)}:batchEmbedContents`,
      headers: { 'x-goog-api-key': key ?? undefined },
      body: {
        requests: texts.map((text) => ({
          model: `models/${name}`,
          content: { parts: [{ text }] },
          ...(takesTask ? { taskType: 'CLUSTERING' } : {}),
          ...(dimensions === null ? {} : { outputDimensionality: dimensions }),
        })),
      },
    }
  },
  read: (body) => ({
    vectors: toList(body.embeddings).map((embedding) => getFields(embedding).values),
    tokens: toTokenCount(getFields(body.usageMetadata).promptTokenCount),
  }),
}
