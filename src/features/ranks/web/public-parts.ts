/** Files below this folder that other features may import. */
export const publicParts = ['new-tracker-dialog.tsx']
