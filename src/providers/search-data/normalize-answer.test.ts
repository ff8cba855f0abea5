import { expect, test } from 'vitest'
import { bestPages, ranked, toAnswer, toPeopleAlsoAsk, unranked } from './normalize-answer.ts'
import { readSuggestArray } from './suggest/suggest-array.ts'

test('undefined parts become empty lists, like missing ones', () => {
  const answer = toAnswer({
    suggestions: undefined,
    discussions: undefined,
    pages: undefined,
    features: undefined,
    metrics: undefined,
    cached: undefined,
    costUsd: undefined,
    fetchedAt: '2026-01-15T00:00:00.000Z',
  })
  expect(answer).toEqual(toAnswer({ fetchedAt: '2026-01-15T00:00:00.000Z' }))
  expect(answer).toMatchObject({ suggestions: [], discussions: [], pages: [], features: [], metrics: [] })
})

test.each([
  ['rock &amp; roll', 'rock & roll'],
  ['men&#39;s shoes', "men's shoes"],
  ['5 &gt; 3', '5 > 3'],
  ['caf&eacute; near me', 'café near me'],
  // A text about an entity is written with its "&" escaped.
  ['what is &amp;nbsp;', 'what is &nbsp;'],
  // Without a semicolon it's a text.
  ['at&t plans', 'at&t plans'],
])('HTML entities are decoded once: %s', (written, text) => {
  expect(ranked([written], 'suggestion')[0]!.text).toBe(text)
  expect(unranked([written], 'related')[0]!.text).toBe(text)
  expect(bestPages([{ url: 'https://example.com/', title: written, snippet: written }])[0]).toMatchObject({
    title: text,
    snippet: text,
  })
  expect(toPeopleAlsoAsk([{ text: written }])[0]!.text).toBe(text)
  expect(readSuggestArray(['q', [written]])[0]!.text).toBe(text)
  expect(readSuggestArray(['q', [written], [], { 'google:suggestrelevance': [5] }])[0]!.text).toBe(text)
})
