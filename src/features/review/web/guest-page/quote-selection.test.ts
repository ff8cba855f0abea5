import { expect, test } from 'vitest'
import { quoteSelection } from './quote-selection.ts'

test('the inline script has no imports and can’t close its script element', () => {
  const text = quoteSelection.toString()
  expect(() => new Function(`return (${text})`)).not.toThrow()
  expect(text).not.toMatch(/import\b|require\(|__vite|<\/script/)
})
