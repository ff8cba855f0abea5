/** Files below this folder that other features may import. */
export const publicParts = [
  'error-texts.ts',
  'imports/import-drop.tsx',
  'imports/import-labels.ts',
  'imports/import-summary.tsx',
  'imports/use-import-review.tsx',
  'list-origin.tsx',
  'origin-labels.ts',
  'save-to-list.tsx',
]
