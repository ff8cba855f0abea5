import type { ModelProvider } from '../../contract-models.ts'

export const providerLabels: Record<ModelProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google Gemini',
  'openai-compatible': 'OpenAI-compatible server',
  ollama: 'Ollama',
}
