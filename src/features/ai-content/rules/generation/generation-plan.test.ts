import { expect, test } from 'vitest'
import { createWritingJob, getBlockGap, mergeOutline } from './generation-plan.ts'
import { bareContext } from './sample-context.test-rows.ts'

const h2 = (text: string) => ({ type: 'h2' as const, text })

test('planned headings keep their position while the text is being written', () => {
  const plan = ['A', 'B', 'C', 'D'].map(h2)
  expect(mergeOutline(plan, [h2('A'), h2('C')]).map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D'])
  expect(mergeOutline(plan, [h2('C'), h2('X')]).map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D', 'X'])
  expect(mergeOutline(plan, []).map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D'])
})

test('a heading deleted from the text isn’t added back', () => {
  expect(mergeOutline([h2('A'), h2('B')], [h2('A')], [h2('A'), h2('B')])).toEqual([h2('A')])
})

test('blocks are separated by an empty line unless the text already ends with one', () => {
  expect(getBlockGap('Whole.')).toBe('\n\n')
  expect(getBlockGap('Whole.\n\n')).toBe('')
  expect(getBlockGap('')).toBe('')
})

test('merging outlines of 20,000 headings takes less than 4 seconds', () => {
  const headings = Array.from({ length: 20_000 }, (_, at) => ({ type: 'h2' as const, text: `Heading ${at}` }))
  const others = headings.map(({ type, text }) => ({ type, text: `Other ${text}` }))
  const started = process.cpuUsage()
  expect(mergeOutline([...headings, ...others], headings)).toEqual([...headings, ...others])
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(4000)
})

test('an outline with too many headings for one unit is rejected', () => {
  const context = (length: number) =>
    bareContext(
      'blog_post',
      'Cold brew',
      { words: 10_000 },
      { outline: Array.from({ length }, (_, at) => h2(`Part ${at}`)) },
    )
  const steps = (length: number) => createWritingJob(context(length), '', { mode: 'write' }, false).steps.length
  expect(steps(200)).toBeLessThanOrEqual(250)
  expect(() => steps(3000)).toThrow('outline has too many headings')
})
