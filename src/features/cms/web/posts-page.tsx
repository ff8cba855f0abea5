import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ListSearch } from '#features/admin/web/admin-search.tsx'
import { getListParams, requireStaff } from '#features/admin/web/require-staff.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { DateTime } from '#web/date-time.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { cmsContract, type PostHead, postStatuses } from '../contract.ts'
import type { Route } from './+types/posts-page.ts'
import { DeletePost } from './delete-post.tsx'
import { PostStatusBadge, statusLabels } from './post-status.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Posts · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const requestedStatus = new URL(args.request.url).searchParams.get('status')
  const status = postStatuses.find((each) => each === requestedStatus)
  const filters = { ...getListParams(args.request), status }
  return { found: await orRespond(args.request, call(cmsContract.list, { ...filters, limit: 25 })), wanted: filters }
}

export default function PostsPage({ loaderData: { found, wanted: filters } }: Route.ComponentProps) {
  const all = postStatuses.reduce((sum, status) => sum + (found.counts[status] ?? 0), 0)
  const searching = filters.q !== undefined || filters.status !== undefined
  return (
    <>
      <ScreenHead
        title="Posts"
        meta={searching ? plural(found.total, 'post found', 'posts found') : plural(found.total, 'post')}
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
      <ListSearch label="Title, slug or tag" q={filters.q}>
        <Select
          key={filters.status}
          name="status"
          aria-label="Status"
          className="w-44"
          defaultValue={filters.status ?? ''}
          options={[
            { value: '', label: `All statuses (${formatCount(all)})` },
            ...postStatuses.map((status) => ({
              value: status,
              label: `${statusLabels[status]} (${formatCount(found.counts[status] ?? 0)})`,
            })),
          ]}
        />
      </ListSearch>
      {found.items.length === 0 ? (
        searching ? (
          <EmptyState
            title="No results match your filters."
            action={<Button href="/app/admin/posts">Clear filters</Button>}
          >
            Search matches parts of titles and slugs, and whole tags.
          </EmptyState>
        ) : (
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
        )
      ) : (
        <ul className="border-line border-t">
          {found.items.map((post) => (
            <PostRow key={post._id} post={post} />
          ))}
        </ul>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="posts" />
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
