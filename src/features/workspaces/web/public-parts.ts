/** Files below this folder that other features may import. */
export const publicParts = ['color-field.tsx', 'error-texts.ts']
