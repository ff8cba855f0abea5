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
