import type { LoaderFunctionArgs } from 'react-router'
import { pageContext } from '#web/public-pages/page-context.ts'
import { cmsContract } from '../../contract.ts'
import { getBlogParams, orNotFound, textAnswer, toCurrentBlog } from './blog-calls.ts'
import { blogTitle } from './blog-meta.ts'
import { xml } from './escape-xml.ts'

const shown = 30

/** The newest posts as RSS 2.0. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args
  const { call } = context.get(pageContext)
  const { items, blog } = await orNotFound(call(cmsContract.publicList, { ...getBlogParams(params), limit: shown }))
  toCurrentBlog(args, blog)
  const date = (iso: string) => new Date(iso).toUTCString()
  const entries = items.map(
    (post) => `
    <item>
      <title>${xml(post.title)}</title>
      <link>${xml(post.url)}</link>
      <guid isPermaLink="false">${xml(post._id)}</guid>
      <pubDate>${date(post.publish_at ?? post.updated_at)}</pubDate>
      <description>${xml(post.excerpt)}</description>${post.tags.map((tag) => `\n      <category>${xml(tag)}</category>`).join('')}
    </item>`,
  )
  return textAnswer(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${xml(blogTitle(blog))}</title>
    <link>${xml(blog.url)}</link>
    <description>${xml(`Posts of ${blog.name}.`)}</description>
    <atom:link href="${xml(`${blog.url}/feed.xml`)}" rel="self" type="application/rss+xml"/>${
      items[0] ? `\n    <lastBuildDate>${date(items[0].publish_at ?? items[0].updated_at)}</lastBuildDate>` : ''
    }${entries.join('')}
  </channel>
</rss>
`,
    'application/rss+xml',
  )
}
