import { expect, test } from 'vitest'
import { autosaveText } from './autosave-text.ts'

test('the inline script has no imports and can’t close its script element', () => {
  const text = autosaveText.toString()
  expect(() => new Function(`return (${text})`)).not.toThrow()
  expect(text).not.toMatch(/import\b|require\(|__vite|<\/script/)
})
