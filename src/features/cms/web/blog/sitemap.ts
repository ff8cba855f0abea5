import type { LoaderFunctionArgs } from 'react-router'
import { referencePaths } from '#features/api-keys/web/reference/reference-html.server.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { cmsContract } from '../../contract.ts'
import { getBlogParams, orNotFound, textAnswer, toCurrentBlog } from './blog-calls.ts'
import { xml } from './escape-xml.ts'

const publicPaths = ['/', '/demo', '/pricing', '/docs/assistants', '/docs/glossary', '/changelog', '/contact']

/** sitemap.xml: the server's public pages and posts, or a workspace's posts. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args
  const { call, publicUrl } = context.get(pageContext)
  const { blog, entries } = await orNotFound(call(cmsContract.sitemap, getBlogParams(params)))
  toCurrentBlog(args, blog)
  const own =
    blog.workspace_id === null ? [...publicPaths, ...(await referencePaths(call))].map((path) => publicUrl + path) : []
  const lines = [
    ...own.map((url) => `  <url><loc>${xml(url)}</loc></url>`),
    ...(entries.length > 0 ? [`  <url><loc>${xml(blog.url)}</loc></url>`] : []),
    ...entries
      // A sitemap can have up to 50,000 URLs.
      .slice(0, 49_900)
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
