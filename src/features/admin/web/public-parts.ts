/** Files below this folder that other features may import. */
export const publicParts = ['admin-search.tsx', 'require-staff.ts']
