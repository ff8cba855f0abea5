/** Files below this folder that other features may import. */
export const publicParts = ['delivery-line.tsx', 'error-texts.ts']
