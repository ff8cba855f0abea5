import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getFilterBlock } from '../../rules/shared-filter.ts'
import { filterBlockTexts, getFilterChoice } from '../filter-choice.ts'
import { type describeRows, readSharedRows, SharedFilterNote, toPageHref, toSharedHref } from './shared-filter.tsx'

const url = 'https://earshot.example/r/token'
const read = (href: string) => readSharedRows(new URL(href, url).searchParams)
const sections = ['overview', 'keywords']
const toQuery = (filter: object, sort = '') =>
  `?tab=keywords&filter=${encodeURIComponent(JSON.stringify(filter))}${sort && `&sort=${sort}`}`

test('the filter of the table in the app is the one of the shared page', () => {
  const choice = getFilterChoice(toQuery({ volume_min: 500, include: ['a & b'] }, '-volume'), sections)
  expect(choice).toEqual({ rows: { volume_min: 500, include: ['a & b'], sort: '-volume' }, block: null })
  const href = toSharedHref(url, choice!.rows!)
  expect(href).toMatch(/^https:\/\/earshot\.example\/r\/token\?filter=.*&sort=-volume#keywords$/)
  expect(read(href)).toEqual(choice!.rows)
  expect(read(toPageHref('token', choice!.rows!, true))).toEqual(choice!.rows)
  expect(toPageHref('token', undefined, false)).toBe('/r/token')
})

test('what isn’t shared is no choice, and the dialog says why', () => {
  const block = (filter: object, shared = sections) => getFilterChoice(toQuery(filter), shared)?.block
  expect(getFilterChoice('?tab=keywords', sections)).toBeNull()
  expect(block({ volume_min: 5 }, ['overview'])).toBe('keywords')
  expect(block({ cluster_ids: ['3f0f7a52-8f43-4b52-8f0a-5a3c1f2f9d01'] })).toBe('clusters')
  expect(block({ serp_features: ['video'] })).toBe('serp')
  expect(getFilterBlock({ sort: '-serp_features' }, sections)).toBe('serp')
  expect(getFilterBlock({ sort: '-serp_features' }, [...sections, 'serp'])).toBeNull()
  expect(getFilterBlock({ sort: '-volume' }, sections)).toBeNull()
  expect(block({ hidden: true })).toBe('hidden')
  expect(block({ volume_min: -5 })).toBe('unreadable')
  expect(filterBlockTexts.hidden).toContain('hidden keywords aren’t shared')
})

test('an address without a usable filter is told apart from one without any', () => {
  expect(read('/r/token')).toBeUndefined()
  expect(read('/r/token?all')).toBeUndefined()
  expect(read('/r/token?filter=%7B%7D')).toBeUndefined()
  expect(getFilterChoice('?filter=%7B%7D', sections)).toBeNull()
  expect(read('/r/token?filter=%7Bbroken')).toBe('invalid')
  expect(read(`/r/token${toQuery({ hidden: true })}`)).toBe('invalid')
  expect(read(`/r/token${toQuery({ types: 5 })}`)).toBe('invalid')
})

test('the line above the table says how many of how many, by what, and what is left out', () => {
  type Unknown = { rows: number; volume?: number }
  const note = (requested: Parameters<typeof describeRows>[0], unknown?: Unknown, total = 42, of = 381) =>
    renderToStaticMarkup(
      <SharedFilterNote
        report={{ sections: {} }}
        requested={requested}
        found={{ total, of, unknown }}
        clearHref="/r/token#keywords"
      />,
    )
  const html = note({ volume_min: 500 }, { rows: 12, volume: 12 })
  expect(html).toContain('Showing 42 of 381 keywords: volume from 500. 12 without volume left out.')
  expect(html).toContain('href="/r/token#keywords"')
  expect(html).toContain('Show all keywords')
  expect(html).not.toContain('The first')
  expect(note({ sort: '-volume' })).toContain('Sorted by Volume, highest first.')
  expect(note({ volume_min: 1 }, undefined, 42_000, 100_000)).toContain(
    'Showing 42,000 of 100,000 keywords: volume from 1. The first 20,000 of them are listed here.',
  )
})
