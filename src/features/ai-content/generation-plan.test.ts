import { expect, test } from 'vitest'
import { createWritingJob, getBlockGap, mergeOutline } from './generation-plan.ts'
import { bareContext } from './sample-context.test-rows.ts'

const h2 = (text: string) => ({ type: 'h2' as const, text })

test('headings that are still to be written keep their place in the plan', () => {
  const plan = ['A', 'B', 'C', 'D'].map(h2)
  expect(mergeOutline(plan, [h2('A'), h2('C')]).map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D'])
  expect(mergeOutline(plan, [h2('C'), h2('X')]).map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D', 'X'])
  expect(mergeOutline(plan, []).map(({ text }) => text)).toEqual(['A', 'B', 'C', 'D'])
})

test('a heading that was taken out of the text does not come back as planned', () => {
  expect(mergeOutline([h2('A'), h2('B')], [h2('A')], [h2('A'), h2('B')])).toEqual([h2('A')])
})

test('what goes on in a sentence is joined by a space, what begins a section by an empty line', () => {
  expect(getBlockGap('Whole.')).toBe('\n\n')
  expect(getBlockGap('Whole.\n\n')).toBe('')
  expect(getBlockGap('')).toBe('')
})

test('an outline of twenty thousand headings is merged in no time', () => {
  const headings = Array.from({ length: 20_000 }, (_, at) => ({ type: 'h2' as const, text: `Heading ${at}` }))
  const others = headings.map(({ type, text }) => ({ type, text: `Other ${text}` }))
  const started = performance.now()
  expect(mergeOutline([...headings, ...others], headings)).toEqual([...headings, ...others])
  expect(performance.now() - started).toBeLessThan(4000)
})

test('one unit writes no more parts than the largest outline that can be asked for has', () => {
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
