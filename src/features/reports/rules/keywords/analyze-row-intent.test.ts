import { describe, expect, it } from 'vitest'
import { analyzeRows } from './analyze-rows.ts'

const row = (text: string, index: number) => ({
  id: `row${index}`,
  key: text,
  text,
  type: 'related',
  parent_id: null,
  sightings: [],
  difficulty: null,
  volume: null,
})

describe('analyse', () => {
  it('uses who ranks for each keyword of a list to tell its intent', () => {
    const texts = ['zephyr tumbler', 'zephyr hosting help', 'paint a fence']
    const { rows } = analyzeRows({
      query: '',
      language: 'en',
      isList: true,
      rows: texts.map(row) as never,
      pages: [],
      serps: {
        'zephyr hosting help': ['https://www.zephyrhosting.com/help', 'https://example.org'],
        'paint a fence': ['example.org/fences', 'example.com/paint'],
      },
      features: [],
      strictness: 'balanced',
      topics: [],
      newId: () => 'cluster',
    })
    expect(rows.map(({ intent }) => intent)).toEqual(['commercial', 'navigational', 'informational'])
  })
})
