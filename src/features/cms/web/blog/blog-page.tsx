import { Search } from 'lucide-react'
import { type LoaderFunctionArgs, type MetaArgs, type MetaDescriptor, useLoaderData } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { cmsContract } from '../../contract.ts'
import { getBlogParams, orNotFound, withBlogPath } from './blog-calls.ts'
import { BlogFrame } from './blog-frame.tsx'
import { blogPath, blogTitle, feedPath, listMeta, tagPart, tagPath } from './blog-meta.ts'
import { PostLine } from './post-summary.tsx'

/** A blog's list of posts: all, by tag, or by search. */

export const handle = publicHandle
export const links = publicLinks

const shown = 12

export async function loader(args: LoaderFunctionArgs) {
  const { request, context, params } = args
  const { call, signedIn } = context.get(pageContext)
  const search = new URL(request.url).searchParams
  const page = Math.min(10_000, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const q = search.get('q')?.trim().slice(0, 200) || undefined
  const tag = params.tag?.slice(0, 60)
  const found = await orNotFound(
    call(cmsContract.publicList, {
      ...getBlogParams(params),
      page,
      limit: shown,
      ...(tag ? { tag } : {}),
      ...(q ? { q } : {}),
    }),
  )
  const part = (tag ? tagPart(tag) : '') + (page > 1 ? `?page=${page}` : '')
  // The tag as posts spell it.
  const name =
    tag && (found.items.flatMap((post) => post.tags).find((one) => one.toLowerCase() === tag.toLowerCase()) ?? tag)
  return { ...withBlogPath(found, args), q: q ?? null, tag: name ?? null, part, signedIn }
}

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (!loaderData) return [{ title: 'Blog · Earshot' }]
  const { blog, tag, q, part, total } = loaderData
  const name = blogTitle(blog)
  const title = q ? `“${q}” · ${name}` : tag ? `${tag} · ${name}` : name
  const description = tag ? `Posts about ${tag}.` : ownDescription(blog.name, blog.workspace_id === null)
  return listMeta({ blog, title, description, part, noindex: q !== null || total === 0 })
}

const ownDescription = (name: string, own: boolean) =>
  own ? 'SEO research and writing that answers real questions.' : `Posts by ${name}.`

export default function BlogPage() {
  const { blog, items, total, page, limit, tags, q, tag, signedIn } = useLoaderData<typeof loader>()
  const own = blog.workspace_id === null
  const home = blogPath(blog)
  const [first, ...rest] = items
  const leads = !q && !tag && page === 1
  return (
    <BlogFrame blog={blog} signedIn={signedIn}>
      <main className="mx-auto grid w-full max-w-[1080px] gap-x-16 gap-y-10 px-5 pt-8 sm:px-8 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_240px]">
        <div className="min-w-0">
          <div className="mb-8">
            {(tag || q) && (
              <p className="mb-2 text-s">
                <a href={home} className="link text-ink-2">
                  All posts
                </a>
              </p>
            )}
            <h1 className="title text-[clamp(30px,5vw,46px)] [overflow-wrap:anywhere]">
              {q ? `“${q}”` : (tag ?? (own ? 'The blog' : blog.name))}
            </h1>
            <p className="mt-2 text-ink-2" role={q ? 'status' : undefined}>
              {q
                ? plural(total, 'post found', 'posts found')
                : tag
                  ? plural(total, 'post')
                  : ownDescription(blog.name, own)}
            </p>
          </div>
          {items.length === 0 && (
            <div className="border-line border-t py-8">
              <h2 className="heading">
                {q ? 'No posts match your search.' : total > 0 ? 'No more posts.' : 'No posts yet.'}
              </h2>
              <p className="mt-1.5 text-ink-2">
                {q ? 'Try fewer words or the start of a word.' : 'Posts appear here once they’re published.'}
              </p>
            </div>
          )}
          {first && <PostLine post={first} blog={blog} as="h2" lead={leads} early />}
          {rest.map((post, index) => (
            <PostLine key={post._id} post={post} blog={blog} as="h2" early={index < 2} />
          ))}
          <Pages page={page} limit={limit} total={total} what="posts" path={tag ? tagPath(blog, tag) : home} />
        </div>
        <aside className="grid content-start gap-8" aria-label="Search and tags" data-screen-only>
          <search>
            <form method="get" action={home} className="flex gap-2" noValidate>
              <Input
                name="q"
                type="search"
                aria-label="Search posts"
                placeholder="Search"
                defaultValue={q ?? ''}
                maxLength={200}
                icon={<Search size={15} aria-hidden />}
              />
              <Button type="submit">Search</Button>
            </form>
          </search>
          {tags.length > 0 && (
            <nav aria-label="Tags">
              <h2 className="subheading mb-2">Tags</h2>
              <ul className="grid gap-0.5 max-lg:flex max-lg:flex-wrap max-lg:gap-x-4">
                {tags.map((each) => (
                  <li key={each.tag}>
                    <a
                      href={tagPath(blog, each.tag)}
                      aria-current={tag?.toLowerCase() === each.tag.toLowerCase() ? 'page' : undefined}
                      className="inline-flex min-h-7 items-baseline gap-2 leading-7 hover:underline aria-[current]:font-[550]"
                    >
                      <span className="[overflow-wrap:anywhere]">{each.tag}</span>
                      <span className="text-ink-3 text-xs">{formatCount(each.posts)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {own && (
            <p className="text-s">
              <a className="link" href={feedPath(blog)}>
                Feed (RSS)
              </a>
            </p>
          )}
        </aside>
      </main>
    </BlogFrame>
  )
}
