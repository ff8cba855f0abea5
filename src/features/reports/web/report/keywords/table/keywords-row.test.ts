import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeywordsRow, type KeywordsRowProps } from './keywords-row.tsx'
import { getVolume, toRow } from './test-rows.ts'

const row = toRow('can you make cold brew coffee in a french press without it tasting bitter', {
  volume: getVolume(480),
})
const draw = (narrow: boolean) => {
  const props: KeywordsRowProps = {
    id: 'row-0',
    row,
    index: 0,
    top: 0,
    shown: ['text', 'volume'],
    narrow,
    by: 'volume',
    on: false,
    active: true,
    open: false,
    missing: {},
    actions: { toggle: () => {}, focus: () => {}, open: () => {} },
  }
  return renderToStaticMarkup(createElement(KeywordsRow, props))
}
/** The classes of the element that has exactly this text. */
const getClasses = (html: string, text: string) =>
  html.match(new RegExp(`class="([^"]*)"[^>]*>${text}<`))?.[1]?.split(' ')

test('a keyword has two lines on a phone, and one in a wide table', () => {
  const card = draw(true)
  expect(getClasses(card, row.text)).toContain('line-clamp-2')
  expect(getClasses(card, row.text)).not.toContain('truncate')
  expect(card).toContain('480')
  expect(getClasses(draw(false), row.text)).toContain('truncate')
})
