import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { requireStaff } from '#features/admin/web/require-staff.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { cmsContract, type PostHead } from '../../contract.ts'
import { PostStatusBadge } from '../post-status.tsx'
import type { Route } from './+types/posts-page.ts'
import { DeletePost } from './delete-post.tsx'
import { describeFound, PostList, readPostFilters } from './post-list.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Posts · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const filters = readPostFilters(args.request)
  return { found: await orRespond(args.request, call(cmsContract.list, { ...filters, limit: 25 })), filters }
}

export default function PostsPage({ loaderData: { found, filters } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Posts"
        meta={describeFound(found, filters)}
        actions={
          <>
            <a href="/blog" className="link mr-2 text-s">
              View blog
            </a>
            <Button variant="solid" href="/app/admin/posts/new" icon={<Plus size={15} aria-hidden />}>
              New post
            </Button>
          </>
        }
      />
      <PostList
        found={found}
        filters={filters}
        path="/app/admin/posts"
        alwaysFilters
        empty={
          <EmptyState
            title="No posts yet."
            action={
              <Button variant="solid" href="/app/admin/posts/new">
                New post
              </Button>
            }
          >
            Posts appear at /blog, in its feed and in the sitemap. A draft can only be opened by its preview link.
          </EmptyState>
        }
        row={(post) => <PostRow key={post._id} post={post} />}
      />
    </>
  )
}

function PostRow({ post }: { post: PostHead }) {
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState(false)
  const remove = async () => {
    await api(cmsContract.delete, { _id: post._id })
    notify.done('Post deleted')
    await revalidate()
  }
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <Link
            href={`/app/admin/posts/${post._id}`}
            className="mr-2 font-[500] font-serif text-l no-underline hover:underline"
          >
            {post.title}
          </Link>
          <PostStatusBadge status={post.status} />
        </p>
        <p className="mt-0.5 text-ink-3 text-xs [overflow-wrap:anywhere]">
          /{post.slug}
          {post.tags.length > 0 && ` · ${post.tags.join(', ')}`}
          {post.likes > 0 && ` · ${plural(post.likes, 'like')}`}
        </p>
      </div>
      <p className="text-ink-2 text-xs md:pt-1 md:text-right">
        {post.status !== 'draft' && post.publish_at ? (
          <>
            {post.status === 'scheduled' ? 'Scheduled for ' : 'Published '}
            <DateTime at={post.publish_at} brief />
          </>
        ) : (
          <>
            Changed <DateTime at={post.updated_at} brief />
          </>
        )}
        {post.status === 'published' && (
          <>
            {' · '}
            <a href={post.url} className="link" aria-label={`Read “${post.title}”`}>
              Read
            </a>
          </>
        )}
        {' · '}
        <button type="button" className="link" onClick={() => setLeaving(true)} aria-label={`Delete “${post.title}”`}>
          Delete
        </button>
      </p>
      {leaving && <DeletePost post={post} onDelete={remove} onClose={() => setLeaving(false)} />}
    </li>
  )
}
