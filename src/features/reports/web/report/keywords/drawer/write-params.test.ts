import { expect, test } from 'vitest'
import { toWriteParams } from './write-params.ts'

const row = (text: string, cluster_id?: string | null) => ({
  _id: text,
  text,
  ...(cluster_id === undefined ? {} : { cluster_id }),
})
const params = (...rows: ReturnType<typeof row>[]) => Object.fromEntries(toWriteParams('r', rows))

test('a document about one keyword, or several of one topic, is about that topic', () => {
  const about = { template: 'blog_post', report: 'r', title: 'cold brew ratio', keyword: 'cold brew ratio' }
  expect(params(row('cold brew ratio', 't'))).toEqual({ ...about, topic: 't' })
  expect(params(row('cold brew ratio', 't'), row('cold brew ratio by weight', 't'))).toEqual({ ...about, topic: 't' })
  expect(params(row('cold brew ratio', 't'), row('cold brew storage', 'u'))).toEqual(about)
})

test('without a topic, as with all rows of a table, it’s about the first keyword', () => {
  expect(params(row('tea', null), row('milk', null))).not.toHaveProperty('topic')
  expect(params(row('tea'), row('milk'))).toMatchObject({ title: 'tea', keyword: 'tea' })
  expect(params()).toEqual({ template: 'blog_post', report: 'r' })
})
