import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Overview, Row } from '../contract.ts'
import { OverviewSection } from './overview-section.tsx'
import { getVolume, toRow } from './test-rows.ts'

function render(keywords: Row[], questions: Row[]) {
  const overview: Overview = {
    counts: {},
    intents: {},
    modifiers: [],
    top_keywords: keywords,
    top_questions: questions,
    difficulty: null,
    missing: {},
    words: null,
  }
  return renderToStaticMarkup(createElement(OverviewSection, { overview }))
}

const getTitles = (page: string) =>
  [...page.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title).filter((title) => title !== 'Search intent')

const suggested = toRow('cold brew ratio', { type: 'related', popularity: 80 })
const searched = toRow('cold brew maker', { type: 'related', popularity: 40, volume: getVolume(9900) })
const unknown = toRow('cold brew jar', { type: 'related' })
const question = toRow('how to make cold brew', { popularity: 90 })

test('lists ordered by popularity say how often something is suggested, never how often it is searched', () => {
  const page = render([suggested], [question])
  expect(getTitles(page)).toEqual(['Most suggested questions', 'Most suggested keywords'])
  expect(page).toContain('Popularity: how often and how high sources suggested it, 0–100.')
  expect(page).not.toMatch(/search volume|most searched|searched most/i)
})

test('a list of search volumes is titled by them and shows them, each list on its own', () => {
  const page = render([searched, suggested], [question])
  expect(getTitles(page)).toEqual(['Most suggested questions', 'Top keywords by search volume'])
  expect(page).toContain('9,900')
  expect(page).toContain('Volume: DataForSEO, October 2026.')
})

test('one volume among more than ten keywords is not what a list is ordered by', () => {
  const others = (count: number) => Array.from({ length: count }, (_, at) => ({ ...suggested, _id: `${at}` }))
  expect(getTitles(render([searched, ...others(9)], []))).toContain('Top keywords by search volume')
  expect(getTitles(render([searched, ...others(10)], []))).toContain('Most suggested keywords')
})

test('a list without any figure claims no order', () => {
  expect(getTitles(render([unknown], []))).toEqual(['Top questions', 'Top keywords'])
})
