import { expect, test } from 'vitest'
import { getErrorText } from '#web/error-texts.ts'
import { reportErrorTexts } from './error-texts.ts'
import { draftFrom, getProblem, getUnits, toInput, toLines } from './new-report-draft.ts'

const place = { country: 'DE', language: 'de' }
const draft = (fields: Record<string, string | string[]>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  return draftFrom(form, place)
}

test('lines are trimmed, told apart whatever their case, and empty ones dropped', () => {
  expect(toLines(' cold  brew \n\nCold brew\r\nespresso')).toEqual(['cold brew', 'espresso'])
})

test('one query goes alone, several go as a list of reports', () => {
  expect(toInput(draft({ query: ' cold brew ' }), 'w')).toMatchObject({
    type: 'topic',
    query: 'cold brew',
    country: 'DE',
  })
  expect(toInput(draft({ queries: 'cold brew' }), 'w')).toMatchObject({ query: 'cold brew' })
  expect(toInput(draft({ queries: 'cold brew\nespresso' }), 'w')).toMatchObject({ queries: ['cold brew', 'espresso'] })
})

test('a list is one report whatever its length, and asks nobody unless told', () => {
  const list = draft({ type: 'clusters', queries: 'cold brew', depth: '4' })
  expect(toInput(list, 'w')).toEqual({
    workspace_id: 'w',
    type: 'clusters',
    queries: ['cold brew'],
    country: 'DE',
    language: 'de',
    depth: 1,
    fresh: false,
  })
  expect(getUnits(list, null)).toEqual({ tool: 'clusters', units: 1 })
})

test('a file is a list of keywords, counted as the file says', () => {
  const file = draft({ import_id: '0197-x' })
  expect(file).toMatchObject({ type: 'clusters', from: 'file' })
  expect(getUnits(file, 420)).toEqual({ tool: 'clusters', units: 420 })
})

test('a spending limit goes along as the contract takes it; empty is none, 0 is one', () => {
  const limit = (max_cost_usd: string) => draft({ query: 'tea', sources: 'serper', max_cost_usd })
  expect(toInput(limit(''), 'w')).not.toHaveProperty('max_cost_usd')
  expect(toInput(limit('0'), 'w')).toHaveProperty('max_cost_usd', 0)
  expect(toInput(limit(' $0.25 '), 'w')).toHaveProperty('max_cost_usd', 0.25)
  for (const wrong of ['-1', 'a lot', '100001', '0,5'])
    expect(getProblem(limit(wrong)), wrong).toMatchObject({ field: 'max_cost_usd' })
  for (const right of ['', '0', '100000']) expect(getProblem(limit(right)), right).toBeNull()
})

test('a list may name volumes beside sources with result pages', () => {
  const list = draft({ type: 'clusters', queries: 'tea', sources: ['dataforseo_volumes', 'serper'] })
  expect(toInput(list, 'w')).toMatchObject({ sources: expect.arrayContaining(['dataforseo_volumes', 'serper']) })
})

test('what is missing is named with its field', () => {
  expect(getProblem(draft({}), false)?.field).toBe('query')
  expect(getProblem(draft({ query: 'x' }))?.field).toBe('sources')
  expect(getProblem(draft({ query: 'x', sources: ['wikipedia', 'made-up'] }))).toBeNull()
  const tooMany = draft({ queries: Array.from({ length: 1001 }, (_, at) => `q ${at}`).join('\n') })
  expect(getErrorText(getProblem(tooMany)!, reportErrorTexts)).toBe(
    'You can run up to 1,000 reports together. This list has 1,001 queries.',
  )
  expect(getErrorText(getProblem(draft({ type: 'clusters' }))!, reportErrorTexts)).toBe('Enter keywords, one per line.')
})
