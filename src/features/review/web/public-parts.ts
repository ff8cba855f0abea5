/** Files below this folder that other features may import. */
export const publicParts = ['document-comments.tsx', 'share-document.tsx']
