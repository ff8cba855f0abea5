import { expect, test } from 'vitest'
import { glossaryEntry, glossaryGroups } from './glossary.ts'
import { glossaryEntries } from './glossary-entries.ts'
import { glossaryAnchors } from './glossary-link.ts'

test.for(glossaryEntries.map((entry) => [entry.term, entry] as const))('“%s” is complete', ([, entry]) => {
  expect(() => glossaryEntry.parse(entry)).not.toThrow()
})

test('anchors and terms are unique, and every group has entries', () => {
  const ids = glossaryEntries.map(({ id }) => id)
  const terms = glossaryEntries.flatMap(({ term, short }) => [term, ...(short ? [short] : [])])
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(terms.map((term) => term.toLowerCase())).size).toBe(terms.length)
  expect(new Set(glossaryEntries.map(({ group }) => group))).toEqual(new Set(glossaryGroups))
})

test('every anchor that screens link to exists', () => {
  const ids = new Set(glossaryEntries.map(({ id }) => id))
  expect(Object.values(glossaryAnchors).filter((anchor) => !ids.has(anchor))).toEqual([])
})
