import type { LoaderFunctionArgs } from 'react-router'
import { pageContext } from '#web/page-context.ts'
import { textAnswer } from './blog-calls.ts'

/** Everything public may be read; what lies behind the sign-in has nothing to show. */
export function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl } = context.get(pageContext)
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
