import { expect, test } from 'vitest'
import { linesLayout } from './line-chart-layout.ts'

const line = (keyword: string, values: number[], partial = false) => ({
  keyword,
  about: null,
  points: values.map((v, at) => ({ t: `2026-0${at + 1}-01`, v, partial: partial && at === values.length - 1 })),
})

test('lines of different lengths share the same dates and scale', () => {
  const { lines, dates } = linesLayout(
    { scale: 'absolute', series: [line('a', [10, 20, 30]), line('b', [30])] },
    500,
    240,
  )
  expect(dates.map(({ t }) => t)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(lines[1]!.points[0]!.x).toBe(lines[0]!.points[0]!.x)
  expect(lines[1]!.points[0]!.y).toBe(lines[0]!.points[2]!.y)
})

test('an incomplete period is dashed, starting at the last complete one, and a line without points is empty', () => {
  const { lines, ticks } = linesLayout(
    { scale: 'relative', series: [line('a', [10, 20, 30], true), line('b', [])] },
    500,
    240,
  )
  expect(lines[0]!.path.match(/[ML]/g)).toHaveLength(2)
  expect(lines[0]!.partialPath.match(/[ML]/g)).toHaveLength(2)
  expect([lines[1]!.path, lines[1]!.partialPath]).toEqual(['', ''])
  expect(ticks.at(-1)!.v).toBe(100)
})
