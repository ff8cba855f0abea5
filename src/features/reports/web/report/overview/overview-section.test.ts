import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Overview, Row } from '../../../contract.ts'
import { getVolume, toRow } from '../keywords/table/test-rows.ts'
import { OverviewSection } from './overview-section.tsx'

function render(keywords: Row[], questions: Row[], phrases?: Row[]) {
  const overview: Overview = {
    counts: {},
    intents: {},
    modifiers: [],
    top_keywords: keywords,
    top_questions: questions,
    ...(phrases && { top_phrases: phrases }),
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

test('lists ordered by popularity mention suggestions, never search volume', () => {
  const page = render([suggested], [question])
  expect(getTitles(page)).toEqual(['Most suggested questions', 'Most suggested other keywords'])
  expect(page).toContain('Popularity: how often and how high sources suggested it, 0–100.')
  expect(page).not.toMatch(/search volume|most searched|searched most/i)
})

test('a list ordered by search volume says so and shows the volumes, independently of the other list', () => {
  const page = render([searched, suggested], [question])
  expect(getTitles(page)).toEqual(['Most suggested questions', 'Top other keywords by search volume'])
  expect(page).toContain('9,900')
  expect(page).toContain('Volume: DataForSEO, October 2026, rounded by Google Ads.')
})

test('a list isn’t titled by volume if only one of more than ten keywords has one', () => {
  const others = (count: number) => Array.from({ length: count }, (_, at) => ({ ...suggested, _id: `${at}` }))
  expect(getTitles(render([searched, ...others(9)], []))).toContain('Top keywords by search volume')
  expect(getTitles(render([searched, ...others(10)], []))).toContain('Most suggested keywords')
})

test('a list without any numbers claims no order', () => {
  expect(getTitles(render([unknown], []))).toEqual(['Top questions', 'Top keywords'])
})

test('questions are listed once', () => {
  expect(render([question, suggested], [question]).match(/how to make cold brew/g)).toHaveLength(1)
  expect(render([question], [question], [suggested])).toContain('cold brew ratio')
})
