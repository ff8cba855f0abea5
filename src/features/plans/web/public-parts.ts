/** Files below this folder that other features may import. */
export const publicParts = [
  'error-texts.ts',
  'limit-notice.tsx',
  'plan-table.tsx',
  'redeem-code.tsx',
  'usage-meters.tsx',
]
