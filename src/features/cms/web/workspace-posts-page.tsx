import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ListSearch } from '#features/admin/web/admin-search.tsx'
import { getListParams } from '#features/admin/web/require-staff.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { Select } from '#ui/select.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { cmsContract, type PostHead, postStatuses } from '../contract.ts'
import type { Route } from './+types/workspace-posts-page.ts'
import { DeletePost } from './delete-post.tsx'
import { cmsErrorTexts } from './error-texts.ts'
import { PostStatusBadge, statusLabels } from './post-status.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Posts · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const requestedStatus = new URL(args.request.url).searchParams.get('status')
  const filters = { ...getListParams(args.request), status: postStatuses.find((each) => each === requestedStatus) }
  const found = await orRespond(
    args.request,
    call(cmsContract.find, { workspace_id: workspace._id, ...filters, limit: 25 }),
  )
  return { found, wanted: filters }
}

/** Posts of the workspace's blog, including those whose document was deleted. */
export default function WorkspacePostsPage({ loaderData: { found, wanted: filters } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const all = postStatuses.reduce((sum, status) => sum + (found.counts[status] ?? 0), 0)
  const searching = filters.q !== undefined || filters.status !== undefined
  return (
    <>
      <p className="mb-5 text-s" data-screen-only>
        <Link href="/app/content" className="link text-ink-2">
          All documents
        </Link>
      </p>
      <ScreenHead
        title="Posts"
        meta={searching ? plural(found.total, 'post found', 'posts found') : plural(found.total, 'post')}
        actions={
          <a href={found.blog.url} className="link text-s">
            View blog
          </a>
        }
      />
      {(all > 0 || searching) && (
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
      )}
      {found.items.length === 0 ? (
        searching ? (
          <EmptyState
            title="No results match your filters."
            action={<Button href="/app/content/posts">Clear filters</Button>}
          >
            Search matches parts of titles and slugs, and whole tags.
          </EmptyState>
        ) : (
          <EmptyState title="No posts yet." action={<Button href="/app/content">Open documents</Button>}>
            Open a document and select Publish to post it on this workspace’s blog.
          </EmptyState>
        )
      ) : (
        <ul className="border-line border-t">
          {found.items.map((post) => (
            <Line key={post._id} post={post} editor={editor} />
          ))}
        </ul>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="posts" />
    </>
  )
}

function Line({ post, editor }: { post: PostHead; editor: boolean }) {
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState(false)
  const { busy, error, run } = useCall()
  const unpublish = () =>
    void run(async () => {
      await api(cmsContract.unpublish, { _id: post._id })
      notify.done('Unpublished. The post is a draft again.')
      await revalidate()
    })
  const remove = async () => {
    await api(cmsContract.deleteOwn, { _id: post._id })
    notify.done('Post deleted')
    await revalidate()
  }
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-line border-b py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className="mr-2 font-[500] font-serif text-l">{post.title}</span>
          <PostStatusBadge status={post.status} />
        </p>
        <p className="mt-0.5 text-ink-3 text-xs [overflow-wrap:anywhere]">
          /{post.slug}
          {post.status !== 'draft' && post.publish_at && (
            <>
              {' · '}
              {post.status === 'scheduled' ? 'scheduled for ' : 'published '}
              <DateTime at={post.publish_at} brief />
            </>
          )}
          {post.likes > 0 && ` · ${plural(post.likes, 'like')}`}
        </p>
        <CallError error={error} texts={cmsErrorTexts} className="mt-2" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {post.status === 'published' && (
          <Button size="s" href={post.url} aria-label={`Read “${post.title}”`}>
            Read
          </Button>
        )}
        {editor && post.status !== 'draft' && (
          <Button size="s" busy={busy} onClick={unpublish} aria-label={`Unpublish “${post.title}”`}>
            Unpublish
          </Button>
        )}
        {editor && (
          <Button size="s" onClick={() => setLeaving(true)} aria-label={`Delete “${post.title}”`}>
            Delete
          </Button>
        )}
      </div>
      {leaving && (
        <DeletePost
          post={post}
          stays="The document it came from isn’t deleted."
          onDelete={remove}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  )
}
