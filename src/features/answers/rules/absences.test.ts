import { expect, test } from 'vitest'
import { findAbsences } from './absences.ts'
import type { Run } from './results.ts'

const brand = { name: 'Hollow Oak', domains: ['hollowoak.example'] }
const competitors = [
  { name: 'Fernway', domains: ['fernway.example'] },
  { name: 'Millstone', domains: [] },
]
const own = { brand: 'Hollow Oak', mentioned: true, cited: false }
const fernway = { brand: 'Fernway', mentioned: true, cited: true }
const linked = { brand: 'Hollow Oak', mentioned: false, cited: true }

let id = 0
const run = (prompt_no: number, readings: Run['readings'], urls: string[] = [], state: Run['state'] = 'done') => ({
  ...{ id: String(++id), prompt_no, engine: 'openai' as const, state, model: 'm', readings },
  citations: urls.map((url) => ({ url, domain: new URL(url).hostname })),
})

test('a prompt is absent when no answer names or cites the brand', () => {
  const found = findAbsences(
    [
      // Named once: not absent.
      ...[run(1, [own]), run(1, []), run(1, [])],
      // Only linked to: not absent either.
      ...[run(2, [linked]), run(2, []), run(2, [])],
      ...[
        run(3, [fernway], ['https://fernway.example/best', 'https://guide.example/a']),
        run(3, [], ['https://guide.example/a']),
        run(3, []),
        run(3, [], [], 'failed'),
      ],
      ...[run(4, []), run(4, []), run(4, [])],
      // Two answers and a gap say too little.
      ...[run(5, []), run(5, []), run(5, [], [], 'failed')],
      // The prompt itself names the brand.
      ...[run(6, []), run(6, []), run(6, [])],
    ],
    { brand, competitors, namesBrand: new Set([6]) },
  )
  expect(found).toEqual([
    {
      promptNo: 3,
      answers: 3,
      competitors: [{ brand: 'Fernway', count: 1 }],
      pages: [
        { url: 'https://guide.example/a', domain: 'guide.example', count: 2, competitor: null },
        { url: 'https://fernway.example/best', domain: 'fernway.example', count: 1, competitor: 'Fernway' },
      ],
    },
    { promptNo: 4, answers: 3, competitors: [], pages: [] },
  ])
})
