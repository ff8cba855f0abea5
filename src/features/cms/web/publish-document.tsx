import { Copy, ExternalLink } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { randomKey } from '#web/idempotency-key.ts'
import { getSentence } from '#web/loader-calls.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { type Blog, cmsContract, type Post } from '../contract.ts'
import { toSlug } from '../slug.ts'
import { fromLocalField, getTags, toLocalField, tomorrowMorning } from './datetime-field.ts'
import { cmsErrorTexts } from './error-texts.ts'

export type PublishDocumentProps = {
  /** The document's id. */
  id: string
  title: string
  /** Saves the editor's changes first, since the server publishes what it has. False when saving failed. */
  onBefore: () => Promise<boolean>
}

/** Publishes a document as a post on the workspace's blog. */
export function PublishDocument(props: PublishDocumentProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Publish</Button>
      {open && <PublishDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type PublishTargets = { posts: Post[]; blogs: Blog[] }

function PublishDialog({ id, title, onBefore, onClose }: PublishDocumentProps & { onClose: () => void }) {
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publish"
      description="This publishes the text as it is now. Publish again to show later changes."
    >
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
    </Dialog>
  )
}

/** URL of a published or scheduled post. */
function PublishedPost({ post }: { post: Post }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(post.url)
      notify.done('URL copied')
    } catch {
      document.querySelector<HTMLInputElement>('#post-address')?.select()
      notify.info('Your browser blocked copying. The URL is selected: press Ctrl+C or ⌘C.')
    }
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
          Copy URL
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
  onBefore: () => Promise<boolean>
  onPublished: (post: Post) => void
}

type When = 'now' | 'later' | 'draft'

function PublishForm({ id, title, blog, post, onBefore, onPublished }: PublishFormProps) {
  const [slug, setSlug] = useState(post?.slug ?? toSlug(title))
  const [excerpt, setExcerpt] = useState(post?.excerpt ?? '')
  const [tags, setTags] = useState(post?.tags.join(', ') ?? '')
  const [when, setWhen] = useState<When>(post?.status === 'scheduled' ? 'later' : 'now')
  const [at, setAt] = useState(post?.status === 'scheduled' ? post.publish_at : null)
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const getError = (field: string) => getFieldError(error, field, cmsErrorTexts)
  const isPublished = post !== null && post.status === 'published'

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void run(async () => {
      if (!(await onBefore()))
        throw new AppError('unavailable', 'The editor has changes that aren’t saved.', { reason: 'unsaved_changes' })
      const answer = await api(
        cmsContract.publish,
        {
          _id: id,
          ...(slug.trim() ? { slug: slug.trim() } : {}),
          ...(excerpt.trim() || post ? { excerpt } : {}),
          tags: getTags(tags),
          to: blog.workspace_id === null ? 'installation' : 'workspace',
          status: when === 'now' ? 'published' : when === 'later' ? 'scheduled' : 'draft',
          ...(when === 'later' ? { publish_at: at } : {}),
        },
        { idempotencyKey: randomKey() },
      )
      onPublished(answer.post)
      notify.done(
        when === 'draft'
          ? isPublished
            ? 'Unpublished'
            : 'Draft saved'
          : when === 'later'
            ? 'Scheduled'
            : isPublished
              ? 'Post updated'
              : 'Published',
      )
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4" noValidate>
      <Field
        label="URL"
        error={getError('slug')}
        hint={<span className="[overflow-wrap:anywhere]">{`${blog.url}/${slug || '…'}`}</span>}
      >
        <Input value={slug} maxLength={120} onChange={(event) => setSlug(event.target.value)} />
      </Field>
      <Field
        label="Excerpt"
        required={false}
        error={getError('excerpt')}
        hint="Leave empty to use the first paragraph."
      >
        <Textarea rows={2} grow maxLength={1000} value={excerpt} onChange={(event) => setExcerpt(event.target.value)} />
      </Field>
      <Field label="Tags" required={false} error={getError('tags')} hint="Separate tags with commas.">
        <Input value={tags} onChange={(event) => setTags(event.target.value)} />
      </Field>
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
            error={getError('publish_at')}
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
      <CallError error={error} texts={cmsErrorTexts} fields={['slug', 'excerpt', 'tags', 'publish_at']} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <p className="min-w-48 flex-1 text-ink-2 text-xs">
          {when === 'draft'
            ? 'Nothing becomes public.'
            : 'Public: title, text, excerpt, tags and cited pages. Private: the brief, the score and the author.'}
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
