import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accentVariables, getAccent, houseColor, surfaces } from './accent-color.ts'
import { contrast, hexFromOklch, oklchFromHex, plainColor } from './color-space.ts'

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')
const token = (name: string) => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(css) ?? []
  return { light, dark }
}
const hexColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('color conversion', () => {
  test('a hex color survives a round trip', () => {
    fc.assert(
      fc.property(hexColor, (hex) => {
        const back = hexFromOklch(oklchFromHex(hex))
        for (const at of [1, 3, 5])
          expect(
            Math.abs(Number.parseInt(back.slice(at, at + 2), 16) - Number.parseInt(hex.slice(at, at + 2), 16)),
          ).toBeLessThan(3)
      }),
    )
  })
  test('contrast ratios are correct', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
  test('computed colors become hex', () => {
    expect(plainColor('oklch(1 0 0)')).toBe('#ffffff')
    expect(plainColor('oklch(0% 0 0)')).toBe('#000000')
    expect(plainColor('rgb(1, 2, 3)')).toBe('rgb(1, 2, 3)')
  })
})

describe('accent', () => {
  test('surfaces match tokens.css', () => {
    for (const theme of ['light', 'dark'] as const)
      expect(surfaces[theme]).toEqual(['paper', 'panel', 'well'].map((name) => token(name)[theme]))
  })
  test.each(['light', 'dark'] as const)('any workspace color is legible on every %s surface', (theme) => {
    const backgrounds = surfaces[theme].map(plainColor)
    fc.assert(
      fc.property(hexColor, (hex) => {
        const { accent, ink, wash } = getAccent(hex, theme)
        for (const background of backgrounds) {
          expect(contrast(accent, background)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(ink, wash)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(plainColor(token('ink')[theme]), wash)).toBeGreaterThanOrEqual(7)
      }),
      { numRuns: 300 },
    )
  })
  test('an invalid color becomes the default color', () => {
    expect(getAccent('teal', 'light')).toEqual(getAccent(houseColor, 'light'))
  })
  test('the fallbacks in tokens.css match the default color', () => {
    for (const [name, value] of Object.entries(accentVariables(houseColor)))
      if (name !== '--workspace-color') expect(css).toContain(`var(${name}, ${value})`)
  })
})

describe('tokens', () => {
  test.each(['light', 'dark'] as const)('text is legible on every %s surface', (theme) => {
    for (const surface of ['paper', 'panel', 'well'])
      for (const ink of ['ink', 'ink-2', 'ink-3', 'good', 'warn', 'bad'])
        expect(
          contrast(plainColor(token(ink)[theme]), plainColor(token(surface)[theme])),
          `${ink} on ${surface}`,
        ).toBeGreaterThanOrEqual(4.5)
  })
  test.each(['light', 'dark'] as const)('data marks have a contrast of 3:1 in %s', (theme) => {
    for (const surface of ['paper', 'panel'])
      expect(contrast(plainColor(token('mark')[theme]), plainColor(token(surface)[theme]))).toBeGreaterThanOrEqual(3)
  })
})
