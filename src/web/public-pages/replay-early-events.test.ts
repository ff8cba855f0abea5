import { expect, test } from 'vitest'
import { earlyEventsScript } from './replay-early-events.ts'

test('the inline script that records early clicks has no imports and can’t close its script element', () => {
  expect(() => new Function(earlyEventsScript)).not.toThrow()
  expect(earlyEventsScript).not.toMatch(/import\b|require\(|__vite|<\/script/)
  expect(earlyEventsScript.length).toBeLessThan(3500)
})
