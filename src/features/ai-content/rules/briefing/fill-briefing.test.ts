import { describe, expect, test } from 'vitest'
import { fillBriefing, getGivenFields, parseLinkLines, toLinkLines } from './fill-briefing.ts'

const empty = { title: '', keywords: '', audience: '', words: '', links: '', tone: 'plain' }
const proposed = { title: 'Cold brew', keywords: 'cold brew, ratio', audience: 'Baristas', words: '409', links: '' }

describe('filling in a briefing', () => {
  test('empty fields are filled in, others of the form stay', () => {
    expect(fillBriefing(empty, proposed, new Set())).toEqual({
      values: { ...empty, ...proposed },
      filled: ['title', 'keywords', 'audience', 'words'],
      unchanged: [],
    })
  })
  test('what someone typed stays and is named', () => {
    const { values, unchanged } = fillBriefing({ ...empty, title: 'My title' }, proposed, new Set(['title']))
    expect(values.title).toBe('My title')
    expect(unchanged).toEqual(['title'])
  })
  test('a prefilled value and an earlier proposal are replaced', () => {
    const { values } = fillBriefing({ ...empty, title: 'cold brew', words: '300' }, proposed, new Set())
    expect(values).toMatchObject({ title: 'Cold brew', words: '409' })
  })
  test('the keyword that someone writes about stays the title, the name of a topic doesn’t', () => {
    const title = 'how long does cold brew last'
    expect(getGivenFields({ title, keywords: [title], isTopic: true })).toEqual(['title', 'keywords'])
    expect(getGivenFields({ title, keywords: [], isTopic: false })).toEqual(['title'])
    expect(getGivenFields({ title: 'storage', keywords: [], isTopic: true })).toEqual([])
    const filled = fillBriefing({ ...empty, title, keywords: title }, proposed, new Set(['title', 'keywords']))
    expect(filled).toMatchObject({ values: { title, keywords: title }, unchanged: ['title', 'keywords'] })
  })
  test('a field someone emptied is filled in', () => {
    expect(fillBriefing(empty, proposed, new Set(['title'])).values.title).toBe('Cold brew')
  })
  test('what isn’t known leaves the field as it is', () => {
    const { values, filled } = fillBriefing({ ...empty, words: '800' }, { ...proposed, words: '' }, new Set())
    expect(values.words).toBe('800')
    expect(filled).not.toContain('words')
  })
})

test('links survive the draft', () => {
  const links = [
    { url: 'https://example.com/a', title: 'Cold brew at home' },
    { url: 'https://example.com/b', title: 'Ratio' },
  ]
  expect(parseLinkLines(toLinkLines(links))).toEqual(links)
  expect(parseLinkLines('https://example.com/c\n\n')).toEqual([
    { url: 'https://example.com/c', title: 'https://example.com/c' },
  ])
})
