/** Files below this folder that other features may import. */
export const publicParts = ['document-activity.tsx']
