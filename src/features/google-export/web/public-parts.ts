/** Files below this folder that other features may import. */
export const publicParts = ['use-google-export.tsx', 'google-connection.tsx']
