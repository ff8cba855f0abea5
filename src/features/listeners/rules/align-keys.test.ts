import { expect, test } from 'vitest'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { alignKeys } from './align-keys.ts'
import { diff, type KnownItems, type SourceResult, toPhraseChanges } from './diff-run.ts'

const known = (bySource: Record<string, Record<string, string>>): KnownItems =>
  new Map(
    Object.entries(bySource).map(([source, items]) => [
      source,
      new Map(Object.entries(items).map(([key, text]) => [key, { text, active: true }])),
    ]),
  )
const result = (source: string, texts: string[], language: string): SourceResult => ({
  source,
  label: source,
  outcome: 'answered',
  error: null,
  items: new Map(texts.map((text) => [keywordKeyIn(text, language), text])),
})
const changes = (before: KnownItems, results: SourceResult[], language: string) =>
  toPhraseChanges(before, diff(before, alignKeys(before, results, language)))
const nothing = { added: new Map(), returned: new Map(), removed: new Map() }

test.each([
  ['de', { 'große straße': 'große straße' }, ['große straße']],
  ['de', { 'große straße': 'große straße' }, ['GROSSE STRASSE']],
  ['el', { καφές: 'καφές' }, ['ΚΑΦΕΣ']],
  ['fa', { 'خرید گوشی': 'خرید گوشی' }, ['خريد گوشي']],
  ['tr', { 'irak haritası': 'Irak haritası', isparta: 'Isparta' }, ['ırak haritası', 'Isparta']],
  ['en', { 'cold brew': 'cold brew' }, ['Cold Brew']],
])('%s: phrases of earlier versions are neither new nor lost: %j', (language, items, texts) => {
  const before = known({ google: items })
  expect(changes(before, [result('google', texts, language)], language)).toEqual(nothing)
})

test('a phrase that one source had before isn’t new from another', () => {
  const before = known({ google: { 'große straße': 'große straße' }, bing: {} })
  const results = [result('google', ['große straße'], 'de'), result('bing', ['grosse strasse'], 'de')]
  expect(changes(before, results, 'de')).toEqual(nothing)
})

test('two phrases of an earlier version that are the same now both stay', () => {
  const before = known({ google: { 'grosse strasse': 'GROSSE STRASSE', 'große straße': 'große straße' } })
  expect(changes(before, [result('google', ['große straße'], 'de')], 'de')).toEqual(nothing)
})

test('a phrase that isn’t suggested any more is lost, and a new one is new', () => {
  const before = known({ google: { 'große straße': 'große straße' } })
  const found = changes(before, [result('google', ['weiße wand'], 'de')], 'de')
  expect([...found.removed.values()]).toEqual(['große straße'])
  expect([...found.added]).toEqual([['weisse wand', 'weiße wand']])
})
