import { expect, test } from 'vitest'
import { markComments } from './mark-comments.ts'

test('the inline script has no imports and can’t close its script element', () => {
  const text = markComments.toString()
  expect(() => new Function(`return (${text})`)).not.toThrow()
  expect(text).not.toMatch(/import\b|require\(|__vite|<\/script/)
})
