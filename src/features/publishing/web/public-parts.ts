/** Files below this folder that other features may import. */
export const publicParts = ['publish/publish-button.tsx']
