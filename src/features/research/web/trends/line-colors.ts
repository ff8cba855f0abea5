/**
 * Colours of up to five lines, apart in hue and in lightness, 3:1 on paper in light and dark. None is the workspace's
 * accent, which may be like any of them. Names stand beside them.
 */
export const lineTones = [
  'var(--ink)',
  'light-dark(oklch(52% 0.13 250), oklch(76% 0.11 250))',
  'light-dark(oklch(58% 0.11 160), oklch(72% 0.12 160))',
  'light-dark(oklch(50% 0.16 330), oklch(76% 0.12 330))',
  'light-dark(oklch(61% 0.12 70), oklch(84% 0.11 85))',
] as const

/** How each is drawn, so that they differ without colour too; dashes are for what is not over. */
export const lineWidths = [2, 1.4, 1.4, 1.4, 1.4] as const
