import { ExternalLink } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { type Blog, cmsContract, type Post, type PostStatus } from '#features/cms/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { api } from '#web/api.ts'
import { Moment } from '#web/moment.tsx'
import { randomKey } from '#web/random-key.ts'
import { useCall } from '#web/use-call.ts'

export type PublishDialogProps = {
  id: string
  /** Saves what stands on the desk: what is published is what the server has. False when it could not. */
  onBefore: () => Promise<boolean>
  onClose: () => void
}

type Known = { posts: Post[]; blogs: Blog[] }

/** A document becomes a post of a blog, or what was published from it is brought up to date. */
export function PublishDialog({ id, onBefore, onClose }: PublishDialogProps) {
  const [known, setKnown] = useState<Known | null>(null)
  const [post, setPost] = useState<Post | null>(null)
  const load = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a document
  useEffect(() => {
    void load.run(async () => setKnown(await api(cmsContract.ofDocument, { _id: id })))
  }, [id])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={post ? titleFor(post.status) : 'Publish'}
      description={post ? undefined : 'The text goes as it stands here, with its sources.'}
    >
      {load.error && <ErrorNote>{load.error.message}</ErrorNote>}
      {post ? (
        <Published post={post} onClose={onClose} />
      ) : known ? (
        known.blogs.length > 0 ? (
          <PublishForm id={id} known={known} onBefore={onBefore} onPublished={setPost} />
        ) : (
          <p className="text-ink-2">There is no blog you may publish it to.</p>
        )
      ) : (
        !load.error && (
          <div className="grid gap-3" aria-busy="true">
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-16" />
          </div>
        )
      )}
    </Dialog>
  )
}

const titleFor = (status: PostStatus) =>
  status === 'published' ? 'Published' : status === 'scheduled' ? 'Scheduled' : 'Saved as a draft'

function Published({ post, onClose }: { post: Post; onClose: () => void }) {
  const url = post.status === 'published' ? post.url : post.preview_url
  return (
    <div className="grid gap-4">
      <p>
        {post.status === 'scheduled' && post.publish_at ? (
          <>
            It appears on <Moment at={post.publish_at} />. Until then only this link shows it:
          </>
        ) : post.status === 'draft' ? (
          'Only whoever has this link sees it:'
        ) : (
          'It can be read at'
        )}{' '}
        <a href={url} target="_blank" rel="noopener noreferrer" className="link [overflow-wrap:anywhere]">
          {url} <ExternalLink size={12} className="inline" aria-hidden />
        </a>
      </p>
      <p className="text-right">
        <Button onClick={onClose}>Close</Button>
      </p>
    </div>
  )
}

type FormProps = { id: string; known: Known; onBefore: () => Promise<boolean>; onPublished: (post: Post) => void }

const placeOf = (blog: Blog) => blog.workspace_id ?? 'installation'

function PublishForm({ id, known: { posts, blogs }, onBefore, onPublished }: FormProps) {
  const call = useCall()
  const [place, setPlace] = useState(placeOf(blogs[0]!))
  const before = posts.find((post) => (post.workspace_id ?? 'installation') === place) ?? null
  const [status, setStatus] = useState<PostStatus>(before?.status ?? 'published')
  const [slug, setSlug] = useState(before?.slug ?? '')
  const [excerpt, setExcerpt] = useState(before?.excerpt ?? '')
  const [tags, setTags] = useState(before?.tags.join(', ') ?? '')
  const [at, setAt] = useState('')
  const fieldError = (field: string) => (call.error?.field === field ? call.error.message : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void call.run(async () => {
      await onBefore()
      const answer = await api(
        cmsContract.publish,
        {
          _id: id,
          status,
          ...(slug.trim() ? { slug: slug.trim() } : {}),
          ...(excerpt.trim() ? { excerpt: excerpt.trim() } : {}),
          tags: tags
            .split(',')
            .map((tag) => tag.trim())
            .filter(Boolean),
          ...(status === 'scheduled' && at ? { publish_at: new Date(at).toISOString() } : {}),
          to: place === 'installation' ? 'installation' : 'workspace',
        },
        { idempotencyKey: randomKey() },
      )
      onPublished(answer.post)
    })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {before && (
        <p className="text-ink-2">
          {titleFor(before.status)} from an earlier text, <Moment at={before.updated_at} />. It takes the present one.
        </p>
      )}
      {blogs.length > 1 ? (
        <Field label="Blog">
          <Select
            value={place}
            onChange={(event) => setPlace(event.target.value)}
            options={blogs.map((blog) => ({ value: placeOf(blog), label: blog.name }))}
          />
        </Field>
      ) : (
        <p>
          To <span className="font-[550]">{blogs[0]!.name}</span>
        </p>
      )}
      <Segmented<PostStatus>
        label="When"
        value={status}
        onChange={setStatus}
        className="justify-self-start"
        options={[
          { value: 'published', label: 'Now' },
          { value: 'scheduled', label: 'Later' },
          { value: 'draft', label: 'As a draft' },
        ]}
      />
      {status === 'scheduled' && (
        <Field label="Day and time, here" error={fieldError('publish_at')}>
          <Input
            type="datetime-local"
            className="max-w-60"
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
        </Field>
      )}
      <Field
        label="Address"
        required={false}
        hint="The end of its link. Left empty, it is made of the title."
        error={fieldError('slug')}
      >
        <Input value={slug} maxLength={120} spellCheck={false} onChange={(event) => setSlug(event.target.value)} />
      </Field>
      <Field label="Summary" required={false} hint="For lists and search results." error={fieldError('excerpt')}>
        <Textarea rows={2} grow maxLength={1000} value={excerpt} onChange={(event) => setExcerpt(event.target.value)} />
      </Field>
      <Field label="Tags" required={false} hint="Separated by commas." error={fieldError('tags')}>
        <Input value={tags} maxLength={1000} onChange={(event) => setTags(event.target.value)} />
      </Field>
      {call.error && !['slug', 'excerpt', 'tags', 'publish_at'].includes(call.error.field ?? '') && (
        <ErrorNote>{call.error.message}</ErrorNote>
      )}
      <p className="text-right">
        <Button type="submit" variant="solid" busy={call.busy} disabled={status === 'scheduled' && !at}>
          {status === 'published' ? 'Publish' : status === 'scheduled' ? 'Schedule' : 'Save the draft'}
        </Button>
      </p>
    </form>
  )
}
