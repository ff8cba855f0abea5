import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { parseImportFile } from '../import-file.ts'
import { toImportRow } from './import-row.ts'

const read = (csv: string, kind?: 'serp') => parseImportFile(strToU8(csv), 'serps.csv', kind)

test('a file of results becomes one keyword with its first ten URLs in order of rank', async () => {
  const results = Array.from({ length: 12 }, (_, at) => `standing desk,${12 - at},https://site${12 - at}.example/desk`)
  const found = await read(['Keyword,Rank,URL', ...results, 'Desk Lamp,1,https://lamp.example/'].join('\n'))
  expect(found).toMatchObject({ kind: 'serp', rows: 13, accepted: 13, rejected: [] })
  expect(found.keywords.map(({ text }) => text)).toEqual(['standing desk', 'Desk Lamp'])
  const { data } = toImportRow(found.keywords[0]!)
  expect(data).toEqual({ serp: Array.from({ length: 10 }, (_, at) => `https://site${at + 1}.example/desk`) })
})

test('bad rows are rejected with their line and reason, and the same URL counts once', async () => {
  const found = await read(
    [
      'query,position,url',
      'tea,1,https://a.example/',
      'tea,0,https://b.example/',
      'tea,2,ftp://c.example/',
      'tea,,https://d.example/',
      'tea,5,https://a.example/',
      ',1,https://e.example/',
      'tea,3,https://f.example/',
    ].join('\n'),
  )
  expect(found).toMatchObject({ kind: 'serp', rows: 7, accepted: 3, rejected_total: 4 })
  expect(found.rejected).toEqual([
    { line: 3, reason: 'rank 0 isn’t a whole number from 1 to 100' },
    { line: 4, reason: 'no URL' },
    { line: 5, reason: 'no rank' },
    { line: 7, reason: 'no keyword' },
  ])
  expect(found.keywords[0]!.serp).toEqual(['https://a.example/', 'https://f.example/'])
})

test('a file of one site’s ranks has each keyword once, so it isn’t taken for a SERP file', async () => {
  const ranks = ['Keyword,Position,URL', 'tea,3,https://a.example/tea', 'coffee,7,https://a.example/coffee'].join('\n')
  expect((await read(ranks)).kind).toBe('generic')
  expect((await read(ranks, 'serp')).keywords.map(({ serp }) => serp)).toEqual([
    ['https://a.example/tea'],
    ['https://a.example/coffee'],
  ])
})

test('without its columns a SERP file is refused', async () => {
  await expect(read('Keyword,Volume\ntea,10\n', 'serp')).rejects.toMatchObject({
    options: { field: 'file', reason: 'serp_columns_missing' },
  })
})
