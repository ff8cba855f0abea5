import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report } from '../contract.ts'
import { RowsOnPaper } from './report/keywords/table/print-rows.tsx'
import { toRow } from './report/keywords/table/test-rows.ts'
import { getReportDirection } from './report-direction.ts'

const direction = (language: string, query: string, texts: string[] = []) =>
  getReportDirection({
    language,
    query,
    sections: { keywords: texts.map((text) => toRow(text)) } as Report['sections'],
  })

test.each([
  ['ar', 'قهوة باردة', [], 'rtl'],
  ['he', 'קפה קר', ['קפה קר מתכון'], 'rtl'],
  ['fa', 'قهوه سرد', [], 'rtl'],
  ['ur', 'ٹھنڈی کافی', [], 'rtl'],
  // A brand in Latin letters among words of the language.
  ['ar', 'iphone 17', ['iphone 17 سعر', 'مواصفات iphone 17'], 'rtl'],
  ['he', 'wordpress', ['תבניות wordpress'], 'rtl'],
  // Figures alone: the language decides.
  ['fa', '2026', [], 'rtl'],
  // Letters of another script than the language's.
  ['ar', 'cold brew', ['cold brew coffee'], 'ltr'],
  ['en', 'قهوة', ['قهوة باردة في المنزل'], 'rtl'],
  ['en', 'falafel', ['falafel near me', 'פלאפל'], 'ltr'],
  // Kurdish has both scripts, and a list may have no language.
  ['ku', 'قاوەی سارد', [], 'rtl'],
  ['ku', 'qehweya sar', [], 'ltr'],
  ['', 'קפה', [], 'rtl'],
  ['', '', [], 'ltr'],
])('a report in %s on “%s” %j is %s', (language, query, texts, expected) => {
  expect(direction(language, query, texts)).toBe(expected)
})

test('a table on paper has the direction of its words', () => {
  const print = (...texts: string[]) =>
    renderToStaticMarkup(
      createElement(RowsOnPaper, {
        ...{ rows: texts.map((text) => toRow(text)), total: texts.length, caption: 'Keywords' },
        shown: ['text', 'volume'],
      }),
    )
  expect(print('قهوة باردة', 'cold brew', 'طريقة القهوة')).toMatch(/^<div dir="rtl"/)
  expect(print('cold brew', 'cold brew ratio', 'قهوة')).toMatch(/^<div dir="ltr"/)
})
