import { expect, test } from 'vitest'
import { keywordLines } from './keyword-lines.ts'
import { keywordsOfTable } from './keyword-table.ts'

test('lines are keywords, each once, without the white space around them', () => {
  expect(keywordLines(' cold  brew \r\n\nCold Brew\rtea\n')).toEqual(['cold brew', 'tea'])
})

test('the column that says keyword is taken, whatever stands above and beside it', () => {
  const rows = [['Report of May'], ['Volume', 'Suchbegriffe'], ['10', 'kalter kaffee'], ['20', 'KALTER KAFFEE'], ['5']]
  expect(keywordsOfTable(rows)).toEqual(['kalter kaffee'])
})

test('without such a header the first column is a list from its first row on', () => {
  expect(
    keywordsOfTable([
      ['cold brew', '900'],
      ['espresso', '12'],
    ]),
  ).toEqual(['cold brew', 'espresso'])
})
