/** The accents a new workspace may start with; its people can choose any other. */
export const workspaceColors = [
  '#c2410c',
  '#0f766e',
  '#4338ca',
  '#a21caf',
  '#b45309',
  '#15803d',
  '#be123c',
  '#0369a1',
] as const
