import type { LoaderFunctionArgs } from 'react-router'
import { pageContext } from '#web/public-pages/page-context.ts'
import { textAnswer } from './blog-calls.ts'

/** robots.txt: allows all public pages. */
export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl, mapped } = context.get(pageContext)
  // Shared reports must not be indexed; blogs should be.
  if (mapped)
    return textAnswer(
      mapped.target === 'blog'
        ? `User-agent: *\nDisallow:\n\nSitemap: https://${new URL(mapped.origin).hostname}/sitemap.xml\n`
        : 'User-agent: *\nDisallow: /\n',
      'text/plain',
    )
  return textAnswer(
    `User-agent: *
Disallow: /app
Disallow: /__
Disallow: /logout
Disallow: /setup
Disallow: /invite

Sitemap: ${publicUrl}/sitemap.xml
`,
    'text/plain',
  )
}
