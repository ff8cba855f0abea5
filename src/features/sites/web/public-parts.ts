/** Files below this folder that other features may import. */
export const publicParts = ['plan-dialog.tsx', 'ai-crawlers-table.tsx']
