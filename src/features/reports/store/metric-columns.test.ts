import { expect, test } from 'vitest'
import { type CollectedMetrics, mergeMetrics, toMetricColumns } from './metric-columns.ts'

const none: CollectedMetrics = { volume: null, monthly: [], cpc: null, competition: null, difficulty: null }
const volume = (provider: string, value = 100) => ({ value, low: null, high: null, provider, as_of: '2026-11-01' })

test('a number that another provider adds keeps its own provider', () => {
  const merged = mergeMetrics(
    { ...none, volume: volume('imported') },
    {
      ...none,
      volume: volume('dataforseo', 70),
      monthly: [{ t: '2026-10-01', v: 70 }],
      cpc: { value: 1.5, currency: 'USD' },
      competition: 0.4,
      difficulty: 21,
    },
  )!
  expect(toMetricColumns(merged)).toEqual({
    volume_value: 100,
    volume_low: null,
    volume_high: null,
    volume_provider: 'imported',
    volume_as_of: '2026-11-01',
    // The months of another provider would stand below this volume.
    monthly: undefined,
    cpc_value: 1.5,
    cpc_currency: 'USD',
    competition: 0.4,
    cpc_provider: 'dataforseo',
    difficulty: 21,
    difficulty_provider: 'dataforseo',
  })
})

test('what was found first stays, and a third answer changes no provider', () => {
  const first = { ...none, difficulty: 30, provider: 'imported' }
  const second = { ...none, volume: volume('serpapi'), difficulty: 40 }
  const third = { ...none, volume: volume('dataforseo'), monthly: [{ t: '2026-10-01', v: 9 }], competition: 0.2 }
  const columns = toMetricColumns(mergeMetrics(mergeMetrics(first, second), third)!)
  expect(columns).toMatchObject({
    volume_provider: 'serpapi',
    monthly: undefined,
    competition: 0.2,
    cpc_provider: 'dataforseo',
    difficulty: 30,
    difficulty_provider: 'imported',
  })
})

test('months of the volume’s own provider are added', () => {
  const months = [{ t: '2026-10-01', v: 9 }]
  const merged = mergeMetrics(
    { ...none, volume: volume('dataforseo') },
    { ...none, monthly: months, provider: 'dataforseo' },
  )
  expect(merged!.monthly).toEqual(months)
})
