import { expect, test } from 'vitest'
import { enhancePublicPage } from './public-page-script.ts'

test('the inline script of public pages has no imports and can’t close its script element', () => {
  const text = enhancePublicPage.toString()
  expect(() => new Function(`return (${text})`)).not.toThrow()
  expect(text).not.toMatch(/import\b|require\(|__vite|<\/script/)
  expect(text.length).toBeLessThan(6000)
})
