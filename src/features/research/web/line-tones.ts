/** Colours of up to five lines, apart in hue and in lightness, 3:1 on paper in light and dark. Names stand beside them. */
export const lineTones = [
  'var(--accent)',
  'light-dark(oklch(42% 0.1 255), oklch(78% 0.1 250))',
  'light-dark(oklch(60% 0.11 160), oklch(70% 0.12 160))',
  'light-dark(oklch(38% 0.12 325), oklch(80% 0.1 325))',
  'light-dark(oklch(58% 0.1 85), oklch(86% 0.11 90))',
] as const

/** How each is drawn, so that they differ without colour too; dashes are for what is not over. */
export const lineWidths = [2, 1.4, 1.4, 1.4, 1.4] as const
