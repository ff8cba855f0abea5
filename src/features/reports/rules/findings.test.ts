import { expect, test } from 'vitest'
import type { Row, RowFilter } from '../contract.ts'
import { getVolume, toRow } from '../web/report/keywords/table/test-rows.ts'
import { type Counted, getFindings } from './findings.ts'

/** Counts as the server does: a row without a number that the filter needs is unknown, unless something else leaves it out. */
const countIn =
  (rows: Row[]) =>
  async (filter: RowFilter): Promise<Counted> => {
    const verdicts = rows.map((row): 'in' | 'out' | 'unknown' => {
      if (filter.types && !filter.types.includes(row.type)) return 'out'
      if (filter.intents && !filter.intents.includes(row.intent?.main ?? 'none')) return 'out'
      if (filter.missing && row.volume) return 'out'
      if (filter.serp_features) return 'unknown'
      const numbers: [number | null, number | undefined, number | undefined][] = [
        [row.volume?.value ?? null, filter.volume_min, filter.volume_max],
        [row.difficulty, filter.difficulty_min, filter.difficulty_max],
        [row.position, filter.position_min, filter.position_max],
      ]
      const asked = numbers.filter(([, min, max]) => min !== undefined || max !== undefined)
      const isOut = asked.some(
        ([value, min, max]) => value !== null && (value < (min ?? -1) || value > (max ?? Number.MAX_VALUE)),
      )
      if (isOut) return 'out'
      return asked.some(([value]) => value === null) ? 'unknown' : 'in'
    })
    const passing = rows.filter((_, at) => verdicts[at] === 'in')
    const known = passing.flatMap((row) => row.volume?.value ?? [])
    return {
      rows: passing.length,
      unknown: verdicts.filter((verdict) => verdict === 'unknown').length,
      volume: { sum: known.reduce((sum, value) => sum + value, 0), known: known.length },
      examples: passing.slice(0, 3).map(({ _id, text }) => ({ _id, text })),
    }
  }

const question = (text: string, volume: number | null, difficulty: number | null) =>
  toRow(text, { volume: volume === null ? null : getVolume(volume), difficulty })

test('easy questions are those with both numbers; rows that lack one are told apart, never counted as 0', async () => {
  const rows = [
    question('how to steep', 2000, 12),
    question('how to dilute', 1000, 20),
    question('what ratio', 5000, 60),
    question('can you freeze it', null, 10),
    question('is it keto', 1500, null),
    toRow('cold brew jar', { type: 'related', volume: getVolume(9000), difficulty: 5 }),
  ]
  const [easy] = await getFindings(rows.length, countIn(rows))
  expect(easy).toMatchObject({ kind: 'easy_questions', rows: 2, searches: 3000, unknown: 2, of: 4 })
  expect(easy!.filter).toEqual({ types: ['question'], difficulty_max: 20, volume_min: 1000 })
})

test('easy keywords leave out the questions that were counted before them', async () => {
  const rows = [
    question('how to steep', 2000, 12),
    toRow('cold brew jar', { type: 'related', volume: getVolume(9000), difficulty: 5 }),
  ]
  const found = await getFindings(rows.length, countIn(rows))
  expect(found).toMatchObject([
    { kind: 'easy_questions', rows: 1, searches: 2000 },
    { kind: 'easy_keywords', rows: 1, searches: 9000 },
  ])
  expect(found[1]!.filter.types).not.toContain('question')
  expect(await getFindings(1, countIn(rows.slice(0, 1)))).toHaveLength(1)
})

test('a filter that nothing passes gives way to the next, and without any there is no finding', async () => {
  const rows = [question('how to steep', 300, 18)]
  expect((await getFindings(1, countIn(rows)))[0]!.filter).toMatchObject({ volume_min: 100, difficulty_max: 20 })
  const hard = [question('how to steep', 300, 80)]
  expect(await getFindings(1, countIn(hard))).toEqual([])
})

test('rows without a volume are told where others have one', async () => {
  const some = [question('a', 10, 90), question('b', null, 90)]
  expect(await getFindings(2, countIn(some))).toMatchObject([
    { kind: 'no_volume', rows: 1, of: 2, searches: null, filter: { missing: ['volume'] }, examples: [{ text: 'b' }] },
  ])
  expect(await getFindings(1, countIn([question('b', null, 90)]))).toEqual([])
})

test('buying intent and positions of one’s own pages are counted with the searches that are known', async () => {
  const rows = [
    toRow('buy cold brew', { type: 'related', intent: { main: 'transactional', confidence: 1 }, position: 12 }),
    toRow('best cold brew', { type: 'related', intent: { main: 'commercial', confidence: 1 }, position: 3 }),
  ]
  const found = await getFindings(2, countIn(rows))
  expect(found.map(({ kind, rows: count, searches }) => [kind, count, searches])).toEqual([
    ['near_top', 1, null],
    ['buying_intent', 2, null],
  ])
})
