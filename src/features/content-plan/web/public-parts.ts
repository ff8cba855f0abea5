/** Files below this folder that other features may import. */
export const publicParts = ['document-links/document-links.tsx', 'error-texts.ts', 'item-labels.ts', 'plan-topics.tsx']
