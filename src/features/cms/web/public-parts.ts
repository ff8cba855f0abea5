/** Files below this folder that other features may import. */
export const publicParts = [
  'blog/blog-calls.ts',
  'blog/escape-xml.ts',
  'datetime-field.ts',
  'error-texts.ts',
  'publish-on-blog.tsx',
]
