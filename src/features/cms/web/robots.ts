import type { LoaderFunctionArgs } from 'react-router'
import { pageContext } from '#web/page-context.ts'
import { textAnswer } from './blog-calls.ts'

/** Everything public may be read; what lies behind the sign-in has nothing to show. */
export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl, mapped } = context.get(pageContext)
  // Shared reports ask not to be found; a blog wants to be.
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
