/** Files below this folder that other features may import. */
export const publicParts = ['reference/api-call.tsx', 'reference/reference-html.server.tsx']
