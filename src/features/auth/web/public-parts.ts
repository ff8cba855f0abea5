/** Files below this folder that other features may import. */
export const publicParts = ['sign-in/sign-in.ts']
