import { expect, test } from 'vitest'
import { buildPaaTree } from '../../../rules/questions/paa-tree.ts'
import { layOutPaaTree, type PaaBox } from './paa-layout.ts'

const at = '2026-11-01T00:00:00.000Z'
const question = (text: string, parent: string | null = null) => ({
  text,
  parent,
  source: 'sample',
  answer: null,
  title: null,
  url: null,
  fetched_at: at,
})

test('no two boxes overlap, and children are right of their question', () => {
  const roots = buildPaaTree([
    question('What is the best ratio of coffee to water for a strong cold brew concentrate at home in a jar?'),
    question(
      'Is it strong?',
      'What is the best ratio of coffee to water for a strong cold brew concentrate at home in a jar?',
    ),
    question('How long does it last?'),
    question('Can it go bad?', 'How long does it last?'),
    question('With milk?', 'How long does it last?'),
    question('In the sun?', 'Can it go bad?'),
  ])
  const { boxes, links, width, height } = layOutPaaTree('cold brew coffee', roots)
  expect(boxes).toHaveLength(7)
  expect(links).toHaveLength(6)
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) expect(overlap(a, b), `${a.lines} and ${b.lines}`).toBe(false)
  const byId = new Map(boxes.map((box) => [box.id, box]))
  expect(byId.get('1.0.0')!.x).toBeGreaterThan(byId.get('1.0')!.x + byId.get('1.0')!.width)
  expect(Math.max(...boxes.map((box) => box.x + box.width))).toBeLessThanOrEqual(width)
  expect(Math.max(...boxes.map((box) => box.y + box.height))).toBeLessThanOrEqual(height)
})

const overlap = (a: PaaBox, b: PaaBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
