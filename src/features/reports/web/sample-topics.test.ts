import { expect, test } from 'vitest'
import { isSampleTopic } from '#providers/search-data/sample.ts'
import { sampleTopics } from './sample-topics.ts'

test('every offered topic has sample data', () => {
  expect(sampleTopics.filter((topic) => !isSampleTopic(topic))).toEqual([])
})
