/** Files below this folder that other features may import. */
export const publicParts = ['use-feed-url.tsx']
