import { expect, test } from 'vitest'
import { suggestedModels } from '../src/features/ai-content/suggested-models.ts'
import { knownModels, modelLife } from '../src/providers/language-model/known-models.ts'

/** The day of the newest facts: the test must not fail because time goes on. */
const day = new Date(
  knownModels
    .map(({ asOf }) => asOf)
    .sort()
    .at(-1)!,
)

test.each(['openai', 'anthropic', 'google'] as const)('the example for %s is a model one can use', (provider) => {
  expect(modelLife(provider, suggestedModels[provider], day, null)).toMatchObject({ state: 'current' })
})
