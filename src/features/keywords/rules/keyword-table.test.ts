import { expect, test } from 'vitest'
import { keywordLines } from './keyword-lines.ts'
import { keywordsOfTable } from './keyword-table.ts'

test('each line is a keyword, trimmed and without duplicates', () => {
  expect(keywordLines(' cold  brew \r\n\nCold Brew\rtea\n')).toEqual(['cold brew', 'tea'])
  expect(keywordLines('İSTANBUL OTEL\nistanbul otel\nISPARTA\nısparta\nstraße\nSTRASSE')).toEqual([
    'İSTANBUL OTEL',
    'ISPARTA',
    'straße',
  ])
})

test('finds the keyword column by its header, whatever surrounds it', () => {
  const rows = [['Report of May'], ['Volume', 'Suchbegriffe'], ['10', 'kalter kaffee'], ['20', 'KALTER KAFFEE'], ['5']]
  expect(keywordsOfTable(rows)).toEqual(['kalter kaffee'])
})

test('without such a header, the first column is the list', () => {
  expect(
    keywordsOfTable([
      ['cold brew', '900'],
      ['espresso', '12'],
    ]),
  ).toEqual(['cold brew', 'espresso'])
})
