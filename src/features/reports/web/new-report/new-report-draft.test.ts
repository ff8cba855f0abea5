import { expect, test } from 'vitest'
import { getErrorText } from '#web/calls/error-texts.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { draftFrom, getProblem, getUnits, toInput, toLines } from './new-report-draft.ts'

const locale = { country: 'DE', language: 'de' }
const draft = (fields: Record<string, string | string[]>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  return draftFrom(form, locale)
}

test('lines are trimmed, without duplicates and empty ones', () => {
  expect(toLines(' cold  brew \n\nCold brew\r\nespresso')).toEqual(['cold brew', 'espresso'])
})

test('one query creates a report, several queries a list of reports', () => {
  expect(toInput(draft({ query: ' cold brew ' }), 'w')).toMatchObject({
    type: 'topic',
    query: 'cold brew',
    country: 'DE',
  })
  expect(toInput(draft({ queries: 'cold brew' }), 'w')).toMatchObject({ query: 'cold brew' })
  expect(toInput(draft({ queries: 'cold brew\nespresso' }), 'w')).toMatchObject({ queries: ['cold brew', 'espresso'] })
})

test('a list of keywords is one report and uses no sources by default', () => {
  const list = draft({ type: 'clusters', queries: 'cold brew', depth: '4' })
  expect(toInput(list, 'w')).toEqual({
    workspace_id: 'w',
    type: 'clusters',
    queries: ['cold brew'],
    country: 'DE',
    language: 'de',
    depth: 1,
    fresh: false,
    strictness: 'balanced',
  })
  expect(getUnits(list, null)).toEqual({ tool: 'clusters', units: 1 })
})

test('a list is grouped with the strictness chosen, and a topic report has none', () => {
  const list = (strictness: string) => toInput(draft({ type: 'clusters', queries: 'cold brew', strictness }), 'w')
  expect(list('strict')).toHaveProperty('strictness', 'strict')
  expect(list('very')).toHaveProperty('strictness', 'balanced')
  expect(toInput(draft({ query: 'cold brew', strictness: 'strict' }), 'w')).not.toHaveProperty('strictness')
})

test('only a list is grouped by meaning, and only when that is chosen', () => {
  const byMeaning = (fields: Record<string, string>) => toInput(draft({ by_meaning: 'on', ...fields }), 'w')
  expect(byMeaning({ type: 'clusters', queries: 'cold brew' })).toHaveProperty('by_meaning', true)
  expect(byMeaning({ type: 'clusters', queries: 'cold brew', by_meaning: '' })).not.toHaveProperty('by_meaning')
  expect(byMeaning({ query: 'cold brew' })).not.toHaveProperty('by_meaning')
})

test('a file is a list of keywords with the number of its keywords', () => {
  const file = draft({ import_id: '0197-x' })
  expect(file).toMatchObject({ type: 'clusters', from: 'file' })
  expect(getUnits(file, 420)).toEqual({ tool: 'clusters', units: 420 })
})

test('a spending limit is sent as a number, empty means no limit, and 0 is a limit', () => {
  const limit = (max_cost_usd: string) => draft({ query: 'tea', sources: 'serper', max_cost_usd })
  expect(toInput(limit(''), 'w')).not.toHaveProperty('max_cost_usd')
  expect(toInput(limit('0'), 'w')).toHaveProperty('max_cost_usd', 0)
  expect(toInput(limit(' $0.25 '), 'w')).toHaveProperty('max_cost_usd', 0.25)
  for (const wrong of ['-1', 'a lot', '100001', '0,5'])
    expect(getProblem(limit(wrong)), wrong).toMatchObject({ field: 'max_cost_usd' })
  for (const right of ['', '0', '100000']) expect(getProblem(limit(right)), right).toBeNull()
})

test('a list may combine a volume source with sources of result pages', () => {
  const list = draft({ type: 'clusters', queries: 'tea', sources: ['dataforseo_volumes', 'serper'] })
  expect(toInput(list, 'w')).toMatchObject({ sources: expect.arrayContaining(['dataforseo_volumes', 'serper']) })
})

test('a missing value is reported with its field', () => {
  expect(getProblem(draft({}), false)?.field).toBe('query')
  expect(getProblem(draft({ query: 'x' }))?.field).toBe('sources')
  expect(getProblem(draft({ query: 'x', sources: ['wikipedia', 'made-up'] }))).toBeNull()
  const tooMany = draft({ queries: Array.from({ length: 1001 }, (_, at) => `q ${at}`).join('\n') })
  expect(getErrorText(getProblem(tooMany)!, reportErrorTexts)).toBe(
    'You can run up to 1,000 reports together. This list has 1,001 queries.',
  )
  expect(getErrorText(getProblem(draft({ type: 'clusters' }))!, reportErrorTexts)).toBe('Enter keywords, one per line.')
})

test('the contract’s limits have the sentences of the form', () => {
  const say = (fields: Record<string, string>) => getErrorText(getProblem(draft(fields), false)!, reportErrorTexts)
  const long = 'a'.repeat(201)
  expect(say({ query: ' ' })).toBe('Enter a topic or keyword.')
  expect(say({ type: 'clusters', queries: `tea\n${long}` })).toBe(`“${'a'.repeat(60)}…” is longer than 200 characters.`)
  const lines = Array.from({ length: 100_001 }, (_, at) => `q ${at}`).join('\n')
  expect(say({ type: 'clusters', queries: lines })).toBe('A list can have up to 100,000 keywords.')
  expect(say({ query: 'tea', max_cost_usd: '100001' })).toBe('Enter an amount from $0 to $100,000, or leave it empty.')
  expect(getErrorText(getProblem({ ...draft({}), from: 'file' })!, reportErrorTexts)).toBe('Select a file.')
})
