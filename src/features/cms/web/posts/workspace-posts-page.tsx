import { Copy, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type Blog, cmsContract, type PostHead } from '../../contract.ts'
import { copyUrl } from '../copy-url.ts'
import { cmsErrorTexts } from '../error-texts.ts'
import { PostStatusBadge } from '../post-status.tsx'
import type { Route } from './+types/workspace-posts-page.ts'
import { DeletePost } from './delete-post.tsx'
import { EditBlogUrl, EditPostUrl } from './edit-url.tsx'
import { describeFound, PostList, readPostFilters } from './post-list.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Posts · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const filters = readPostFilters(args.request)
  const found = await orRespond(
    args.request,
    call(cmsContract.find, { workspace_id: workspace._id, ...filters, limit: 25 }),
  )
  return { found, filters }
}

/** Posts of the workspace's blog, including those whose document was deleted. */
export default function WorkspacePostsPage({ loaderData: { found, filters } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState(false)
  const published = (found.counts.published ?? 0) > 0
  const onDomain = found.blog.url !== new URL(found.blog.path, found.blog.url).href
  return (
    <>
      <ScreenHead
        title="Posts"
        meta={describeFound(found, filters)}
        actions={
          published && (
            <a href={found.blog.url} className="link text-s">
              View blog
            </a>
          )
        }
      />
      <p className="mb-6 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-s">
        <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
          Blog URL: <span className="text-ink">{found.blog.url}</span>
        </span>
        {roleAtLeast(workspace.role, 'admin') && (
          <span className="flex gap-3">
            {!onDomain && (
              <button type="button" className="link" onClick={() => setEditing(true)}>
                Edit blog URL
              </button>
            )}
            <Link href="/app/settings/domain" className="link">
              {onDomain ? 'Custom domain' : 'Use your own domain'}
            </Link>
          </span>
        )}
      </p>
      <PostList
        found={found}
        filters={filters}
        path="/app/content/posts"
        empty={
          <EmptyState title="No posts yet." action={<Button href="/app/content">Open documents</Button>}>
            Open a document and select Publish to post it on this workspace’s blog.
          </EmptyState>
        }
        row={(post) => <Line key={post._id} post={post} blog={found.blog} />}
      />
      {editing && (
        <EditBlogUrl
          blog={found.blog}
          workspaceId={workspace._id}
          hasPosts={published}
          onSaved={revalidate}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

function Line({ post, blog }: { post: PostHead; blog: Blog }) {
  const editor = canEdit(useSignedIn().workspace)
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<'delete' | 'url' | null>(null)
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
  const copy = async () => {
    if (!(await copyUrl(post.url))) notify.info('Your browser blocked copying. Select the URL below the title instead.')
  }
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-line border-b py-3.5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className="mr-2 font-[500] font-serif text-l">{post.title}</span>
          <PostStatusBadge status={post.status} />
        </p>
        <p className="mt-0.5 text-ink-2 text-xs select-all [overflow-wrap:anywhere]">{post.url}</p>
        <p className="mt-0.5 text-ink-3 text-xs">
          {post.status !== 'draft' && post.publish_at && (
            <>
              {post.status === 'scheduled' ? 'Scheduled for ' : 'Published '}
              <DateTime at={post.publish_at} brief />
              {' · '}
            </>
          )}
          Updated <DateTime at={post.updated_at} brief />
          {post.likes > 0 && ` · ${plural(post.likes, 'like')}`}
        </p>
        <CallError error={error} texts={cmsErrorTexts} className="mt-2" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {post.status === 'published' && (
          <>
            <Button size="s" href={post.url} aria-label={`View “${post.title}”`}>
              View
            </Button>
            <Button
              size="s"
              icon={<Copy size={13} aria-hidden />}
              onClick={() => void copy()}
              aria-label={`Copy link to “${post.title}”`}
            >
              Copy link
            </Button>
          </>
        )}
        {editor && post.status !== 'draft' && (
          <Button size="s" busy={busy} onClick={unpublish} aria-label={`Unpublish “${post.title}”`}>
            Unpublish
          </Button>
        )}
        {editor && (
          <RowMenu
            label={`More for “${post.title}”`}
            items={[
              { label: 'Edit URL', icon: <Link2 size={15} aria-hidden />, onSelect: () => setOpen('url') },
              {
                label: 'Delete',
                icon: <Trash2 size={15} aria-hidden />,
                danger: true,
                onSelect: () => setOpen('delete'),
              },
            ]}
          />
        )}
      </div>
      {open === 'url' && <EditPostUrl post={post} home={blog.url} onSaved={revalidate} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeletePost
          post={post}
          stays="The document it came from isn’t deleted."
          onDelete={remove}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}
