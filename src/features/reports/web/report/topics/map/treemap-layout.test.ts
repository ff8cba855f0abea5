import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCluster } from '../../keywords/table/test-rows.ts'
import { textWidth } from '../../questions/text-width.ts'
import { findBoxToward, layoutMap, type MapBox, titleSize } from './treemap-layout.ts'

const words = ['standing desk', 'kettle', 'ergonomic office chair', 'best monitor arm for two screens', 'mat', 'lamp']
const getClusters = (parents: number, volumes: (number | null)[]) => [
  ...Array.from({ length: parents }, (_, at) =>
    toCluster(`${words[at % words.length]} ${at}`, 9, { _id: `p${at}`, kind: 'parent' }),
  ),
  ...volumes.map((volume, at) =>
    toCluster(`${words[at % words.length]} ${at}`, (at % 7) + 1, {
      _id: `t${at}`,
      volume,
      parent_id: parents > 0 ? `p${at % parents}` : null,
    }),
  ),
]
const isInside = (box: MapBox, width: number, height: number) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5
const overlap = (a: MapBox, b: MapBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('every topic is drawn with its whole name or counted in a box, inside the map and without overlaps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 0, max: 100_000 })), { minLength: 2, maxLength: 150 }),
      fc.integer({ min: 0, max: 20 }),
      fc.constantFrom(500, 720),
      (volumes, most, width) => {
        const parents = Math.min(most, Math.floor(volumes.length / 2))
        const boxes = layoutMap(getClusters(parents, volumes), 'volume', width, 700)
        const leaves = boxes.filter(({ kind }) => kind !== 'parent')
        const drawn = leaves.flatMap((box) =>
          box.kind === 'topic' ? [box.topic._id] : box.kind === 'more' ? box.topics.map(({ _id }) => _id) : [],
        )
        expect(drawn.toSorted()).toEqual(volumes.map((_, at) => `t${at}`).toSorted())
        for (const [at, box] of leaves.entries()) {
          expect(isInside(box, width, 700)).toBe(true)
          for (const other of leaves.slice(at + 1)) expect(overlap(box, other)).toBe(false)
          if (box.kind === 'topic') expect(box.label.lines.join(' ')).not.toMatch(/…$/)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a narrow map draws parents alone, each with its whole name', () => {
  const boxes = layoutMap(getClusters(8, [900, 400, 300, 200, 100, 90, 80, 70, null]), 'keywords', 342, 420)
  expect(boxes.map((box) => box.kind === 'topic' && box.label.lines.join(' ')).toSorted()).toEqual(
    Array.from({ length: 8 }, (_, at) => `${words[at % words.length]} ${at}`).toSorted(),
  )
})

test('area follows volume where labels have room', () => {
  const boxes = layoutMap(getClusters(0, [9000, 3000]), 'volume', 600, 400)
  const [large, small] = boxes.map(({ width, height }) => width * height)
  expect(large! / small!).toBeGreaterThan(2.8)
  expect(large! / small!).toBeLessThan(3.2)
})

test('no topic is drawn larger than one with more volume beside it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 2, maxLength: 30 }), (volumes) => {
      const boxes = layoutMap(getClusters(0, volumes), 'volume', 704, 620).filter((box) => box.kind === 'topic')
      // Sides are whole pixels.
      for (const a of boxes)
        for (const b of boxes)
          if (a.topic.volume! > b.topic.volume!)
            expect(b.width * b.height).toBeLessThanOrEqual((a.width + 2) * (a.height + 2))
    }),
    { numRuns: 60 },
  )
})

test('a parent’s title fits its box, in two lines where one is too short', () => {
  const clusters = [
    ...['coffee to water ratio for cold brew', 'temperature', 'milk'].map((name, at) =>
      toCluster(name, 9, { _id: `p${at}`, kind: 'parent' }),
    ),
    ...[900, 300, 200, 100, 50].map((volume, at) =>
      toCluster(`${words[at]}`, 3, { _id: `t${at}`, volume, parent_id: `p${at % 3}` }),
    ),
  ]
  for (const width of [500, 560, 720]) {
    const parents = layoutMap(clusters, 'volume', width, 400).filter((box) => box.kind === 'parent')
    expect(parents.map(({ title }) => title.join(' ')).toSorted()).toEqual(
      ['coffee to water ratio for cold brew', 'milk', 'temperature'].toSorted(),
    )
    for (const { title, width } of parents)
      for (const line of title) expect(textWidth(line, titleSize, true)).toBeLessThanOrEqual(width)
  }
})

test('a topic without a volume is marked as such', () => {
  const boxes = layoutMap(getClusters(0, [9000, null]), 'volume', 600, 400)
  expect(boxes.map((box) => box.kind === 'topic' && box.isUnsized)).toEqual([false, true])
})

test('arrow keys go to the nearest box in their direction', () => {
  const boxes = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 20, y: 0, width: 10, height: 10 },
    { x: 0, y: 20, width: 10, height: 10 },
  ]
  expect(findBoxToward(boxes, boxes[0]!, 'ArrowRight')).toBe(boxes[1])
  expect(findBoxToward(boxes, boxes[0]!, 'ArrowDown')).toBe(boxes[2])
  expect(findBoxToward(boxes, boxes[1]!, 'ArrowLeft')).toBe(boxes[0])
  expect(findBoxToward(boxes, boxes[0]!, 'ArrowUp')).toBeUndefined()
  expect(findBoxToward(boxes, boxes[0]!, 'End')).toBe(boxes[2])
})
