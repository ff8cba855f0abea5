import type { ModelProvider } from '../contract.ts'

/**
 * A current model of each provider, as a placeholder in the form. A test checks vendors' models against the known ones.
 */
export const suggestedModels: Record<ModelProvider, string> = {
  openai: 'gpt-6.1-sol',
  anthropic: 'claude-sonnet-5-5',
  google: 'gemini-3.8-flash',
  'openai-compatible': 'llama-4',
  ollama: 'llama4',
}

/** The model for embeddings that is used unless another is named; null where none is, or the provider has none. */
export const suggestedEmbeddings: Record<ModelProvider, string | null> = {
  openai: 'text-embedding-3-small',
  anthropic: null,
  google: 'gemini-embedding-001',
  'openai-compatible': null,
  ollama: 'nomic-embed-text',
}
