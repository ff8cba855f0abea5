/** Files below this folder that other features may import. */
export const publicParts = [
  'document-comments.tsx',
  'document-review.tsx',
  'document-suggestions.tsx',
  'plan-comments.tsx',
  'review-text.ts',
  'share-document.tsx',
  'share-plan.tsx',
  'use-document-comments.ts',
]
