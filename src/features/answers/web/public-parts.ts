/** Files below this folder that other features may import. */
export const publicParts = ['answer-labels.ts', 'interval-track.tsx', 'new-watch-dialog.tsx']
