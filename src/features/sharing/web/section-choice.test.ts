import { expect, test } from 'vitest'
import { sectionNames } from '#features/reports/contract.ts'
import { toSavedSections } from './section-choice.tsx'

test('sections that are empty now stay chosen', () => {
  const chosen = new Set(sectionNames)
  chosen.delete('overview')
  expect(toSavedSections(chosen, ['overview', 'keywords', 'clusters'])).toEqual(
    sectionNames.filter((name) => name !== 'overview'),
  )
})

test('nothing is chosen if nothing that can be seen is', () => {
  const chosen = new Set(sectionNames)
  for (const name of ['overview', 'keywords'] as const) chosen.delete(name)
  expect(toSavedSections(chosen, ['overview', 'keywords'])).toEqual([])
})
