import { useRef, useState } from 'react'
import { checkInput } from '#kit/input-issues.ts'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'
import type { Post } from '../../contract.ts'
import { cmsContract, type PostStatus } from '../../contract.ts'
import { toSlug } from '../../rules/slug.ts'
import { getTags } from '../datetime-field.ts'
import { getPostDetails, type PostDetails, toDetailsInput } from '../details/post-details.ts'

export type PostFields = PostDetails & {
  title: string
  slug: string
  excerpt: string
  tags: string
  lang: string
  status: PostStatus
  publish_at: string | null
  seoTitle: string
  seoDescription: string
  canonical: string
  noindex: boolean
}

const getFields = (post: Post | null): PostFields => ({
  title: post?.title ?? '',
  slug: post?.slug ?? '',
  excerpt: post?.excerpt ?? '',
  tags: post?.tags.join(', ') ?? '',
  ...getPostDetails(post),
  lang: post?.lang ?? 'en',
  status: post?.status ?? 'draft',
  publish_at: post?.publish_at ?? null,
  seoTitle: post?.seo.title ?? '',
  seoDescription: post?.seo.description ?? '',
  canonical: post?.seo.canonical ?? '',
  noindex: post?.seo.noindex ?? false,
})

export type PostForm = ReturnType<typeof usePostForm>

/** State of the post editor: fields, text and unsaved changes. */
export function usePostForm(loaded: Post | null) {
  const [post, setPost] = useState(loaded)
  const [fields, setFields] = useState(() => getFields(loaded))
  /** The editor's initial text; `at` remounts it when a version is restored. */
  const [start, setStart] = useState({ markdown: loaded?.body_md ?? '', at: 0 })
  const [body, setBody] = useState(loaded?.body_md ?? '')
  // The slug follows the title until it's edited or the post is saved.
  const [ownSlug, setOwnSlug] = useState(loaded !== null)
  const read = useRef<(() => string) | null>(null)
  /** The saved text as the editor serializes it, which may differ from the stored Markdown. */
  const [cleanBody, setCleanBody] = useState(loaded?.body_md ?? '')
  const saving = useCall()
  const ref = useFocusInvalid<HTMLDivElement>(saving.error)

  const slug = ownSlug ? fields.slug : toSlug(fields.title)
  const savedFields = JSON.stringify(getFields(post))
  const dirty = JSON.stringify({ ...fields, slug }) !== savedFields || body !== cleanBody

  return {
    /** For what holds the fields. */
    ref,
    post,
    fields: { ...fields, slug },
    body,
    start,
    dirty,
    busy: saving.busy,
    error: saving.error,
    set(change: Partial<PostFields>) {
      if (change.slug !== undefined) setOwnSlug(true)
      setFields((before) => ({ ...before, ...change }))
    },
    setBody,
    onReady(readText: (() => string) | null) {
      read.current = readText
      if (!readText) return
      const text = readText()
      // Only the initial text is clean; a restored one is an unsaved change.
      if (start.at === 0) setCleanBody(text)
      setBody(text)
    },
    restore(version: PostFields & { body_md: string }) {
      const { body_md, ...rest } = version
      setOwnSlug(true)
      // Slug, status and time keep their current values; only the content is restored.
      setFields((before) => ({ ...rest, slug: before.slug, status: before.status, publish_at: before.publish_at }))
      setStart((before) => ({ markdown: body_md, at: before.at + 1 }))
      setBody(body_md)
    },
    /** Saves the post, optionally with another status. Null when saving failed. */
    async save(change: Pick<Partial<PostFields>, 'status' | 'publish_at'> = {}): Promise<Post | null> {
      const now = { ...fields, slug, ...change }
      const text = read.current?.() ?? body
      const input = {
        slug: now.slug,
        title: now.title,
        excerpt: now.excerpt,
        tags: getTags(now.tags),
        ...toDetailsInput(now),
        lang: now.lang,
        status: now.status,
        // Without a schedule the server sets the time, or keeps an earlier one.
        ...(now.status === 'scheduled' ? { publish_at: now.publish_at } : {}),
        seo: {
          title: now.seoTitle,
          description: now.seoDescription,
          canonical: now.canonical,
          noindex: now.noindex,
        },
      }
      const result: { post: Post | null } = { post: null }
      await saving.run(async () => {
        checkInput(cmsContract.add.input, { ...input, body_md: text })
        const answer = post
          ? await api(cmsContract.update, {
              ...input,
              _id: post._id,
              version: post.version,
              ...(text !== cleanBody ? { body_md: text } : {}),
            })
          : await api(cmsContract.add, { ...input, body_md: text }, { idempotencyKey: randomKey() })
        result.post = answer.post
        setPost(answer.post)
        setFields(getFields(answer.post))
        setOwnSlug(true)
        setBody((latest) => latest)
        setCleanBody(text)
      })
      return result.post
    },
  }
}
