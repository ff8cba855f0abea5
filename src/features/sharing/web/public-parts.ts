/** Files below this folder that other features may import. */
export const publicParts = [
  'mailing-dialog.tsx',
  'share-dialog.tsx',
  'share-link.tsx',
  'shared-report/link-page.ts',
  'shared-report/share-cookie.ts',
  'shared-report/share-not-found.tsx',
  'shared-report/share-password-form.tsx',
]
