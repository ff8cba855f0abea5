import { expect, test } from 'vitest'
import { isSampleTopic } from '#providers/search-data/sample.ts'
import { sampleTopics } from './sample-topics.ts'

test('every topic offered is one the sample world holds', () => {
  expect(sampleTopics.filter((topic) => !isSampleTopic(topic))).toEqual([])
})
