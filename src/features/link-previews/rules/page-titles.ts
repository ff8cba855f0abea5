/** Titles on the preview images of this server's own pages, by path. */
export const pageTitles: Record<string, string> = {
  '/demo': 'What do people ask about your topic?',
  '/pricing': 'Pricing',
  '/docs/api': 'API reference',
  '/docs/glossary': 'SEO glossary',
  '/docs/assistants': 'Connect an AI assistant',
  '/status': 'Status',
  '/changelog': 'Changelog',
  '/contact': 'Contact',
  '/terms': 'Terms of service',
  '/privacy': 'Privacy policy',
  '/signup': 'Create an account',
}

/** "/docs/glossary" → "docs-glossary" */
export const toPageName = (path: string) => path.slice(1).replaceAll('/', '-')

/** The page whose image a path has: a group of the API reference has that of the reference. Null: the image of the landing page. */
export function getPreviewedPage(path: string): string | null {
  const page = path.startsWith('/docs/api/') ? '/docs/api' : path
  return Object.hasOwn(pageTitles, page) ? page : null
}
