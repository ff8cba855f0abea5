/** Files below this folder that other features may import. */
export const publicParts = [
  'in-text/copied-images.ts',
  'in-text/foreign-images-note.tsx',
  'in-text/image-picker.tsx',
  'in-text/imported-images.ts',
  'in-text/text-image-card.tsx',
  'in-text/text-images.ts',
]
