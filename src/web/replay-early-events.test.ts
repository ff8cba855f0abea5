import { expect, test } from 'vitest'
import { earlyPressScript } from './replay-early-events.ts'

test('what keeps early presses stands alone, and cannot end its own element', () => {
  expect(() => new Function(earlyPressScript)).not.toThrow()
  expect(earlyPressScript).not.toMatch(/import\b|require\(|__vite|<\/script/)
  expect(earlyPressScript.length).toBeLessThan(3500)
})
