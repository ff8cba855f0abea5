import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import type { Report, Row, SectionName } from '../../contract.ts'
import { toCluster } from './keywords/table/test-rows.ts'
import { createReportStore } from './report-store.ts'

const report = (part: Partial<Report> = {}): Report => ({
  _id: 'r',
  workspace_id: 'w',
  type: 'topic',
  query: 'cold brew',
  country: 'US',
  language: 'en',
  depth: 1,
  status: 'running',
  progress: 0.2,
  stage: 'collect',
  hidden: false,
  rows: 0,
  error: null,
  failure: null,
  sources: [],
  created_at: '2026-11-21T14:02:00.000Z',
  finished_at: null,
  units: 1,
  cost_usd: 0,
  spent_usd: 0,
  empty: false,
  shared: false,
  strictness: 'balanced',
  topics_version: 0,
  sections: {},
  ...part,
})
const row = (id: string, type: Row['type']) => ({ _id: id, text: id, type }) as Row

function setUp(first: Report, partial: SectionName[] = []) {
  const asked: SectionName[][] = []
  let answer: (names: SectionName[]) => Promise<Report> = async (names) =>
    report({ sections: Object.fromEntries(names.map((name) => [name, []])) })
  const store = createReportStore(
    first,
    (_id, names) => {
      asked.push(names)
      return answer(names)
    },
    partial,
  )
  const answerWith = (next: typeof answer) => {
    answer = next
  }
  return { store, asked, answerWith }
}

test('a section is loaded once, when first opened', async () => {
  const { store, asked } = setUp(report({ sections: { questions: [] } }))
  await store.open(['questions'])
  await store.open(['keywords'])
  await store.open(['keywords', 'questions'])
  expect(asked).toEqual([['keywords']])
})

test('a section with only its first rows is loaded in full', async () => {
  const { store, asked } = setUp(report({ sections: { keywords: [row('a', 'related')] } }), ['keywords'])
  await store.open(['keywords'])
  expect(asked).toEqual([['keywords']])
})

test('new rows are added to their sections once', () => {
  const { store } = setUp(report({ sections: { keywords: [row('a', 'related')], questions: [] } }))
  store.rows(3, [row('a', 'related'), row('b', 'question'), row('c', 'comparison')])
  const { sections, head, latest } = store.view()
  expect(sections.keywords?.map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
  expect(sections.questions?.map(({ _id }) => _id)).toEqual(['b'])
  expect(sections.comparisons).toBeUndefined()
  expect([head.rows, latest.length]).toEqual([3, 3])
})

test('finishing a report marks loaded sections as stale and keeps them visible', async () => {
  const { store, asked } = setUp(report({ sections: { questions: [row('b', 'question')] } }))
  await store.open(['keywords'])
  store.replace(report({ status: 'done', finished_at: '2026-11-21T14:02:04.000Z', sections: { questions: [] } }))
  expect(store.view().sections.keywords).toEqual([])
  await store.open(['keywords', 'questions'])
  expect(asked).toEqual([['keywords'], ['keywords']])
})

test('a response requested before a status change is shown and requested again', async () => {
  const { store, asked, answerWith } = setUp(report())
  let deliver = (_: Report) => {}
  answerWith(
    () =>
      new Promise((resolve) => {
        deliver = resolve
      }),
  )
  const first = store.open(['keywords'])
  store.replace(report({ status: 'done' }))
  deliver(report({ sections: { keywords: [row('a', 'related')] } }))
  await first
  expect(store.view().sections.keywords).toHaveLength(1)
  const again = store.open(['keywords'])
  deliver(report({ sections: { keywords: [] } }))
  await again
  expect(asked).toHaveLength(2)
})

test('a section that failed shows the reason and waits for a retry', async () => {
  const { store, asked, answerWith } = setUp(report())
  answerWith(async () => {
    throw new AppError('unavailable', 'fetch failed', { reason: 'server_unreachable' })
  })
  await store.open(['terms'])
  await store.open(['terms'])
  expect(asked).toHaveLength(1)
  expect(store.view().failed.get('terms')).toBe('Couldn’t reach the server. Check your connection and try again.')
  answerWith(async () => report({ sections: { terms: [] } }))
  await store.reload(['terms'])
  expect([store.view().failed.size, store.view().loading.size]).toEqual([0, 0])
})

test('progress never goes down while a report runs', () => {
  const { store } = setUp(report({ progress: 0.5 }))
  store.progress({ progress: 0.3, rows: 4 })
  expect(store.view().head).toMatchObject({ progress: 0.5, rows: 4 })
})

test('topics are shown as edited, and rows, which name their topic, load again', async () => {
  const { store, asked } = setUp(
    report({ status: 'done', sections: { clusters: [toCluster('desk', 2)], keywords: [] } }),
  )
  const coverage = { keywords: 3, in_topics: 2, standalone: 1, volume: null, volume_known: 0, volume_in_topics: null }
  store.topics(4, [toCluster('table', 2), toCluster('lamp', 1)], coverage)
  expect(store.view().head.topics_version).toBe(4)
  expect(store.view().sections.clusters?.map(({ name }) => name)).toEqual(['table', 'lamp'])
  expect(store.view().sections.topic_coverage).toEqual(coverage)
  await store.open(['clusters', 'keywords'])
  expect(asked).toEqual([['keywords']])
})

test('topics grouped again come with their version and strictness', async () => {
  const { store, answerWith } = setUp(report({ status: 'done', sections: { clusters: [] } }))
  answerWith(async () =>
    report({ status: 'done', strictness: 'strict', topics_version: 2, sections: { clusters: [toCluster('desk', 2)] } }),
  )
  await store.reloadTopics()
  expect(store.view().head).toMatchObject({ strictness: 'strict', topics_version: 2 })
  expect(store.view().sections.clusters).toHaveLength(1)
})
