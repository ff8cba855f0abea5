import { type LoaderFunctionArgs, type MetaArgs, type MetaDescriptor, useLoaderData } from 'react-router'
import { formatDateTime } from '#ui/format/format.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { cmsContract } from '../../contract.ts'
import { Article } from './article.tsx'
import { orNotFound, withBlogPath } from './blog-calls.ts'
import { BlogFrame } from './blog-frame.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args
  const { call, signedIn } = context.get(pageContext)
  return {
    ...withBlogPath(await orNotFound(call(cmsContract.preview, { token: params.token ?? '' })), args),
    signedIn,
  }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] => [
  { title: loaderData ? `Preview: ${loaderData.post.title}` : 'Preview not found' },
  { name: 'robots', content: 'noindex, nofollow' },
  // Keeps the secret link out of other sites' referrers.
  { name: 'referrer', content: 'same-origin' },
]

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' })

/** Preview of a post for anyone with the link. */
export default function PreviewPage() {
  const { post, blog, signedIn } = useLoaderData<typeof loader>()
  return (
    <BlogFrame blog={blog} signedIn={signedIn}>
      <main>
        <p className="mx-auto w-full max-w-[43rem] px-5 pt-4 text-s sm:px-8" data-screen-only>
          <span className="block border-accent border-l-2 bg-panel px-3.5 py-2">
            Preview of the version saved on {formatDateTime(post.updated_at)} UTC. Anyone with this link can read it for
            14 days.
          </span>
        </p>
        <Article post={post} blog={blog} />
      </main>
    </BlogFrame>
  )
}
