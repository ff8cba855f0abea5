import type { LoaderFunctionArgs } from 'react-router'
import { pageContext } from '#web/page-context.ts'
import { cmsContract } from '../contract.ts'
import { getBlogParams, orNotFound, textAnswer } from './blog-calls.ts'
import { xml } from './escape-xml.ts'

/** sitemap.xml: the server's public pages and posts, or a workspace's posts. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { call, publicUrl } = context.get(pageContext)
  const { blog, entries } = await orNotFound(call(cmsContract.sitemap, getBlogParams(params)))
  const own =
    blog.workspace_id === null
      ? ['/', '/demo', '/pricing', '/docs/api', '/docs/assistants', '/docs/glossary'].map((path) => publicUrl + path)
      : []
  const lines = [
    ...own.map((url) => `  <url><loc>${xml(url)}</loc></url>`),
    ...(entries.length > 0 ? [`  <url><loc>${xml(blog.url)}</loc></url>`] : []),
    ...entries
      // A sitemap can have up to 50,000 URLs.
      .slice(0, 49_990)
      .map(({ url, updated_at }) => `  <url><loc>${xml(url)}</loc><lastmod>${xml(updated_at)}</lastmod></url>`),
  ]
  return textAnswer(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</urlset>
`,
    'application/xml',
  )
}
