import { describe, expect, test } from 'vitest'
import { createVariantReader, getRepeatedSearches } from './close-variants.ts'

const toVariant = createVariantReader('en')

describe('close variants', () => {
  test('are the same words in another number, order or with function words', () => {
    for (const text of ['copper kettles', 'kettle copper', 'a copper kettle', 'the kettles of copper'])
      expect(toVariant(text)).toBe(toVariant('copper kettle'))
  })
  test('aren’t synonyms, or keywords with another word', () => {
    expect(toVariant('cheap kettle')).not.toBe(toVariant('affordable kettle'))
    expect(toVariant('kettle')).not.toBe(toVariant('copper kettle'))
    expect(toVariant('how to')).not.toBe('')
    expect(toVariant('ケトル')).not.toBe(toVariant('コーヒー'))
  })
})

describe('searches that a sum has more than once', () => {
  const group = (volume: number, parent_id: string | null, ...keywords: [text: string, topic_id: string][]) => ({
    ...{ volume, parent_id },
    keywords: keywords.map(([text, topic_id]) => ({ text, topic_id })),
  })
  test('are those of variants with the same volume, in a topic and over the topics of a parent', () => {
    const groups = [
      group(900, 'p', ['kettle', 'a'], ['kettles', 'a'], ['the kettle', 'b'], ['teapot', 'a']),
      group(10, null, ['mug', 'c'], ['mugs', 'c']),
    ]
    expect(getRepeatedSearches(groups, toVariant)).toEqual(
      new Map([
        ['p', 1800],
        ['a', 900],
        ['c', 10],
      ]),
    )
  })
  test('are none without variants', () => {
    expect(getRepeatedSearches([group(900, 'p', ['kettle', 'a'], ['teapot', 'a'])], toVariant).size).toBe(0)
  })
})
