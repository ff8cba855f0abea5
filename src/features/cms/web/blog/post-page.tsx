import { Heart } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
} from 'react-router'
import { AppError } from '#kit/errors.ts'
import { formatCount } from '#ui/format/format.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { isSecure } from '#web/session/session.ts'
import { cmsContract, type PublicPost } from '../../contract.ts'
import { readVisitor, setVisitor } from '../../rules/visitor-cookie.ts'
import { Article } from './article.tsx'
import { getBlogParams, orNotFound, withBlogPath } from './blog-calls.ts'
import { BlogFrame } from './blog-frame.tsx'
import { blogPath, postMeta, postPath } from './blog-meta.ts'
import { Neighbors, Share } from './post-end.tsx'
import { PostLine } from './post-summary.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader(args: LoaderFunctionArgs) {
  const { request, context, params } = args
  const { call, publicUrl, signedIn } = context.get(pageContext)
  const visitor = readVisitor(request.headers.get('Cookie'))
  const post = call(
    cmsContract.publicGet,
    { slug: params.slug ?? '', ...getBlogParams(params) },
    visitor ? { headers: { Cookie: `visitor=${visitor}` } } : {},
  )
  const found = await orNotFound(post.catch((error) => toNewSlug(error, context)))
  return { ...withBlogPath(found, args), publicUrl, signedIn }
}

/** Permanent redirect from an old slug, in one step even if the blog's address changed as well. */
function toNewSlug(error: unknown, context: LoaderFunctionArgs['context']): never {
  const { moved_to: slug, path } = (error instanceof AppError && error.options.details) || {}
  if (typeof slug !== 'string' || typeof path !== 'string') throw error
  throw redirect(postPath({ path: context.get(pageContext).mapped ? '' : path }, slug), 301)
}

/** Path of the blog on this host. */
function blogHome(context: LoaderFunctionArgs['context'], params: Record<string, string | undefined>) {
  if (context.get(pageContext).mapped) return ''
  return params.workspace === undefined ? '/blog' : `/b/${params.workspace}`
}

/** Handles a like without scripts, then redirects back to the button. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { call } = context.get(pageContext)
  const form = await request.formData()
  const known = readVisitor(request.headers.get('Cookie'))
  const visitor = known ?? newVisitor()
  const headers = { Cookie: `visitor=${visitor}` }
  await orNotFound(call(cmsContract.like, { id: String(form.get('id') ?? '') }, { headers }))
  const path = blogHome(context, params)
  throw redirect(`${postPath({ path }, params.slug ?? '')}#like`, {
    status: 303,
    headers: known ? {} : { 'Set-Cookie': setVisitor(visitor, isSecure(context)) },
  })
}

const newVisitor = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (!loaderData) return [{ title: 'Post not found' }]
  return postMeta(loaderData.post, loaderData.blog)
}

export default function PostPage() {
  const { post, related, previous, next, blog, signedIn, mapped } = useLoaderData<typeof loader>()
  return (
    <BlogFrame blog={blog} signedIn={signedIn}>
      <main>
        <Article post={post} blog={blog}>
          <div className="mt-8 flex flex-wrap items-center gap-2" data-screen-only>
            <Like post={post} action={postPath(blog, post.slug)} counts={!mapped} />
            <Share post={post} />
          </div>
        </Article>
        <Neighbors previous={previous} next={next} blog={blog} />
        <section aria-labelledby="more" className="mx-auto mt-16 w-full max-w-[43rem] px-5 sm:px-8" data-screen-only>
          {related.length > 0 && (
            <>
              <h2 id="more" className="heading mb-4">
                Related posts
              </h2>
              {related.map((other) => (
                <PostLine key={other._id} post={other} blog={blog} as="h3" />
              ))}
            </>
          )}
          <p className="border-line border-t pt-5">
            <a href={blogPath(blog)} id={related.length > 0 ? undefined : 'more'} className="link">
              All posts
            </a>
          </p>
        </section>
      </main>
    </BlogFrame>
  )
}

type LikeProps = {
  post: PublicPost
  action: string
  /** Whether the API is reachable from this host, so that scripts can update the count. */
  counts: boolean
}

/** A form, so that it works without scripts; with them the count changes in place (public-enhance.ts). */
function Like({ post, action, counts }: LikeProps) {
  return (
    <form method="post" action={action} id="like" data-like={counts ? post._id : undefined}>
      <input type="hidden" name="id" value={post._id} />
      <button
        type="submit"
        aria-pressed={post.liked}
        className="group inline-flex h-10 items-center gap-2 rounded-full border border-line-2 bg-panel px-4 text-s hover:border-mark aria-pressed:border-accent aria-pressed:text-accent-ink"
      >
        <Heart size={16} aria-hidden className="group-aria-pressed:fill-accent group-aria-pressed:stroke-accent" />
        <span>Like</span>
        <span data-likes className="text-ink-2 empty:hidden">
          {post.likes > 0 ? formatCount(post.likes) : ''}
        </span>
      </button>
    </form>
  )
}
