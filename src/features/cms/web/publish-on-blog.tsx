import { Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getSentence } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { type Blog, cmsContract, type Post, type PostAuthor } from '../contract.ts'
import { toSlug } from '../rules/slug.ts'
import { copyUrl } from './copy-url.ts'
import { fromLocalField, getTags, toLocalField, tomorrowMorning } from './datetime-field.ts'
import { DetailFields } from './details/detail-fields.tsx'
import { detailFields, getPostDetails, toDetailsInput } from './details/post-details.ts'
import { cmsErrorTexts } from './error-texts.ts'

export type PublishOnBlogProps = {
  /** The document's id. */
  id: string
  title: string
  /** Saves the editor's changes first, since the server publishes what it has. False when saving failed. */
  onBefore: () => Promise<boolean>
}

type PublishTargets = { posts: Post[]; blogs: Blog[]; author: PostAuthor | null }

/** Publishes a document as a post on the workspace's blog: the content of a dialog. */
export function PublishOnBlog({ id, title, onBefore }: PublishOnBlogProps) {
  const [targets, setTargets] = useState<PublishTargets | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [blogId, setBlogId] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    api(cmsContract.ofDocument, { _id: id }, { signal: stop.signal })
      .then((answer) => {
        setTargets(answer)
        setBlogId(answer.blogs[0]?.workspace_id ?? null)
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailed(getSentence(error, cmsErrorTexts))
      })
    return () => stop.abort()
  }, [id])
  const blog = targets?.blogs.find(({ workspace_id }) => workspace_id === blogId)
  const post = targets?.posts.find(({ workspace_id }) => workspace_id === blogId) ?? null
  return (
    <>
      {failed && <ErrorNote>{failed}</ErrorNote>}
      {!targets && !failed && (
        <div className="grid min-h-60 content-start gap-5 pt-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/3" />
        </div>
      )}
      {targets && blog && (
        <>
          {targets.blogs.length > 1 && (
            <Field label="Publish to" className="mb-4">
              <Select
                value={blogId ?? 'installation'}
                onChange={(event) => setBlogId(event.target.value === 'installation' ? null : event.target.value)}
                options={targets.blogs.map(({ workspace_id, name }) => ({
                  value: workspace_id ?? 'installation',
                  label: workspace_id === null ? 'This server’s blog' : `${name}’s blog`,
                }))}
              />
            </Field>
          )}
          {post && post.status !== 'draft' && <PublishedPost post={post} />}
          <PublishForm
            key={`${blogId} ${post?.version}`}
            id={id}
            title={title}
            blog={blog}
            post={post}
            suggestedAuthor={targets.author}
            onBefore={onBefore}
            onPublished={(next) =>
              setTargets({
                ...targets,
                posts: [...targets.posts.filter(({ workspace_id }) => workspace_id !== next.workspace_id), next],
              })
            }
          />
        </>
      )}
    </>
  )
}

/** URL of a published or scheduled post. */
function PublishedPost({ post }: { post: Post }) {
  const copy = async () => {
    if (await copyUrl(post.url)) return
    document.querySelector<HTMLInputElement>('#post-address')?.select()
    notify.info('Your browser blocked copying. The URL is selected: press Ctrl+C or ⌘C.')
  }
  return (
    <div className="mb-5">
      <p className="mb-1.5 text-ink-2" role="status">
        {post.status === 'scheduled' ? 'Scheduled for ' : 'Published on '}
        {post.publish_at && <DateTime at={post.publish_at} />}.
      </p>
      <div className="flex gap-2">
        <Input
          id="post-address"
          readOnly
          aria-label="URL"
          value={post.url}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      <p className="mt-1.5">
        <a
          href={post.status === 'published' ? post.url : post.preview_url}
          target="_blank"
          rel="noopener"
          className="link inline-flex items-center gap-1"
        >
          {post.status === 'published' ? 'View post' : 'Preview'} <ExternalLink size={12} aria-hidden />
        </a>
      </p>
    </div>
  )
}

type PublishFormProps = {
  id: string
  title: string
  blog: Blog
  post: Post | null
  suggestedAuthor: PostAuthor | null
  onBefore: () => Promise<boolean>
  onPublished: (post: Post) => void
}

type When = 'now' | 'later' | 'draft'

function PublishForm({ id, title, blog, post, suggestedAuthor, onBefore, onPublished }: PublishFormProps) {
  const [slug, setSlug] = useState(post?.slug ?? toSlug(title))
  const [excerpt, setExcerpt] = useState(post?.excerpt ?? '')
  const [tags, setTags] = useState(post?.tags.join(', ') ?? '')
  const [details, setDetails] = useState(() => getPostDetails(post, suggestedAuthor))
  const [when, setWhen] = useState<When>(post?.status === 'scheduled' ? 'later' : 'now')
  const [at, setAt] = useState(post?.status === 'scheduled' ? post.publish_at : null)
  const isPublished = post !== null && post.status === 'published'

  const { form, field, busy, callError } = useContractForm({
    endpoint: cmsContract.publish,
    fields: ['slug', 'excerpt', 'tags', 'publish_at', ...detailFields],
    texts: cmsErrorTexts,
    getInput: () => ({
      _id: id,
      ...(slug.trim() ? { slug: slug.trim() } : {}),
      ...(excerpt.trim() || post ? { excerpt } : {}),
      tags: getTags(tags),
      ...toDetailsInput(details),
      to: blog.workspace_id === null ? ('installation' as const) : ('workspace' as const),
      status: ({ now: 'published', later: 'scheduled', draft: 'draft' } as const)[when],
      ...(when === 'later' ? { publish_at: at } : {}),
    }),
    send: async (input) => {
      if (!(await onBefore()))
        throw new AppError('unavailable', 'The editor has changes that aren’t saved.', { reason: 'unsaved_changes' })
      onPublished((await api(cmsContract.publish, input, { idempotencyKey: randomKey() })).post)
      const done = { now: 'Published', later: 'Scheduled', draft: 'Draft saved' }
      const changed = { now: 'Post updated', later: 'Scheduled', draft: 'Unpublished' }
      notify.done((isPublished ? changed : done)[when])
      return null
    },
  })
  return (
    <form {...form} className="grid gap-4">
      <Field
        label="URL"
        {...field('slug')}
        required={undefined}
        hint={
          <span className="[overflow-wrap:anywhere]">
            Publishes to <span className="font-[550] text-ink-2">{`${blog.url}/${slug || '…'}`}</span>
            {isPublished && slug !== post.slug && '. The current URL will redirect.'}
          </span>
        }
      >
        <Input value={slug} onChange={(event) => setSlug(event.target.value)} />
      </Field>
      <Field label="Excerpt" {...field('excerpt')} hint="Leave empty to use the first paragraph.">
        <Textarea rows={2} grow value={excerpt} onChange={(event) => setExcerpt(event.target.value)} />
      </Field>
      <Field label="Tags" {...field('tags')} hint="Separate tags with commas.">
        <Input value={tags} onChange={(event) => setTags(event.target.value)} />
      </Field>
      <DetailFields details={details} field={field} onChange={(change) => setDetails({ ...details, ...change })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="When">
          <Select
            value={when}
            onChange={(event) => {
              setWhen(event.target.value as When)
              if (event.target.value === 'later' && !at) setAt(tomorrowMorning())
            }}
            options={[
              { value: 'now', label: isPublished ? 'Keep published' : 'Now' },
              { value: 'later', label: 'Schedule' },
              { value: 'draft', label: isPublished ? 'Unpublish' : 'Save as draft' },
            ]}
          />
        </Field>
        {when === 'later' && (
          <Field
            label="Scheduled for"
            {...field('publish_at')}
            required={undefined}
            hint={isPublished ? 'The post stays private until then.' : undefined}
          >
            <Input
              type="datetime-local"
              value={toLocalField(at)}
              onChange={(event) => setAt(fromLocalField(event.target.value))}
            />
          </Field>
        )}
      </div>
      <CallError {...callError} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <p className="min-w-48 flex-1 text-ink-2 text-xs">
          {when === 'draft'
            ? 'Nothing becomes public.'
            : 'Public: title, text, excerpt, tags, cited pages, and the author if you name one. Private: the brief and the score.'}
        </p>
        <Button type="submit" variant="solid" busy={busy}>
          {when === 'draft'
            ? isPublished
              ? 'Unpublish'
              : 'Save as draft'
            : when === 'later'
              ? 'Schedule'
              : isPublished
                ? 'Publish changes'
                : 'Publish'}
        </Button>
      </div>
    </form>
  )
}
