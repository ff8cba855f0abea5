import { expect, test } from 'vitest'
import { fitText, textWidth } from './text-width.ts'

test('a text is cut after a whole word and fits', () => {
  const cut = fitText('why does cold brew upset my stomach', 11, 150)
  expect(cut).toMatch(/^why does cold brew( \w+)*…$/)
  expect('why does cold brew upset my stomach '.startsWith(`${cut.slice(0, -1)} `)).toBe(true)
  expect(textWidth(cut, 11)).toBeLessThanOrEqual(150)
  expect(fitText('Donaudampfschifffahrtsgesellschaft', 11, 80)).toMatch(/^Donau\w+…$/)
})
