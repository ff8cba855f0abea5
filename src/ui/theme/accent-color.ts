import { contrast, hexFromOklch, type Oklch, oklchFromHex } from './color-space.ts'

/** The surfaces an accent may lie on, as in tokens.css (a test holds the two together). */
export const surfaces = {
  light: ['oklch(98.6% 0.004 85)', 'oklch(99.6% 0.002 85)', 'oklch(96.4% 0.006 85)'],
  dark: ['oklch(18.5% 0.012 265)', 'oklch(21.5% 0.013 265)', 'oklch(16% 0.012 265)'],
} as const

export type Accent = {
  /** Lines, marks, checked boxes: at least 4.5:1 on every surface. */
  accent: string
  /** Text in the accent: at least 5.5:1 on every surface and 4.5:1 on the wash. */
  ink: string
  /** A background tint. */
  wash: string
}

export const houseColor = '#c2410c'

const parse = (css: string): Oklch => {
  const [l = 0, c = 0, h = 0] = (css.match(/[\d.]+/g) ?? []).map(Number)
  return { l: l / 100, c, h }
}
const surfaceHexes = {
  light: surfaces.light.map((css) => hexFromOklch(parse(css))),
  dark: surfaces.dark.map((css) => hexFromOklch(parse(css))),
}

/** Steps away from the surfaces until the contrast holds: the color nearest to the target that passes. */
function untilLegible(target: Oklch, step: number, backgrounds: string[], ratio: number) {
  let color = target
  while (color.l > 0 && color.l < 1) {
    const hex = hexFromOklch(color)
    if (backgrounds.every((background) => contrast(hex, background) >= ratio)) return hex
    color = { ...color, l: color.l + step }
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** The accent of one theme from a workspace's "#rrggbb". Hue is kept; lightness moves until text is legible. */
export function getAccent(hex: string, theme: 'light' | 'dark'): Accent {
  const base = oklchFromHex(/^#[0-9a-f]{6}$/i.test(hex) ? hex : houseColor)
  const backgrounds = surfaceHexes[theme]
  if (theme === 'light') {
    const wash = hexFromOklch({ l: 0.955, c: Math.min(0.025, base.c * 0.2), h: base.h })
    return {
      wash,
      accent: untilLegible({ ...base, l: Math.min(0.58, base.l) }, -0.005, backgrounds, 4.5),
      ink: untilLegible({ ...base, l: Math.min(0.46, base.l), c: base.c * 0.9 }, -0.005, [...backgrounds, wash], 5.5),
    }
  }
  const wash = hexFromOklch({ l: 0.275, c: Math.min(0.036, base.c * 0.25), h: base.h })
  return {
    wash,
    accent: untilLegible({ ...base, l: Math.max(0.7, base.l), c: Math.min(base.c, 0.15) }, 0.005, backgrounds, 4.5),
    ink: untilLegible(
      { ...base, l: Math.max(0.8, base.l), c: Math.min(base.c, 0.11) },
      0.005,
      [...backgrounds, wash],
      5.5,
    ),
  }
}

/** Custom properties for `<html style>`: one workspace color as the accent of both themes. */
export function accentVariables(hex: string): Record<`--${string}`, string> {
  const light = getAccent(hex, 'light')
  const dark = getAccent(hex, 'dark')
  return {
    '--workspace-color': hex,
    '--workspace-accent': light.accent,
    '--workspace-accent-ink': light.ink,
    '--workspace-accent-wash': light.wash,
    '--workspace-accent-dark': dark.accent,
    '--workspace-accent-ink-dark': dark.ink,
    '--workspace-accent-wash-dark': dark.wash,
  }
}
