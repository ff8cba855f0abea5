import { describe, expect, it } from 'vitest'
import { keywordKey } from '../keywords/normalize-keyword.ts'
import { patternAnswer, patternSource } from './pattern-source.ts'
import { phrasedLanguages } from './question-templates.ts'

const texts = (query: string, language = 'en') => patternAnswer(query, language).suggestions.map(({ text }) => text)

describe('template phrases', () => {
  it('contain the topic and agree with it grammatically', () => {
    expect(texts('cold brew coffee')).toEqual(
      expect.arrayContaining(['what is cold brew coffee', 'how does cold brew coffee work']),
    )
    expect(texts('electric bikes')).toEqual(
      expect.arrayContaining(['what are electric bikes', 'how much do electric bikes cost']),
    )
    expect(texts('swiss cheese glass')).toContain('what is swiss cheese glass')
  })

  it('have no numbers', () => {
    const answer = patternAnswer('cold brew coffee', 'en', new Date(0))
    expect(answer.suggestions.every(({ relevance }) => relevance === null)).toBe(true)
    expect(answer).toMatchObject({
      metrics: [],
      pages: [],
      discussions: [],
      costUsd: null,
      fetchedAt: '1970-01-01T00:00:00.000Z',
    })
  })

  it.each(phrasedLanguages)('%s: at least fifteen, without duplicates, each with the topic', (language) => {
    const found = texts('zzyx', language)
    expect(found.length).toBeGreaterThanOrEqual(15)
    expect(new Set(found.map(keywordKey)).size).toBe(found.length)
    expect(found.every((text) => text.includes('zzyx') && !text.includes('{'))).toBe(true)
  })

  it('are left out where they would not read like a search', () => {
    expect(texts('how to make cold brew')).toEqual([])
    expect(texts('kahvi', 'fi')).toEqual([])
    expect(texts(' ')).toEqual([])
  })

  it('distinguish questions from suggestions', () => {
    const kinds = new Map(patternAnswer('cold brew', 'en').suggestions.map(({ text, kind }) => [text, kind]))
    expect(kinds.get('how to make cold brew')).toBe('question')
    expect(kinds.get('cold brew tips')).toBe('suggestion')
  })

  it('can be requested like any other source', async () => {
    const answer = await patternSource.ask(
      'cold brew',
      { country: 'US', language: 'en' },
      { signal: new AbortController().signal },
    )
    expect(answer.suggestions.length).toBeGreaterThan(30)
  })
})
