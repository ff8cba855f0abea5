/** Files below this folder that other features may import. */
export const publicParts = ['batch-labels.ts', 'write-items/write-items-dialog.tsx']
