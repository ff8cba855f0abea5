import { expect, test } from 'vitest'
import { suggestedEmbeddings, suggestedModels } from '../src/features/ai-content/rules/suggested-models.ts'
import { usualEmbeddings } from '../src/providers/language-model/known-embeddings.ts'
import { knownModels, modelLife } from '../src/providers/language-model/known-models.ts'

/** The date of the newest facts, so that the test doesn't fail as time passes. */
const day = new Date(
  knownModels
    .map(({ asOf }) => asOf)
    .sort()
    .at(-1)!,
)

test.each(['openai', 'anthropic', 'google'] as const)('the example for %s is an available model', (provider) => {
  expect(modelLife(provider, suggestedModels[provider], day, null)).toMatchObject({ state: 'current' })
})

test('the form names the models for embeddings that are used', () => {
  expect(suggestedEmbeddings).toEqual(usualEmbeddings)
})
