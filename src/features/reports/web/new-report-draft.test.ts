import { expect, test } from 'vitest'
import { draftFrom, inputOf, linesOf, problemOf, unitsOf } from './new-report-draft.ts'

const place = { country: 'DE', language: 'de' }
const draft = (fields: Record<string, string | string[]>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  return draftFrom(form, place)
}

test('lines are trimmed, told apart whatever their case, and empty ones dropped', () => {
  expect(linesOf(' cold  brew \n\nCold brew\r\nespresso')).toEqual(['cold brew', 'espresso'])
})

test('one query goes alone, several go as a list of reports', () => {
  expect(inputOf(draft({ query: ' cold brew ' }), 'w')).toMatchObject({
    type: 'topic',
    query: 'cold brew',
    country: 'DE',
  })
  expect(inputOf(draft({ queries: 'cold brew' }), 'w')).toMatchObject({ query: 'cold brew' })
  expect(inputOf(draft({ queries: 'cold brew\nespresso' }), 'w')).toMatchObject({ queries: ['cold brew', 'espresso'] })
})

test('a list is one report whatever its length, and asks nobody unless told', () => {
  const list = draft({ type: 'clusters', queries: 'cold brew', depth: '4' })
  expect(inputOf(list, 'w')).toEqual({
    workspace_id: 'w',
    type: 'clusters',
    queries: ['cold brew'],
    country: 'DE',
    language: 'de',
    depth: 1,
    fresh: false,
  })
  expect(unitsOf(list, null)).toEqual({ tool: 'clusters', units: 1 })
})

test('a file is a list of keywords, counted as the file says', () => {
  const file = draft({ import_id: '0197-x' })
  expect(file).toMatchObject({ type: 'clusters', from: 'file' })
  expect(unitsOf(file, 420)).toEqual({ tool: 'clusters', units: 420 })
})

test('what is missing is named with its field', () => {
  expect(problemOf(draft({}), false)?.field).toBe('query')
  expect(problemOf(draft({ query: 'x' }))?.field).toBe('sources')
  expect(problemOf(draft({ query: 'x', sources: ['wikipedia', 'made-up'] }))).toBeNull()
  expect(
    problemOf(draft({ queries: Array.from({ length: 1001 }, (_, at) => `q ${at}`).join('\n') }))?.message,
  ).toContain('1,001')
})
