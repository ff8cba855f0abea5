import { expect, test } from 'vitest'
import { getVolume, toCluster, toRow } from '../../web/report/keywords/table/test-rows.ts'
import { getTopicAnswers } from './topic-answers.ts'

test('the ten most searched topics come first, then those without a volume by size', () => {
  const topics = [
    toCluster('small', 2),
    toCluster('big', 9),
    ...Array.from({ length: 9 }, (_, at) => toCluster(`t${at}`, 3, { volume: at })),
  ]
  const names = getTopicAnswers(topics, [], null).map(({ name }) => name)
  expect(names).toEqual(['t8', 't7', 't6', 't5', 't4', 't3', 't2', 't1', 't0', 'big'])
})

test('a topic’s keywords are counted that a page answers, and those that headings can’t tell about are left out', () => {
  const inTopic = (text: string) => toRow(text, { cluster_id: 'c' })
  const rows = [inTopic('answered'), inTopic('open'), inTopic('unclear'), toRow('answered elsewhere')]
  const count = (text: string) => (text.startsWith('answered') ? 3 : text === 'open' ? 0 : null)
  const [topic] = getTopicAnswers([toCluster('c', 3)], rows, count)
  expect(topic).toMatchObject({ checked: 2, answered: 1 })
})

test('of a big topic the fifty most searched keywords are checked', () => {
  const rows = Array.from({ length: 60 }, (_, at) => toRow(`k${at}`, { cluster_id: 'c', volume: getVolume(at) }))
  const [topic] = getTopicAnswers([toCluster('c', 60)], rows, (text) => (Number(text.slice(1)) < 10 ? 1 : 0))
  expect(topic).toMatchObject({ keywords: 60, checked: 50, answered: 0 })
})

test('where nothing is known of the ranking pages, or headings can’t tell, it says so', () => {
  const rows = [toRow('a', { cluster_id: 'c' })]
  const unknown = { checked: null, answered: null }
  expect(getTopicAnswers([toCluster('c', 1)], rows, null)[0]).toMatchObject(unknown)
  expect(getTopicAnswers([toCluster('c', 1)], rows, () => null)[0]).toMatchObject(unknown)
})
