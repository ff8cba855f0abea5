import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVolume, toRow } from '../keywords/table/test-rows.ts'
import { textWidth } from './text-width.ts'
import { shareSlots, wheelGroups, wheelLayout } from './wheel-layout.ts'
import type { WheelLayout } from './wheel-parts.ts'

type Point = [number, number]
type Shape = { name: string; corners: Point[] }

/** A polygon around the circle, at most 1 % wider. */
function circle(name: string, x: number, y: number, radius: number): Shape {
  const sides = 24
  const outer = radius / Math.cos(Math.PI / sides)
  return {
    name,
    corners: Array.from({ length: sides }, (_, n): Point => {
      const angle = (2 * Math.PI * n) / sides
      return [x + outer * Math.cos(angle), y + outer * Math.sin(angle)]
    }),
  }
}

/** The drawn shapes as polygons. Texts have the width of bold type and the height of their letters. */
function getShapes(layout: WheelLayout): Shape[] {
  const box = (name: string, x: number, y: number, width: number, height: number, turn = 0): Shape => ({
    name,
    corners: (
      [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ] as Point[]
    ).map(([u, v]) => [
      x + u * width * Math.cos(turn) - v * height * Math.sin(turn),
      y + u * width * Math.sin(turn) + v * height * Math.cos(turn),
    ]),
  })
  const ring = Math.hypot(layout.leaves[0]?.x ?? 0, layout.leaves[0]?.y ?? 0)
  const labels = layout.leaves.map((leaf) => {
    const width = textWidth(leaf.label, layout.fontSize, true)
    const middle = ring + layout.labelGap + width / 2
    return box(
      `label ${leaf.label}`,
      middle * Math.cos(leaf.angle),
      middle * Math.sin(leaf.angle),
      width,
      layout.fontSize,
      leaf.angle,
    )
  })
  const pills = layout.pills.map((pill) => box(`pill ${pill.name}`, pill.x, pill.y, pill.width, pill.height))
  const dots = layout.leaves.map((leaf) => circle(`dot ${leaf.key}`, leaf.x, leaf.y, leaf.dot))
  return [...labels, ...pills, ...dots]
}

function apart(a: Shape, b: Shape) {
  for (const { corners } of [a, b])
    for (const [at, [x, y]] of corners.entries()) {
      const [nx, ny] = corners[(at + 1) % corners.length] as Point
      const axis: Point = [ny - y, x - nx]
      const span = (shape: Shape) => shape.corners.map(([px, py]) => px * axis[0] + py * axis[1])
      if (Math.max(...span(a)) <= Math.min(...span(b)) + 1e-6 || Math.max(...span(b)) <= Math.min(...span(a)) + 1e-6)
        return true
    }
  return false
}

function overlaps(layout: WheelLayout) {
  const shapes = getShapes(layout)
  return shapes.flatMap((a, at) => shapes.slice(at + 1).flatMap((b) => (apart(a, b) ? [] : [`${a.name} × ${b.name}`])))
}

const words = [
  'how',
  'what',
  'why',
  'can',
  'is',
  'when',
  'where',
  'which',
  'who',
  'are',
  'will',
  'does',
  'do',
  'should',
  'did',
]
const questions = (counts: number[]) =>
  counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, n) =>
      toRow(`${words[at]} much coffee goes into a jar of cold brew number ${n}`, {
        _id: `${at}-${n}`,
        modifier: words[at],
        volume: n % 5 === 0 ? null : getVolume(1000 - n),
      }),
    ),
  )
const getLayout = (counts: number[], width: number, more: { alone?: string; page?: number } = {}) =>
  wheelLayout({
    seed: 'cold brew coffee',
    groups: wheelGroups(questions(counts)),
    width,
    figure: (row) => row.volume?.value ?? null,
    ...more,
  })

describe('question wheel', () => {
  test('no labels, dots or pills overlap, for any groups and width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 520, max: 900 }),
        (counts, width) => {
          expect(overlaps(getLayout(counts, width))).toEqual([])
        },
      ),
      { numRuns: 100, examples: [[[2, 3, 5, 1, 3, 3, 2, 6, 6, 6, 3], 521]] },
    )
  })
  test('nothing overlaps when a single group is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 520, max: 900 }), (count, width) => {
        expect(overlaps(getLayout([count], width, { alone: 'how' }))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
  test('everything is inside the frame', () => {
    for (const width of [520, 704, 900])
      for (const layout of [
        getLayout([64, 51, 40, 33, 21, 12, 9, 5, 2], width),
        getLayout([80], width, { alone: 'how' }),
      ])
        for (const { name, corners } of getShapes(layout))
          for (const [x, y] of corners) {
            expect(Math.abs(x), name).toBeLessThanOrEqual(layout.width / 2)
            expect(Math.abs(y), name).toBeLessThanOrEqual(layout.height / 2)
          }
  })
  test('every row is drawn or counted', () => {
    const counts = [64, 51, 40, 33, 21, 12, 9, 5, 2]
    const { leaves } = getLayout(counts, 704)
    for (const [at, count] of counts.entries()) {
      const group = leaves.filter((leaf) => leaf.group === words[at])
      expect(group.filter((leaf) => leaf.row).length + group.reduce((sum, leaf) => sum + leaf.more, 0)).toBe(count)
    }
  })
  test('a single group shows all of its rows across its pages, each once', () => {
    const { pages } = getLayout([150], 704, { alone: 'how' })
    const seen = Array.from({ length: pages }, (_, page) =>
      getLayout([150], 704, { alone: 'how', page }).leaves.map((leaf) => leaf.key),
    ).flat()
    expect(pages).toBeGreaterThan(1)
    expect(new Set(seen).size).toBe(150)
    expect(seen.length).toBe(150)
  })
  test('dots grow with the value and are hollow without one', () => {
    const { leaves } = wheelLayout({
      seed: 'x',
      groups: [
        {
          name: 'how',
          rows: [toRow('a', { volume: getVolume(1000) }), toRow('b', { volume: getVolume(10) }), toRow('c')],
        },
      ],
      width: 704,
      figure: (row) => row.volume?.value ?? null,
    })
    expect(leaves[0]?.dot).toBeGreaterThan(leaves[1]?.dot ?? 9)
    expect(leaves.map((leaf) => leaf.hollow)).toEqual([false, false, true])
  })
  test('the compact wheel labels its groups without overlap and inside the frame', () => {
    const layout = getLayout([64, 51, 40, 33, 21, 12, 9, 5, 2], 320)
    expect(layout.mode).toBe('compact')
    expect(layout.pills.length).toBe(9)
    expect(overlaps(layout)).toEqual([])
    for (const pill of layout.pills) {
      expect(pill.height).toBeGreaterThanOrEqual(24)
      expect(Math.abs(pill.x) + pill.width / 2).toBeLessThanOrEqual(160)
    }
  })
  test('the compact wheel has room for 24 group names on a phone', () => {
    for (const count of [9, 15, 20, 24]) {
      const rows = Array.from({ length: count }, (_, at) => toRow(`word${at} x`, { modifier: `word${at}`.slice(0, 6) }))
      const groups = wheelGroups(rows)
      const layout = wheelLayout({ seed: 'cold brew', groups, width: 328, figure: () => null })
      expect(layout.pills.length).toBe(groups.length)
      expect(overlaps(layout)).toEqual([])
    }
  })
  test('groups are sorted by size, and the smallest ones are merged', () => {
    const groups = wheelGroups(questions([1, 3, 2]), 2)
    expect(groups.map((group) => [group.name, group.rows.length])).toEqual([
      ['what', 3],
      ['other', 3],
    ])
  })
  test('shares never exceed rows or slots', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 40, max: 90 }),
        (counts, slots) => {
          const shares = shareSlots(counts, slots)
          expect(shares.every((share, at) => share >= 1 && share <= (counts[at] ?? 0))).toBe(true)
          expect(shares.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(Math.max(slots, counts.length * 2))
        },
      ),
    )
  })
})
