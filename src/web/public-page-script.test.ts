import { expect, test } from 'vitest'
import { enhancePublicPage } from './public-page-script.ts'

test('the script of the public pages stands alone, and cannot end its own element', () => {
  const text = enhancePublicPage.toString()
  expect(() => new Function(`return (${text})`)).not.toThrow()
  expect(text).not.toMatch(/import\b|require\(|__vite|<\/script/)
  expect(text.length).toBeLessThan(6000)
})
